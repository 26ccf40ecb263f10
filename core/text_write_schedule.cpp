// A schedule as text, one kernel a block, one AST node a line.

#include <fmt/format.h>

#include <iterator>

#include "core/json_tree.h"
#include "core/text_form.h"
#include "core/text_parts.h"
#include "core/text_write.h"

namespace lockstep {

namespace {

template <typename... Args>
void append(std::string& out, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

// Where a name could follow, void is spelled out.
void append_dtype(std::string& out, const AstNode& node) {
  bool has_dtype = node.dtype != DType(Scalar::Void) || node.kind == UOpKind::DefineVar;
  if (has_dtype) append(out, " {}", dtype_text(node.dtype));
}

struct ArgumentText {
  std::string& out;
  const AstNode& node;

  void operator()(std::monostate) {}
  void operator()(const ShapeTracker& st) { append(out, " {}", views_text(st)); }
  void operator()(const ConstValue& value) { append(out, " {}", value.text()); }
  void operator()(std::int64_t place) { append(out, " {}", place); }
  void operator()(const DefineVar& v) { append(out, " {} {}..{}", name_text(v.name), v.min, v.max); }
  void operator()(const ReduceArg& reduce) {
    append(out, " {} {}", name_of(reduce.alu), axes_text(reduce.axis));
  }
  void operator()(Op op) {
    if (node.kind != UOpKind::Alu) append(out, " {}", name_of(op));
  }
};

void append_uop(std::string& out, const AstNode& node, std::size_t place) {
  append(out, "  %{} = {}", place, name_of(node));
  append_dtype(out, node);
  std::visit(ArgumentText{out, node}, node.arg);
  for (std::uint32_t source : node.src) append(out, " %{}", source);
  out += '\n';
}

void append_kernel(std::string& out, const Kernel& kernel, std::size_t place) {
  append(out, "kernel {} writes", place);
  for (NodeId id : kernel.outputs) append(out, " n{}", id.value);
  if (!kernel.inputs.empty()) out += " reads";
  for (NodeId id : kernel.inputs) append(out, " n{}", id.value);
  if (!kernel.after.empty()) out += " after";
  for (KernelId id : kernel.after) append(out, " {}", id.value);
  if (!kernel.metadata.empty()) out += " metadata";
  for (const std::string& text : kernel.metadata) append(out, " {}", json_text(text));
  out += '\n';
  for (std::size_t i = 0; i < kernel.ast.size(); ++i) append_uop(out, kernel.ast[i], i);
}

}  // namespace

void append_schedule(std::string& out, const Schedule& schedule) {
  if (!schedule.variables.empty()) out += "bound";
  for (const auto& [name, value] : schedule.variables) append(out, " {}={}", name_text(name), value);
  if (!schedule.variables.empty()) out += '\n';
  if (schedule.kernels.empty()) out += "# no kernels\n";
  for (std::size_t i = 0; i < schedule.kernels.size(); ++i) append_kernel(out, schedule.kernels[i], i);
}

std::string to_text(const Schedule& schedule) {
  std::string out;
  append_schedule(out, schedule);
  return out;
}

}  // namespace lockstep
