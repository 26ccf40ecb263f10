#include "core/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/validate_parts.h"

namespace lockstep {

namespace {

// What an expression's reader takes as one word.
bool is_name(const std::string& name) {
  auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && letter(name[0]) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || digit(c); });
}

void validate_outputs(const Graph& graph) {
  if (graph.outputs.empty())
    Place{}.refuse("the graph has no outputs", "\"outputs\" lists at least one reference");
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    const Ref& output = graph.outputs[i];
    Place place{"output", i};
    if (output.node.value >= graph.size())
      place.refuse(fmt::format("there is no node {}", output.node.value),
                   fmt::format("nodes in the graph: {}", graph.size()));
    validate_reference(graph, output, graph.size(), place);
  }
}

// An allocation lies on one device.
void validate_allocations(const Graph& graph) {
  std::map<std::int64_t, NodeId> owners;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Node& node = graph.nodes[i];
    if (!node.memory) continue;
    auto [found, fresh] = owners.emplace(node.memory->id, NodeId(i));
    const Node& owner = graph[found->second];
    if (!fresh && owner.device != node.device)
      Place{"node", i}.refuse(fmt::format("memory {} is on device {} for node {}, on {} here", node.memory->id,
                                          shown(owner.device), found->second.value, shown(node.device)));
  }
}

}  // namespace

void validate_variables(const Graph& graph) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < graph.variables.size(); ++i) {
    const Variable& v = graph.variables[i];
    Place place{"variable", i};
    if (!is_name(v.name))
      place.refuse(fmt::format("\"{}\" is no name", v.name), "letters, digits and _, no digit first");
    if (!names.insert(v.name).second) place.refuse(fmt::format("a second variable \"{}\"", v.name));
    placed(place, [&] { Sint::variable(v); });
  }
}

void validate_whole(const Graph& graph) {
  validate_variables(graph);
  validate_outputs(graph);
  validate_allocations(graph);
  validate_hazards(graph);
}

Result<void> validate(const Graph& graph) {
  try {
    validate_variables(graph);
    for (std::size_t i = 0; i < graph.size(); ++i) validate_node(graph, NodeId(i));
    validate_whole(graph);
  } catch (const Failure& failure) {
    return tl::make_unexpected(failure.error());
  }
  return {};
}

}  // namespace lockstep
