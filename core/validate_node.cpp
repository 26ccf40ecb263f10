// One node against those before it (G1 to G4). First what the node says of itself, then its references, then
// whether op, shapes and dtypes agree.

#include <fmt/format.h>

#include "core/reach.h"
#include "core/validate.h"
#include "core/validate_parts.h"

namespace lockstep {

namespace {

void validate_dtype(DType dtype, const Place& place) {
  if (dtype.scalar == Scalar::Void || dtype.pointer)
    place.refuse(fmt::format("a node has no dtype {}", text_of(dtype)),
                 "void and pointers live in kernels' ASTs");
  if (!dtype.image) return;
  if (dtype.scalar != Scalar::Float16 && dtype.scalar != Scalar::Float32)
    place.refuse(fmt::format("an image of {}", name_of(dtype.scalar)), "float16 or float32");
  const auto& [height, width, channels] = dtype.image_shape;
  if (height < 1 || width < 1 || channels != 4)
    place.refuse(fmt::format("no image has the shape [{},{},{}]", height, width, channels), "[height,width,4]");
  placed(place, [&] { checked_mul(checked_mul(height, width), channels); });
}

void validate_shape(const Node& node, const Place& place) {
  for (const Sint& d : node.shape)
    if (placed(place, [&] { return d.bound_value(); }) < 0)
      place.refuse(fmt::format("negative size {} in the shape {}", d.text(), text_of(node.shape)));
  placed(place, [&] { checked_mul(node.size(), item_size(node.dtype)); });
}

// What only some ops have must be absent on the others, or the file says something that nobody heeds.
void validate_extras(const Node& node, const Place& place) {
  auto only = [&](bool given, bool fits, const char* key, const char* ops) {
    if (given && !fits)
      place.refuse(fmt::format("\"{}\" on {}", key, name_of(node.op)), fmt::format("only {} has it", ops));
  };
  only(!node.axis.empty(), is_reduce(node.op), "axis", "a REDUCE");
  only(node.assign_view.has_value(), node.op == Op::Assign, "views", "ASSIGN");
  only(node.bytes != 0, node.op == Op::Copy, "bytes", "COPY");
  only(!node.custom.empty(), node.op == Op::Custom, "custom", "CUSTOM");
  only(node.memory.has_value(), node.op == Op::Buffer, "memory", "BUFFER");
  only(node.constant != decltype(node.constant)(), node.op == Op::Const, "arg", "CONST");
  if (node.bytes < 0) place.refuse(fmt::format("negative \"bytes\" {}", node.bytes));
}

void validate_memory(const Node& node, const Place& place) {
  if (!node.memory) return;
  std::int64_t offset = node.memory->offset, item = item_size(node.dtype);
  if (offset < 0) place.refuse(fmt::format("negative memory offset {}", offset));
  if (offset % item != 0)
    place.refuse(fmt::format("memory offset {} is unaligned", offset),
                 fmt::format("{} needs a multiple of {}", text_of(node.dtype), item));
  placed(place, [&] { checked_add(offset, checked_mul(node.size(), item)); });
}

void validate_constant(const Graph& graph, const Node& node, const Place& place) {
  if (node.op != Op::Const) return;
  if (const Variable* v = std::get_if<Variable>(&node.constant)) {
    bool known = std::find(graph.variables.begin(), graph.variables.end(), *v) != graph.variables.end();
    if (!known) place.refuse(fmt::format("unknown variable \"{}\"", v->name), "list it under \"variables\"");
    if (!v->value) place.refuse(fmt::format("variable {} has no value", v->name), "bind it, or use a number");
    return;
  }
  const ConstValue& value = std::get<ConstValue>(node.constant);
  ConstValue stored = placed(place, [&] { return value.as(node.dtype); });
  if (stored.variant().index() != value.variant().index())
    place.refuse(fmt::format("the value {} is not of {}", value.text(), text_of(node.dtype)),
                 fmt::format("write {}", stored.text()));
}

void validate_arity(const Node& node, const Place& place) {
  int arity = facts(node.op).arity;
  if (arity < 0 || node.src.size() == static_cast<std::size_t>(arity)) return;
  place.refuse(fmt::format("{} takes {} source{}, not {}", name_of(node.op), arity, arity == 1 ? "" : "s",
                           node.src.size()));
}

void validate_view(const View& view, const Place& place) {
  for (std::size_t i = 0; i < view.shape().size(); ++i) {
    std::int64_t size = view.shape()[i].bound_value();
    if (size < 0) place.refuse(fmt::format("negative size {} in the shape {}", size, text_of(view.shape())));
    if (!view.mask()) continue;
    const auto& [begin, end] = (*view.mask())[i];
    if (begin.bound_value() < 0 || end.bound_value() > size)
      place.refuse(fmt::format("the mask [{},{}) leaves dimension {} of {}", begin.text(), end.text(), i,
                               text_of(view.shape())));
  }
  view.size();  // checks for overflow
}

}  // namespace

void validate_reads(const ShapeTracker& st, std::int64_t elements, const Place& place) {
  for (std::size_t i = 0; i < st.views().size(); ++i) {
    const View& view = st.views()[i];
    Place here{"view", i, &place};
    placed(here, [&] {
      validate_view(view, here);
      Span box = box_of(view);
      if (!box.empty() && (box.begin < 0 || box.end > elements))
        here.refuse(fmt::format("reaches positions {} to {}, outside the {} that there are", box.begin,
                                box.end - 1, elements));
      elements = bound_product(view.shape());
    });
  }
}

void validate_reference(const Graph& graph, const Ref& ref, std::size_t before, const Place& place) {
  if (ref.node.value >= before)
    place.refuse(fmt::format("there is no node {} before it", ref.node.value),
                 "sources come before their users");
  if (!ref.view) return;
  const Dims& shape = graph[ref.node].shape;
  validate_reads(*ref.view, bound_product(shape), place);
  if (ref.view->contiguous() && ref.view->shape() == shape)
    place.refuse("its view is the node's own shape", "leave the view out");
}

void validate_node(const Graph& graph, NodeId id) {
  const Node& node = graph[id];
  Place place{"node", id.value};
  validate_dtype(node.dtype, place);
  validate_shape(node, place);
  validate_extras(node, place);
  validate_memory(node, place);
  validate_constant(graph, node, place);
  validate_arity(node, place);
  for (std::size_t i = 0; i < node.src.size(); ++i)
    validate_reference(graph, node.src[i], id.value, Place{"source", i, &place});
  validate_shapes(graph, node, place);
  validate_dtypes(graph, node, place);
  if (node.op == Op::Assign) validate_target(graph, node, place);
}

}  // namespace lockstep
