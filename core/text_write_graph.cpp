// A graph as text, one node a line. Says only what a node's sources do not.

#include <fmt/format.h>

#include <iterator>

#include "core/json_tree.h"
#include "core/text_form.h"
#include "core/text_read.h"
#include "core/text_write.h"

namespace lockstep {

namespace {

std::string reference_text(const Ref& ref) {
  return fmt::format(" n{}{}", ref.node.value, ref.view ? views_text(*ref.view) : "");
}

// The target of an ASSIGN is written through the ASSIGN's view, or plainly as far as its shape goes.
std::string target_text(const Graph& graph, const Node& assign) {
  Ref target = assign.src[1];
  if (assign.assign_view)
    target.view = assign.assign_view;
  else if (graph[target.node].shape != assign.shape)
    target.view = ShapeTracker::of_shape(assign.shape);
  return reference_text(target);
}

std::string constant_text(const Node& node) {
  if (const Variable* v = std::get_if<Variable>(&node.constant)) return "variable=" + v->name;
  return std::get<ConstValue>(node.constant).text();
}

std::string head_text(const Node& node) {
  std::string out = op_text(node.op);
  if (facts(node.op).dtype_rule == DTypeRule::Free) out += " " + dtype_text(node.dtype);
  if (node.op == Op::Const) out += " " + constant_text(node);
  bool shaped = node.op == Op::Buffer || node.op == Op::Empty || node.op == Op::Custom;
  if (shaped || (node.op == Op::Const && !node.shape.empty())) out += " " + text_of(node.shape);
  if (node.op == Op::Custom) out += " " + json_text(node.custom);
  return out;
}

std::string attributes_text(const Graph& graph, const Node& node) {
  std::string out;
  if (!node.axis.empty()) out += " axes=" + axes_text(node.axis);
  if (node.op == Op::Copy) out += fmt::format(" bytes={}", node.bytes);
  if (node.memory) out += fmt::format(" memory={} offset={}", node.memory->id, node.memory->offset);
  if (node.device != inherited_device(graph, node)) out += " @" + json_text(node.device);
  if (node.forced_realize) out += " forced";
  if (!node.metadata.empty()) out += " metadata=" + json_text(node.metadata);
  return out;
}

void append_variable(std::string& out, const Variable& v) {
  fmt::format_to(std::back_inserter(out), "variable {} {}..{}", v.name, v.min, v.max);
  if (v.value) fmt::format_to(std::back_inserter(out), " = {}", *v.value);
  out += '\n';
}

}  // namespace

std::string node_text(const Graph& graph, NodeId id) {
  const Node& node = graph[id];
  std::string out = fmt::format("n{} = {}", id.value, head_text(node));
  for (std::size_t i = 0; i < node.src.size(); ++i)
    out += node.op == Op::Assign && i == 1 ? target_text(graph, node) : reference_text(node.src[i]);
  return out + attributes_text(graph, node);
}

void append_graph(std::string& out, const Graph& graph) {
  for (const Variable& v : graph.variables) append_variable(out, v);
  for (std::size_t i = 0; i < graph.size(); ++i) out += node_text(graph, NodeId(i)) += '\n';
  out += "out";
  for (const Ref& output : graph.outputs) out += reference_text(output);
  out += '\n';
}

std::string to_text(const Graph& graph) {
  std::string out;
  append_graph(out, graph);
  return out;
}

}  // namespace lockstep
