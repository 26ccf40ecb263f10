#include "core/load.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "core/json_form.h"
#include "core/text_form.h"

namespace lockstep {

namespace {

tl::unexpected<Error> unreadable(std::string why) {
  return tl::make_unexpected(Error{ErrorKind::BadInput, std::move(why)});
}

Result<std::string> all_of(std::FILE* file) {
  std::string text;
  char block[1 << 16];
  while (std::size_t n = std::fread(block, 1, sizeof block, file)) text.append(block, n);
  if (std::ferror(file)) return unreadable(std::string("cannot be read: ") + std::strerror(errno));
  return text;
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
  if (path == "-") return all_of(stdin);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return unreadable("is a folder, not a file");
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file)
    return unreadable(errno == ENOENT ? "no such file"
                                      : std::string("cannot be opened: ") + std::strerror(errno));
  return all_of(file.get());
}

Result<Case> case_from_any(std::string_view text) {
  std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return unreadable("the file is empty");
  return text[first] == '{' ? case_or_graph_from_json(text) : case_from_text(text);
}

Result<Case> load_case(const std::string& path) {
  return read_file(path).and_then([](const std::string& text) { return case_from_any(text); });
}

}  // namespace lockstep
