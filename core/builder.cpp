#include "core/builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/validate.h"

namespace lockstep {

namespace {

[[noreturn]] void refuse(std::string why, std::string hint = {}) {
  throw Failure(ErrorKind::BadInput, std::move(why), std::move(hint));
}

// G3.
std::optional<ShapeTracker> unless_plain(ShapeTracker st, const Dims& shape) {
  if (st.contiguous() && st.shape() == shape) return std::nullopt;
  return st;
}

DType result_dtype(Op op, const std::vector<DType>& src) {
  if (!is_alu(op) || src.size() != static_cast<std::size_t>(facts(op).arity))
    refuse(fmt::format("{} of {} sources is no elementwise op", name_of(op), src.size()));
  switch (facts(op).dtype_rule) {
    case DTypeRule::Compare:
      return Scalar::Bool;
    case DTypeRule::Select:
      return src[1];
    default:
      return src[0];
  }
}

}  // namespace

Sint GraphBuilder::variable(const std::string& name, std::int64_t min, std::int64_t max,
                            std::optional<std::int64_t> value) {
  Graph trial;
  trial.variables = graph_.variables;
  trial.variables.push_back({name, min, max, value});
  validate_variables(trial);
  graph_.variables = std::move(trial.variables);
  return Sint::variable(graph_.variables.back());
}

Ref GraphBuilder::add(Node node) {
  NodeId id(graph_.size());
  for (Ref& ref : node.src)
    if (ref.view && ref.node < id) ref.view = unless_plain(*ref.view, graph_[ref.node].shape);
  if (node.assign_view) node.assign_view = unless_plain(*node.assign_view, node.shape);
  graph_.nodes.push_back(std::move(node));
  try {
    validate_node(graph_, id);
  } catch (const Failure&) {
    graph_.nodes.pop_back();
    throw;
  }
  return {id};
}

Ref GraphBuilder::buffer(DType dtype, Dims shape, const std::string& device) {
  return add({.op = Op::Buffer, .dtype = dtype, .shape = std::move(shape), .device = device});
}

Ref GraphBuilder::constant(DType dtype, ConstValue value, const Dims& shape) {
  Ref scalar = add({.op = Op::Const, .dtype = dtype, .shape = {}, .constant = value.as(dtype)});
  return shape.empty() ? scalar : expand(reshape(scalar, Dims(shape.size(), 1)), shape);
}

Ref GraphBuilder::alu(Op op, const std::vector<Ref>& src) {
  std::vector<DType> dtypes;
  for (const Ref& ref : src) dtypes.push_back(graph_[ref.node].dtype);
  DType dtype = result_dtype(op, dtypes);
  return add(
      {.op = op, .dtype = dtype, .shape = graph_.shape_of(src[0]), .src = src, .device = device_of(src)});
}

Ref GraphBuilder::cast(const Ref& x, DType dtype, bool bitcast) {
  return add({.op = bitcast ? Op::Bitcast : Op::Cast,
              .dtype = dtype,
              .shape = graph_.shape_of(x),
              .src = {x},
              .device = device_of({x})});
}

Ref GraphBuilder::reduce(Op op, const Ref& x, const Axes& axis) {
  if (!is_reduce(op)) refuse(fmt::format("{} is no reduction", name_of(op)));
  const Dims& shape = graph_.shape_of(x);
  Axes kept;
  for (int a : axis) {
    if (a < 0 || static_cast<std::size_t>(a) >= shape.size())
      refuse(fmt::format("axis {} of a shape of {} dimensions", a, shape.size()));
    if (!(shape[static_cast<std::size_t>(a)] == Sint(1))) kept.push_back(a);
  }
  if (kept.empty()) return x;
  std::sort(kept.begin(), kept.end());
  Node node{.op = op, .dtype = graph_[x.node].dtype, .shape = shape, .src = {x}, .device = device_of({x})};
  for (int a : kept) node.shape[static_cast<std::size_t>(a)] = 1;
  node.axis = std::move(kept);
  return add(std::move(node));
}

Ref GraphBuilder::contiguous(const Ref& x) {
  return add({.op = Op::Contiguous,
              .dtype = graph_[x.node].dtype,
              .shape = graph_.shape_of(x),
              .src = {x},
              .device = device_of({x})});
}

Ref GraphBuilder::copy(const Ref& x, const std::string& device) {
  Node node{
      .op = Op::Copy, .dtype = graph_[x.node].dtype, .shape = graph_.shape_of(x), .src = {x}, .device = device};
  node.bytes = checked_mul(node.size(), item_size(node.dtype));
  return add(std::move(node));
}

Ref GraphBuilder::assign(const Ref& target, const Ref& value) {
  if (graph_.shape_of(target) != graph_.shape_of(value))
    refuse(
        fmt::format("assigning {} to {}", text_of(graph_.shape_of(value)), text_of(graph_.shape_of(target))));
  const Node& buffer = graph_[target.node];
  return add({.op = Op::Assign,
              .dtype = buffer.dtype,
              .shape = graph_.shape_of(value),
              .src = {value, Ref{target.node}},
              .device = buffer.device,
              .assign_view = target.view});
}

Ref GraphBuilder::forced(const Ref& x) {
  graph_.nodes[x.node.value].forced_realize = true;
  return x;
}

Ref GraphBuilder::seen(const Ref& x, ShapeTracker st) const {
  return {x.node, unless_plain(std::move(st), graph_[x.node].shape)};
}

Ref GraphBuilder::reshape(const Ref& x, const Dims& shape) const {
  return seen(x, graph_.view_of(x).reshape(shape));
}
Ref GraphBuilder::expand(const Ref& x, const Dims& shape) const {
  return seen(x, graph_.view_of(x).expand(shape));
}
Ref GraphBuilder::permute(const Ref& x, const Axes& axis) const {
  return seen(x, graph_.view_of(x).permute(axis));
}
Ref GraphBuilder::pad(const Ref& x, const Ranges& amounts) const {
  return seen(x, graph_.view_of(x).pad(amounts));
}
Ref GraphBuilder::shrink(const Ref& x, const Ranges& keep) const {
  return seen(x, graph_.view_of(x).shrink(keep));
}

Ref GraphBuilder::stride(const Ref& x, const std::vector<std::int64_t>& step) const {
  return seen(x, graph_.view_of(x).stride(step));
}

Ref GraphBuilder::flip(const Ref& x, const Axes& axis) const {
  std::vector<std::int64_t> step(graph_.shape_of(x).size(), 1);
  for (int a : axis) {
    if (a < 0 || static_cast<std::size_t>(a) >= step.size())
      refuse(fmt::format("axis {} of a shape of {} dimensions", a, step.size()));
    step[static_cast<std::size_t>(a)] = -1;
  }
  return stride(x, step);
}

// A CONST lies wherever its user does.
std::string GraphBuilder::device_of(const std::vector<Ref>& src) const {
  for (const Ref& ref : src)
    if (graph_[ref.node].op != Op::Const) return graph_[ref.node].device;
  return {};
}

Graph GraphBuilder::take() {
  validate_whole(graph_);
  return std::exchange(graph_, Graph());
}

}  // namespace lockstep
