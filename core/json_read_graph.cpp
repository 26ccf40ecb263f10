#include <fmt/format.h>

#include "core/json_read.h"
#include "core/validate.h"

namespace lockstep {

namespace {

Variable read_variable(const Json& json, const Place& place) {
  require_object(json, place);
  Variable v;
  v.name = read_text(need(json, "name", place), "name", place);
  v.min = read_integer(need(json, "min", place), "min", place);
  v.max = read_integer(need(json, "max", place), "max", place);
  if (const Json* value = json.find("value")) v.value = read_integer(*value, "value", place);
  return v;
}

// G3. A view that is the node's own contiguous shape says nothing.
Ref tidied(const Graph& graph, Ref ref) {
  bool known = ref.node.value < graph.size();
  if (known && ref.view && ref.view->contiguous() && ref.view->shape() == graph[ref.node].shape)
    ref.view.reset();
  return ref;
}

Ref read_reference(const Json& json, const Graph& graph, const Place& place) {
  if (json.object() == nullptr) return {read_node_id(json, "node", place)};
  Ref ref{read_node_id(need(json, "node", place), "node", place)};
  if (const Json* views = json.find("views")) ref.view = read_views(*views, graph.variables, place);
  return tidied(graph, std::move(ref));
}

Op read_op(const Json& json, const Place& place) {
  const std::string& name = read_text(json, "op", place);
  std::optional<Op> op = op_named(name);
  if (!op)
    place.refuse(fmt::format("unknown op {}", shown(name)),
                 fmt::format("did you mean \"{}\"?", closest_op_name(name)));
  return *op;
}

// A variable that can only be one number is that number.
std::variant<ConstValue, Variable> read_constant(const Json& json, DType dtype, const Variables& variables,
                                                 const Place& place) {
  if (json.object() == nullptr) return read_value(json, dtype, "arg", place);
  const std::string& name = read_text(need(json, "var", place), "var", place);
  for (const Variable& v : variables) {
    if (v.name != name) continue;
    if (v.min != v.max) return v;
    return placed(place, [&] { return ConstValue::of_int(v.min).as(dtype); });
  }
  place.refuse(fmt::format("unknown variable {}", shown(name)), "list it under \"variables\"");
}

std::optional<Memory> read_memory(const Json& json, const Place& place) {
  const Json *memory = json.find("memory"), *offset = json.find("offset");
  if (memory == nullptr && offset == nullptr) return std::nullopt;
  if (memory == nullptr) place.refuse("\"offset\" without \"memory\"");
  if (offset == nullptr) place.refuse("\"memory\" without \"offset\"", "in bytes from its beginning");
  return Memory{read_integer(*memory, "memory", place), read_integer(*offset, "offset", place)};
}

void read_sources(const Json& json, const Graph& graph, Node& node, const Place& place) {
  const Json::List& sources = read_list(json, "src", place);
  for (std::size_t i = 0; i < sources.size(); ++i)
    node.src.push_back(read_reference(sources[i], graph, Place{"source", i, &place}));
}

Node read_node(const Json& json, const Graph& graph, const Place& place) {
  require_object(json, place);
  Node node;
  node.op = read_op(need(json, "op", place), place);
  node.dtype = read_dtype(need(json, "dtype", place), place);
  node.shape = read_dims(need(json, "shape", place), "shape", graph.variables, place);
  if (const Json* v = json.find("device")) node.device = read_text(*v, "device", place);
  if (node.op == Op::Const)
    node.constant = read_constant(need(json, "arg", place), node.dtype, graph.variables, place);
  if (const Json* v = json.find("axis")) node.axis = read_axes(*v, place);
  if (const Json* v = json.find("forced_realize")) node.forced_realize = read_bool(*v, "forced_realize", place);
  if (const Json* v = json.find("views"))
    node.assign_view = read_views(*v, graph.variables, Place{"target", {}, &place});
  if (node.assign_view && node.assign_view->contiguous() && node.assign_view->shape() == node.shape)
    node.assign_view.reset();
  if (const Json* v = json.find("bytes")) node.bytes = read_count(*v, "bytes", place);
  if (const Json* v = json.find("custom")) node.custom = compact(*v);
  node.memory = read_memory(json, place);
  if (const Json* v = json.find("metadata")) node.metadata = read_text(*v, "metadata", place);
  if (const Json* v = json.find("src")) read_sources(*v, graph, node, place);
  return node;
}

}  // namespace

Graph read_graph(Json& json, const Place& place) {
  require_version(json, "graph/1", place);
  Graph graph;
  if (const Json* variables = json.find("variables")) {
    const Json::List& list = read_list(*variables, "variables", place);
    for (std::size_t i = 0; i < list.size(); ++i)
      graph.variables.push_back(read_variable(list[i], Place{"variable", i}));
    validate_variables(graph);
  }
  read_list(need(json, "nodes", place), "nodes", place);
  Json::List& nodes = *json.find("nodes")->list();
  graph.nodes.reserve(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    graph.nodes.push_back(read_node(nodes[i], graph, Place{"node", i}));
    validate_node(graph, NodeId(i));
    nodes[i] = Json();  // a graph of a million nodes is not held twice
  }
  const Json::List& outputs = read_list(need(json, "outputs", place), "outputs", place);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    graph.outputs.push_back(read_reference(outputs[i], graph, Place{"output", i}));
  validate_whole(graph);
  return graph;
}

}  // namespace lockstep
