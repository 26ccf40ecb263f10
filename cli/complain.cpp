#include "cli/complain.h"

#include <fmt/core.h>

#include <cstdio>

namespace lockstep {

std::string one_line(std::string_view text) {
  std::string line;
  for (char c : text) {
    bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    line += control ? fmt::format("\\x{:02x}", static_cast<unsigned>(c)) : std::string(1, c);
  }
  return line;
}

std::string shown_path(const std::string& path) { return path == "-" ? "stdin" : path; }

void complain(std::string_view where, const Error& error) {
  fmt::print(stderr, "{}: {}\n", one_line(where), one_line(error.line()));
}

}  // namespace lockstep
