// How many and which shapes and dtypes an op takes (G4).

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/validate_parts.h"

namespace lockstep {

namespace {

void refuse_shape(const Dims& has, const Dims& needs, const Place& place) {
  place.refuse(fmt::format("its shape {} is not {}", text_of(has), text_of(needs)));
}

void validate_axes(const Node& node, const Dims& source, const Place& place) {
  std::string list = fmt::format("[{}]", fmt::join(node.axis, ","));
  if (node.axis.empty()) place.refuse(fmt::format("{} without axes", name_of(node.op)), "\"axis\" lists them");
  for (std::size_t i = 0; i < node.axis.size(); ++i) {
    if (node.axis[i] < 0 || static_cast<std::size_t>(node.axis[i]) >= source.size())
      place.refuse(fmt::format("axis {} of a shape of {} dimensions", node.axis[i], source.size()));
    if (i > 0 && node.axis[i] <= node.axis[i - 1])
      place.refuse(fmt::format("the axes {} do not ascend", list), "each once, the smallest first");
  }
}

void validate_reduction(const Node& node, const Dims& source, const Place& place) {
  validate_axes(node, source, place);
  Dims reduced = source;
  for (int axis : node.axis) reduced[static_cast<std::size_t>(axis)] = 1;
  if (reduced != node.shape)
    place.refuse(fmt::format("reducing {} along [{}] gives {}, not {}", text_of(source),
                             fmt::join(node.axis, ","), text_of(reduced), text_of(node.shape)));
}

DType dtype_of(const Graph& graph, const Node& node, std::size_t source) {
  return graph[node.src[source].node].dtype;
}

void require_dtype(DType has, DType needs, const Place& place) {
  if (has != needs)
    place.refuse(fmt::format("its dtype {} is not {}", text_of(has), text_of(needs)), "a CAST goes between");
}

void validate_size_kept(const Graph& graph, const Node& node, const Place& place) {
  DType from = dtype_of(graph, node, 0);
  if (item_size(from) != item_size(node.dtype))
    place.refuse(fmt::format("{} of {} to {}", name_of(node.op), text_of(from), text_of(node.dtype)),
                 "both must have the same size");
}

bool is_bitwise(Op op) {
  return op == Op::Xor || op == Op::Or || op == Op::And || op == Op::Shl || op == Op::Shr;
}

void validate_meaning(const Node& node, const Place& place) {
  bool ok = node.op == Op::Threefry ? node.dtype == DType(Scalar::UInt64)
                                    : !is_bitwise(node.op) || !is_float(node.dtype);
  if (!ok)
    place.refuse(fmt::format("{} of {}", name_of(node.op), text_of(node.dtype)),
                 node.op == Op::Threefry ? "uint64 only" : "integers and bool only");
}

// The dtype that source `i` must have, by the op's rule.
DType needed_dtype(const Graph& graph, const Node& node, std::size_t i) {
  switch (facts(node.op).dtype_rule) {
    case DTypeRule::Same:
      return node.dtype;
    case DTypeRule::Compare:
      return dtype_of(graph, node, 0);
    case DTypeRule::Select:
      return i == 0 ? DType(Scalar::Bool) : node.dtype;
    case DTypeRule::Shift:
      return i == 0 ? node.dtype : dtype_of(graph, node, i);
    case DTypeRule::Free:
      return dtype_of(graph, node, i);
  }
  return node.dtype;
}

}  // namespace

void validate_shapes(const Graph& graph, const Node& node, const Place& place) {
  if (is_reduce(node.op)) return validate_reduction(node, graph.shape_of(node.src[0]), place);
  if (node.op == Op::Custom) return;
  // The target of an ASSIGN has its own rule.
  std::size_t sources = node.op == Op::Assign ? 1 : node.src.size();
  for (std::size_t i = 0; i < sources; ++i) {
    const Dims& has = graph.shape_of(node.src[i]);
    if (has != node.shape) refuse_shape(has, node.shape, Place{"source", i, &place});
  }
}

void validate_dtypes(const Graph& graph, const Node& node, const Place& place) {
  const OpFacts& op = facts(node.op);
  if (op.dtype_rule == DTypeRule::Compare && !is_bool(node.dtype))
    place.refuse(fmt::format("{} gives bool, not {}", op.name, text_of(node.dtype)));
  for (std::size_t i = 0; i < node.src.size(); ++i)
    require_dtype(dtype_of(graph, node, i), needed_dtype(graph, node, i), Place{"source", i, &place});
  if (op.dtype_rule == DTypeRule::Shift && !is_int(dtype_of(graph, node, 1)))
    Place{"source", 1, &place}.refuse(fmt::format("{} by {}", op.name, text_of(dtype_of(graph, node, 1))),
                                      "an integer");
  if (node.op == Op::Bitcast || node.op == Op::BufferView) validate_size_kept(graph, node, place);
  validate_meaning(node, place);
}

}  // namespace lockstep
