#include "core/dot.h"

#include <fmt/format.h>

#include <iterator>

#include "core/text_form.h"
#include "core/text_read.h"

namespace lockstep {

namespace {

constexpr std::uint32_t kNoKernel = ~std::uint32_t{0};

template <typename... Args>
void append(std::string& out, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + '"';
}

std::string label(const Graph& graph, NodeId id) {
  const Node& node = graph[id];
  std::string out = fmt::format("n{} {}", id.value, op_text(node.op));
  if (!node.axis.empty()) out += " " + axes_text(node.axis);
  if (const ConstValue* v = std::get_if<ConstValue>(&node.constant); v != nullptr && node.op == Op::Const)
    out += " " + v->text();
  out += fmt::format("\n{} {}", dtype_text(node.dtype), text_of(node.shape));
  return node.device.empty() ? out : out + "\n@" + node.device;
}

// Boxes are realized already, or by their kernel; a double border is an output of the graph.
void append_node(std::string& out, const Graph& graph, NodeId id, bool realized, bool is_output) {
  append(out, "  n{} [label={}, shape={}{}];\n", id.value, quoted(label(graph, id)),
         realized ? "box" : "ellipse", is_output ? ", peripheries=2" : "");
}

void append_edges(std::string& out, const Graph& graph, NodeId id) {
  const Node& node = graph[id];
  for (const Ref& ref : node.src) {
    append(out, "  n{} -> n{}", ref.node.value, id.value);
    if (ref.view) append(out, " [label={}]", quoted(text_of(ref.view->shape())));
    out += ";\n";
  }
}

std::vector<bool> outputs_of(const Graph& graph) {
  std::vector<bool> is_output(graph.size());
  for (const Ref& ref : graph.outputs) is_output[ref.node.value] = true;
  return is_output;
}

// The kernel that writes each node, or the first that computes it on the way to what it writes.
std::vector<std::uint32_t> kernels_of(const Graph& graph, const Schedule& schedule) {
  std::vector<std::uint32_t> kernel(graph.size(), kNoKernel);
  std::vector<std::pair<NodeId, std::uint32_t>> written;
  for (std::uint32_t k = 0; k < schedule.kernels.size(); ++k)
    for (NodeId id : schedule.kernels[k].outputs) written.emplace_back(id, k);
  for (const auto& [id, k] : written) kernel[id.value] = k;
  for (const auto& [id, k] : written) {
    std::vector<NodeId> stack = {id};
    while (!stack.empty()) {
      const Node& node = graph[stack.back()];
      stack.pop_back();
      for (const Ref& ref : node.src) {
        if (kernel[ref.node.value] != kNoKernel || graph[ref.node].realized()) continue;
        kernel[ref.node.value] = k;
        stack.push_back(ref.node);
      }
    }
  }
  return kernel;
}

}  // namespace

std::string to_dot(const Graph& graph) {
  std::vector<bool> is_output = outputs_of(graph);
  std::string out = "digraph graph_ {\n";
  for (std::size_t i = 0; i < graph.size(); ++i)
    append_node(out, graph, NodeId(i), graph.nodes[i].realized(), is_output[i]);
  for (std::size_t i = 0; i < graph.size(); ++i) append_edges(out, graph, NodeId(i));
  return out + "}\n";
}

std::string to_dot(const Graph& graph, const Schedule& schedule) {
  std::vector<bool> is_output = outputs_of(graph);
  std::vector<std::uint32_t> kernel = kernels_of(graph, schedule);
  std::vector<bool> realized(graph.size());
  std::vector<std::string> clusters(schedule.kernels.size());
  for (const Kernel& k : schedule.kernels)
    for (NodeId id : k.outputs) realized[id.value] = true;
  std::string out = "digraph schedule {\n";
  for (std::size_t i = 0; i < graph.size(); ++i) {
    std::string& home = kernel[i] == kNoKernel ? out : clusters[kernel[i]];
    append_node(home, graph, NodeId(i), realized[i] || graph.nodes[i].realized(), is_output[i]);
  }
  for (std::size_t k = 0; k < clusters.size(); ++k)
    append(out, "  subgraph cluster_{} {{\n  label=\"kernel {}\";\n{}  }}\n", k, k, clusters[k]);
  for (std::size_t i = 0; i < graph.size(); ++i) append_edges(out, graph, NodeId(i));
  return out + "}\n";
}

}  // namespace lockstep
