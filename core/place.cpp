#include "core/place.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

// An error is one line on a terminal, whatever the file says.
std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  return text;
}

}  // namespace

std::string Place::text() const {
  std::string here = index ? fmt::format("{} {}", what, *index) : std::string(what);
  std::string outside = around != nullptr ? around->text() : "";
  if (outside.empty() || here.empty()) return outside + here;
  return outside + ", " + here;
}

void Place::refuse(std::string message, std::string hint) const {
  refuse(Error{ErrorKind::BadInput, std::move(message), {}, std::move(hint)});
}

void Place::refuse(Error error) const {
  if (error.place.empty()) error.place = text();
  error.message = one_line(std::move(error.message));
  error.hint = one_line(std::move(error.hint));
  throw Failure(std::move(error));
}

std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::size_t end = std::min(text.size(), kMost);
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;  // UTF-8
  return fmt::format("\"{}{}\"", one_line(std::string(text.substr(0, end))), end < text.size() ? "…" : "");
}

}  // namespace lockstep
