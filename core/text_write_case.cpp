// A case as text: the graph, and what is known about it.

#include <fmt/format.h>

#include <iterator>

#include "core/json_tree.h"
#include "core/text_form.h"
#include "core/text_parts.h"
#include "core/text_write.h"

namespace lockstep {

namespace {

constexpr std::size_t kWidth = 110;

void append_options(std::string& out, const Options& options) {
  const Options usual;
  std::string said;
  auto flag = [&](const char* name, bool value, bool usually) {
    if (value != usually) said += fmt::format(" {}={}", name, int(value));
  };
  flag("multioutput", options.multioutput, usual.multioutput);
  flag("fuse_arange", options.fuse_arange, usual.fuse_arange);
  flag("fuse_conv_bw", options.fuse_conv_bw, usual.fuse_conv_bw);
  flag("ast_rewrite", options.ast_rewrite, usual.ast_rewrite);
  if (!said.empty()) out += "options" + said + '\n';
  for (const auto& [device, most] : options.buf_max)
    out += fmt::format("buf_max {}={}\n", name_text(device), most);
}

void append_groups(std::string& out, const std::vector<std::vector<NodeId>>& groups) {
  out += "expect kernels";
  for (const std::vector<NodeId>& group : groups) {
    out += " {";
    for (NodeId id : group) out += fmt::format("{}n{}", out.back() == '{' ? "" : ", ", id.value);
    out += '}';
  }
  out += '\n';
}

void append_expected(std::string& out, const ExpectedSchedule& expected) {
  if (expected == ExpectedSchedule()) out += "expect\n";
  if (expected.kernel_count) out += fmt::format("expect count {}\n", *expected.kernel_count);
  if (expected.compute_kernel_count)
    out += fmt::format("expect compute_count {}\n", *expected.compute_kernel_count);
  if (expected.groups) append_groups(out, *expected.groups);
  if (!expected.schedule) return;
  out += "expect schedule\n";
  append_schedule(out, *expected.schedule);
}

// A list that is long goes over several lines.
void append_elements(std::string& out, const ElementList& elements) {
  std::size_t line = out.rfind('\n') + 1;
  out += '[';
  for (std::size_t i = 0; i < elements.size(); ++i) {
    std::string text = elements[i].text();
    if (i > 0) out += ',';
    bool full = out.size() - line + text.size() + 2 > kWidth;
    if (full) line = out.size() + 1;
    if (i > 0) out += full ? "\n  " : " ";
    out += text;
  }
  out += "]\n";
}

void append_values(std::string& out, const char* kind, const std::map<std::uint32_t, ElementList>& values) {
  for (const auto& [id, elements] : values) {
    out += fmt::format("values {} n{} = ", kind, id);
    append_elements(out, elements);
  }
}

}  // namespace

std::string to_text(const Case& c) {
  std::string out;
  if (!c.name.empty()) out += fmt::format("name {}\n", json_text(c.name));
  append_options(out, c.options);
  append_graph(out, c.graph);
  if (!c.upstream.empty()) out += fmt::format("upstream {}\n", json_text(c.upstream));
  if (c.upstream_seconds)
    out += fmt::format("upstream_seconds {}\n", ConstValue::of_float(*c.upstream_seconds).text());
  if (c.expect) {
    if (const auto* error = std::get_if<ExpectedError>(&*c.expect))
      out += fmt::format("expect error {}\n", json_text(error->text));
    else
      append_expected(out, std::get<ExpectedSchedule>(*c.expect));
  }
  if (!c.values) return out;
  if (*c.values == Values()) out += "values\n";
  append_values(out, "inputs", c.values->inputs);
  append_values(out, "outputs", c.values->outputs);
  append_values(out, "memory", c.values->memory);
  return out;
}

}  // namespace lockstep
