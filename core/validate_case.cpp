#include "core/validate_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/place.h"

namespace lockstep {

namespace {

void require_node(NodeId id, const Graph& graph, const Place& place) {
  if (id.value >= graph.size())
    place.refuse(fmt::format("there is no node {}", id.value),
                 fmt::format("nodes in the graph: {}", graph.size()));
}

// How many sources a UOp has: at least, at most.
std::pair<std::size_t, std::size_t> arity(const AstNode& node) {
  switch (node.kind) {
    case UOpKind::Sink:
      return {1, std::numeric_limits<std::size_t>::max()};
    case UOpKind::Ext:
    case UOpKind::ShapeTracker:
    case UOpKind::DefineGlobal:
    case UOpKind::DefineVar:
    case UOpKind::Const:
      return {0, 0};
    case UOpKind::Swizzle:
    case UOpKind::Valid:
    case UOpKind::ReduceAxis:
    case UOpKind::Cast:
    case UOpKind::Bitcast:
      return {1, 1};
    case UOpKind::Load:
    case UOpKind::Assign:
      return {2, 2};
    case UOpKind::Store:
      return {3, 3};
    case UOpKind::Alu:
      break;
  }
  auto sources = static_cast<std::size_t>(facts(std::get<Op>(node.arg)).arity);
  return {sources, sources};
}

// The alternative of UOpArg that this kind carries.
bool has_its_argument(const AstNode& node) {
  switch (node.kind) {
    case UOpKind::ShapeTracker:
    case UOpKind::Swizzle:
      return std::holds_alternative<ShapeTracker>(node.arg);
    case UOpKind::Const:
      return std::holds_alternative<ConstValue>(node.arg);
    case UOpKind::DefineGlobal:
      return std::holds_alternative<std::int64_t>(node.arg);
    case UOpKind::DefineVar:
      return std::holds_alternative<DefineVar>(node.arg);
    case UOpKind::ReduceAxis:
      return std::holds_alternative<ReduceArg>(node.arg);
    case UOpKind::Ext:
      return std::holds_alternative<Op>(node.arg);
    case UOpKind::Alu:
      return std::holds_alternative<Op>(node.arg) && is_alu(std::get<Op>(node.arg));
    default:
      return std::holds_alternative<std::monostate>(node.arg);
  }
}

void validate_ast_node(const Kernel& kernel, std::size_t at, const Place& place) {
  const AstNode& node = kernel.ast[at];
  if (!has_its_argument(node)) place.refuse(fmt::format("{} without its argument", name_of(node.kind)));
  auto [least, most] = arity(node);
  if (node.src.size() < least || node.src.size() > most)
    place.refuse(fmt::format("{} takes {} source{}, not {}", name_of(node), least, least == 1 ? "" : "s",
                             node.src.size()));
  for (std::uint32_t source : node.src)
    if (source >= at)
      place.refuse(fmt::format("there is no AST node {} before it", source), "sources come before their users");
  if (node.kind == UOpKind::DefineGlobal) {
    std::size_t buffers = kernel.outputs.size() + kernel.inputs.size();
    auto index = std::get<std::int64_t>(node.arg);
    if (index < 0 || static_cast<std::size_t>(index) >= buffers)
      place.refuse(fmt::format("there is no buffer {}", index),
                   fmt::format("outputs and inputs of the kernel: {}", buffers));
  }
}

void validate_ast(const Kernel& kernel, const Place& place) {
  if (kernel.ast.empty()) return;  // a stranger need not speak UOp
  for (std::size_t i = 0; i < kernel.ast.size(); ++i)
    validate_ast_node(kernel, i, Place{"AST node", i, &place});
  UOpKind root = kernel.ast.back().kind;
  if (root != UOpKind::Sink && root != UOpKind::Ext)
    place.refuse(fmt::format("the AST ends in {}", name_of(kernel.ast.back())), "SINK or EXT is last");
}

bool holds_integer(DType dtype, const ConstValue& value) {
  const std::int64_t* small = std::get_if<std::int64_t>(&value.variant());
  int bits = 8 * item_size(dtype);
  if (small == nullptr) return dtype == DType(Scalar::UInt64);
  if (is_unsigned(dtype)) return *small >= 0 && (bits == 64 || *small >> bits == 0);
  return bits == 64 || (*small >> (bits - 1)) == (*small < 0 ? -1 : 0);
}

bool holds(DType dtype, const ConstValue& value) {
  if (is_float(dtype)) return value.is_float();
  if (is_bool(dtype)) return value.is_bool();
  return value.is_int() && holds_integer(dtype, value);
}

void validate_elements(DType dtype, const ElementList& elements, const Place& place) {
  for (std::size_t i = 0; i < elements.size(); ++i)
    if (!holds(dtype, elements[i]))
      place.refuse(fmt::format("element {} is {}, which is no {}", i, elements[i].text(), text_of(dtype)));
}

// An ASSIGN's result is given as itself or as all of its target.
void validate_length(const Graph& graph, NodeId id, std::size_t length, const Place& place) {
  const Node& node = graph[id];
  auto holds = static_cast<std::size_t>(node.size());
  bool fits = length == holds;
  if (node.op == Op::Assign) fits = fits || length == static_cast<std::size_t>(graph[node.src[1].node].size());
  if (!fits) place.refuse(fmt::format("{} elements, not {}", length, holds));
}

using Elements = std::map<std::uint32_t, ElementList>;
template <typename Fits>
void validate_elements(const Graph& graph, const Elements& elements, const Place& place, std::string_view kind,
                       Fits&& fits) {
  for (const auto& [id, list] : elements) {
    require_node(NodeId(id), graph, place);
    Place here{"node", id, &place};
    if (!fits(NodeId(id))) here.refuse(fmt::format("{} is no {}", name_of(graph[NodeId(id)].op), kind));
    validate_length(graph, NodeId(id), list.size(), here);
    validate_elements(graph[NodeId(id)].dtype, list, here);
  }
}

void validate_values(const Values& values, const Graph& graph) {
  std::vector<bool> is_output(graph.size());
  for (const Ref& output : graph.outputs) is_output[output.node.value] = true;
  auto buffer = [&](NodeId id) { return graph[id].op == Op::Buffer; };
  Place place{"values"};
  validate_elements(graph, values.inputs, Place{"inputs", {}, &place}, "BUFFER", buffer);
  validate_elements(graph, values.outputs, Place{"outputs", {}, &place}, "output",
                    [&](NodeId id) { return bool(is_output[id.value]); });
  validate_elements(graph, values.memory, Place{"memory", {}, &place}, "BUFFER", buffer);
}

}  // namespace

void validate_schedule(const Schedule& schedule, const Graph& graph) {
  for (std::size_t i = 0; i < schedule.kernels.size(); ++i) {
    const Kernel& kernel = schedule.kernels[i];
    Place place{"kernel", i};
    if (kernel.outputs.empty()) place.refuse("no outputs");
    for (NodeId id : kernel.outputs) require_node(id, graph, place);
    for (NodeId id : kernel.inputs) require_node(id, graph, place);
    for (KernelId id : kernel.after)
      if (id.value >= schedule.kernels.size())
        place.refuse(fmt::format("there is no kernel {}", id.value),
                     fmt::format("kernels in the schedule: {}", schedule.kernels.size()));
    validate_ast(kernel, place);
  }
}

void validate_case(const Case& c) {
  if (c.values) validate_values(*c.values, c.graph);
  const ExpectedSchedule* expected = c.expect ? std::get_if<ExpectedSchedule>(&*c.expect) : nullptr;
  if (expected == nullptr) return;
  if (expected->schedule) validate_schedule(*expected->schedule, c.graph);
  if (!expected->groups) return;
  Place place{"groups"};
  for (const std::vector<NodeId>& group : *expected->groups)
    for (NodeId id : group) require_node(id, c.graph, place);
}

}  // namespace lockstep
