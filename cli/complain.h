// complain.h: an error as one line on stderr: `WHERE: place: message (hint)`.
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"

namespace lockstep {

void complain(std::string_view where, const Error& error);
std::string shown_path(const std::string& path);  // "-" reads as stdin

// Control characters, which a file or an argument may bring along, spelled out: one line stays one line.
std::string one_line(std::string_view text);

}  // namespace lockstep
