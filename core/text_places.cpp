#include <algorithm>
#include <charconv>
#include <limits>

#include "core/text_read.h"

namespace lockstep {

namespace {

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

}  // namespace

void TextPlaces::set(std::string_view what, std::size_t index, std::size_t at) {
  auto found = at_.find(what);
  if (found == at_.end()) found = at_.emplace(std::string(what), 0).first;
  std::vector<std::size_t>& places = found->second;
  if (places.size() <= index) places.resize(index + 1, kNowhere);
  places[index] = at;
}

// `what` is "node 7"; where there is only one, "groups".
std::optional<std::size_t> TextPlaces::find(std::string_view what) const {
  std::size_t digits = what.find_last_not_of("0123456789") + 1, index = 0;
  if (digits == what.size())
    return at_.contains(what) ? std::optional(at_.find(what)->second[0]) : std::nullopt;
  if (digits == 0 || what[digits - 1] != ' ') return std::nullopt;
  std::from_chars(what.data() + digits, what.data() + what.size(), index);
  auto found = at_.find(what.substr(0, digits - 1));
  if (found == at_.end() || index >= found->second.size() || found->second[index] == kNowhere)
    return std::nullopt;
  return found->second[index];
}

Error TextPlaces::located(Error error, const TextCursor& in) const {
  const std::string place = error.place;
  if (place.starts_with("line ")) return error;
  std::size_t end = place.size();
  for (bool more = true; more;) {
    if (std::optional<std::size_t> at = find(std::string_view(place).substr(0, end))) {
      if (end < place.size()) error.message = place.substr(end + 2) + ": " + error.message;
      error.place = in.place(*at);
      return error;
    }
    std::size_t comma = place.rfind(", ", end > 0 ? end - 1 : 0);
    more = comma != std::string::npos && comma < end;
    end = comma;
  }
  return error;
}

}  // namespace lockstep
