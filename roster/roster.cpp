#include "roster/roster.h"

#include <array>

#include "ref/scheduler.h"

namespace lockstep {

namespace {

struct Entry {
  std::string_view name;
  std::unique_ptr<Scheduler> (*make)();
};

template <typename Engine>
std::unique_ptr<Scheduler> make() {
  return std::make_unique<Engine>();
}

constexpr std::array kEngines = {
    Entry{"ref", make<ref::Scheduler>},
};

std::string known_engines() {
  std::string list;
  for (std::string_view name : engine_names()) list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

}  // namespace

std::vector<std::string_view> engine_names() {
  std::vector<std::string_view> names;
  for (const Entry& entry : kEngines) names.push_back(entry.name);
  return names;
}

Result<std::unique_ptr<Scheduler>> make_engine(std::string_view name) {
  for (const Entry& entry : kEngines)
    if (entry.name == name) return entry.make();
  return tl::make_unexpected(Error{
      ErrorKind::BadInput, "unknown engine \"" + std::string(name) + "\"", {}, "engines: " + known_engines()});
}

}  // namespace lockstep
