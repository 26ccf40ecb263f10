// Any bytes as a case file, in either form: refused with a line, or a case that both forms print and read back
// equal.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "core/json_form.h"
#include "core/load.h"
#include "core/text_form.h"

namespace {

using lockstep::Case;
using lockstep::Result;

void require(bool holds, const char* what, const std::string& detail) {
  if (holds) return;
  std::fprintf(stderr, "%s\n%s\n", what, detail.c_str());
  std::abort();
}

void require_same(const Case& c, const Result<Case>& again, const char* form, const std::string& printed) {
  require(again.has_value(), form, again ? "" : again.error().line() + "\n" + printed);
  require(*again == c, form, "reads back as another case:\n" + printed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Result<Case> c = lockstep::case_from_any({reinterpret_cast<const char*>(data), size});
  if (!c) {
    std::string line = c.error().line();
    require(!line.empty() && line.find('\n') == std::string::npos, "an error is one line:", line);
    require(c.error().kind != lockstep::ErrorKind::Internal, "a broken invariant:", line);
    return 0;
  }
  std::string json = lockstep::to_json(*c), text = lockstep::to_text(*c);
  require_same(*c, lockstep::case_from_json(json), "JSON form:", json);
  require_same(*c, lockstep::case_from_text(text), "text form:", text);
  return 0;
}
