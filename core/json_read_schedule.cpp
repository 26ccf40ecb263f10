#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/json_read.h"
#include "core/validate_case.h"

namespace lockstep {

namespace {

// An AST's expressions are over the graph's variables without their bindings.
Variables unbound(Variables variables) {
  for (Variable& v : variables) v.value.reset();
  return variables;
}

std::optional<UOpKind> kind_named(std::string_view name) {
  for (int k = 0; k < static_cast<int>(UOpKind::Alu); ++k)
    if (name_of(static_cast<UOpKind>(k)) == name) return static_cast<UOpKind>(k);
  return std::nullopt;
}

Op read_op(const Json& json, std::string_view key, const Place& place) {
  const std::string& name = read_text(json, key, place);
  std::optional<Op> op = op_named(name);
  if (!op)
    place.refuse(fmt::format("unknown \"{}\" {}", key, shown(name)),
                 fmt::format("did you mean \"{}\"?", closest_op_name(name)));
  return *op;
}

DefineVar read_define_var(const Json& json, const Place& place) {
  const Json::List& list = read_list(json, "arg", place);
  if (list.size() != 3) place.refuse(fmt::format("\"arg\" has {} entries", list.size()), "[name, min, max]");
  return {read_text(list[0], "arg", place), read_integer(list[1], "arg", place),
          read_integer(list[2], "arg", place)};
}

UOpArg read_arg(const Json& json, const AstNode& node, const Variables& variables, const Place& place) {
  auto arg = [&]() -> const Json& { return need(json, "arg", place); };
  switch (node.kind) {
    case UOpKind::ShapeTracker:
    case UOpKind::Swizzle:
      return read_views(need(json, "views", place), variables, place);
    case UOpKind::Const:
      return read_value(arg(), node.dtype, "arg", place);
    case UOpKind::DefineGlobal:
      return read_count(arg(), "arg", place);
    case UOpKind::DefineVar:
      return read_define_var(arg(), place);
    case UOpKind::Ext:
      return read_op(arg(), "arg", place);
    case UOpKind::ReduceAxis:
      return ReduceArg{read_op(need(json, "alu", place), "alu", place),
                       read_axes(need(json, "axis", place), place)};
    default:
      return {};
  }
}

AstNode read_ast_node(const Json& json, const Variables& variables, const Place& place) {
  require_object(json, place);
  AstNode node;
  const std::string& name = read_text(need(json, "op", place), "op", place);
  std::optional<UOpKind> kind = kind_named(name);
  std::optional<Op> op = kind ? std::nullopt : op_named(name);
  if (!kind && !(op && is_alu(*op))) place.refuse(fmt::format("unknown UOp {}", shown(name)));
  node.kind = kind.value_or(UOpKind::Alu);
  node.dtype = read_dtype(need(json, "dtype", place), place);
  if (const Json* src = json.find("src"))
    for (NodeId id : read_node_ids(*src, "src", place)) node.src.push_back(id.value);
  node.arg = op ? UOpArg(*op) : read_arg(json, node, variables, place);
  return node;
}

std::vector<KernelId> read_after(const Json& json, const Place& place) {
  std::vector<KernelId> after;
  for (const Json& item : read_list(json, "after", place)) {
    std::int64_t id = read_count(item, "after", place);
    if (id > std::numeric_limits<std::uint32_t>::max()) place.refuse(fmt::format("there is no kernel {}", id));
    after.emplace_back(static_cast<std::size_t>(id));
  }
  std::sort(after.begin(), after.end());
  after.erase(std::unique(after.begin(), after.end()), after.end());
  return after;
}

Kernel read_kernel(const Json& json, const Variables& variables, const Place& place) {
  require_object(json, place);
  Kernel kernel;
  kernel.outputs = read_node_ids(need(json, "outputs", place), "outputs", place);
  if (const Json* v = json.find("inputs")) kernel.inputs = read_node_ids(*v, "inputs", place);
  if (const Json* v = json.find("after")) kernel.after = read_after(*v, place);
  if (const Json* v = json.find("ast")) {
    const Json::List& list = read_list(*v, "ast", place);
    for (std::size_t i = 0; i < list.size(); ++i)
      kernel.ast.push_back(read_ast_node(list[i], variables, Place{"AST node", i, &place}));
  }
  if (const Json* v = json.find("metadata"))
    for (const Json& item : read_list(*v, "metadata", place))
      kernel.metadata.push_back(read_text(item, "metadata", place));
  return kernel;
}

}  // namespace

Schedule read_schedule(const Json& json, const Graph& graph, const Place& place) {
  require_version(json, "schedule/1", place);
  Variables variables = unbound(graph.variables);
  Schedule schedule;
  const Json::List& kernels = read_list(need(json, "kernels", place), "kernels", place);
  for (std::size_t i = 0; i < kernels.size(); ++i)
    schedule.kernels.push_back(read_kernel(kernels[i], variables, Place{"kernel", i}));
  if (const Json* values = json.find("variables")) {
    require_object(*values, Place{"variables", {}, &place});
    for (const auto& [name, value] : *values->object())
      schedule.variables[name] = read_integer(value, name, place);
  }
  validate_schedule(schedule, graph);
  return schedule;
}

}  // namespace lockstep
