// load.h: a file, whatever its form, as a Case. JSON if its first character that is not space is '{', else
// text.
#pragma once

#include <string>

#include "core/case.h"
#include "core/error.h"

namespace lockstep {

// "-" is stdin. A graph file becomes a case with default options and no expectation. Error::place does not hold
// the path; the caller prints it in front.
Result<Case> load_case(const std::string& path);
Result<Case> case_from_any(std::string_view text);
Result<std::string> read_file(const std::string& path);

}  // namespace lockstep
