// place.h: where in a graph or a file something stands; spelled out only when something is wrong there.
//
//   Place node{"node", 7};
//   Place source{"source", 1, &node};
//   source.refuse("its shape [3] is not [4]");   // node 7, source 1: its shape [3] is not [4]
// A Place points at the one around it, which must outlive it: hand Places down the stack, never up.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"

namespace lockstep {

struct Place {
  std::string_view what = {};  // empty: the whole file
  std::optional<std::size_t> index = {};
  const Place* around = nullptr;

  std::string text() const;
  [[noreturn]] void refuse(std::string message, std::string hint = {}) const;
  [[noreturn]] void refuse(Error error) const;  // the error, placed here unless it has a place
};

// A file's own words in a message: in quotes, shortened, on one line.
std::string shown(std::string_view text);

// Runs `body`; a Failure without a place gets this one.
template <typename Body>
auto placed(const Place& place, Body&& body) -> decltype(body()) {
  try {
    return body();
  } catch (const Failure& failure) {
    place.refuse(failure.error());
  }
}

}  // namespace lockstep
