// case_files.h: the case files under paths, in a fixed order.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/error.h"

namespace lockstep {

// A file, and the refusal that it must get where a NAME.expect lies beside it.
struct CaseFile {
  std::string path;
  std::optional<std::string> refusal_path = {};
};

// A folder gives its *.json and *.lockstep files at any depth, sorted by path; a file gives itself. A
// NAME.expect whose case file is missing counts too, so that it fails. Failure(BadInput) for a path that is not
// there, or if there is no file at all.
std::vector<CaseFile> case_files_under(const std::vector<std::string>& paths);

}  // namespace lockstep
