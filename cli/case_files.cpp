#include "cli/case_files.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace lockstep {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kRefusal = ".expect";
constexpr std::array<std::string_view, 2> kCases = {".json", ".lockstep"};

// By the text, not by fs::path::extension, for which a file named ".json" has none.
bool is_case(const std::string& path) {
  return std::any_of(kCases.begin(), kCases.end(),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

bool is_there(const std::string& path) {
  std::error_code unseen;
  return fs::exists(path, unseen);
}

CaseFile as_case_file(const std::string& path) {
  for (std::string_view ending : kCases) {
    if (!path.ends_with(ending)) continue;
    std::string refusal = path.substr(0, path.size() - ending.size()) + std::string(kRefusal);
    if (is_there(refusal)) return {path, refusal};
  }
  return {path};
}

bool is_orphan(const std::string& path) {
  if (!path.ends_with(kRefusal)) return false;
  std::string name = path.substr(0, path.size() - kRefusal.size());
  return std::none_of(kCases.begin(), kCases.end(),
                      [&](std::string_view ending) { return is_there(name + std::string(ending)); });
}

std::vector<CaseFile> under_folder(const fs::path& folder) {
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (!entry.is_directory() && (is_case(entry.path()) || is_orphan(entry.path())))
      found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  std::vector<CaseFile> files;
  for (const std::string& path : found) files.push_back(as_case_file(path));
  return files;
}

}  // namespace

std::vector<CaseFile> case_files_under(const std::vector<std::string>& paths) {
  std::vector<CaseFile> files;
  for (const std::string& path : paths) {
    if (path != "-" && !is_there(path))
      throw Failure(Error{ErrorKind::BadInput, "no such file or folder", path});
    try {
      std::vector<CaseFile> some =
          fs::is_directory(path) ? under_folder(path) : std::vector{as_case_file(path)};
      files.insert(files.end(), some.begin(), some.end());
    } catch (const fs::filesystem_error& error) {
      throw Failure(Error{ErrorKind::BadInput, error.code().message(), path});
    }
  }
  if (files.empty())
    throw Failure(ErrorKind::BadInput, "no case file (*.json, *.lockstep) under the given paths");
  return files;
}

}  // namespace lockstep
