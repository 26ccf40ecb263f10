// random_graph.h: graphs, schedules and cases drawn by RapidCheck, for the round trips of both forms.
//
// Built with GraphBuilder, so each is valid. They reach for every field of the forms, not for graphs that
// anyone would compute.
#pragma once

#include <rapidcheck.h>

#include <limits>

#include "core/builder.h"
#include "core/case.h"

namespace lockstep::random_graph {

// Uniform. RapidCheck's own ranges begin at their lower end and widen as a property goes on.
inline int below(int n) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, n)); }
inline bool chance(int percent) { return below(100) < percent; }

template <typename T>
const T& one_of(const std::vector<T>& items) {
  return items[static_cast<std::size_t>(below(static_cast<int>(items.size())))];
}

inline std::string word() {
  return one_of<std::string>(
      {"GPU", "GPU:1", "a b", "quote \" and \\", "tab\tand\nline", "\xC3\xBC", "x=y # z", ""});
}

inline ConstValue value_of(DType dtype) {
  if (is_bool(dtype)) return ConstValue::of_bool(chance(50));
  if (is_float(dtype)) {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    return ConstValue::of_float(
        one_of<double>({0.0, 1.0, -0.1, 1e300, 5e-324, 16777217.0, kInf, -kInf, std::nan("")}));
  }
  if (dtype == DType(Scalar::UInt64))
    return ConstValue::of_uint(one_of<std::uint64_t>({0, 7, 1ull << 63, ~0ull}));
  return ConstValue::of_int(one_of<std::int64_t>({0, 1, 100}));
}

inline DType dtype() {
  return one_of<DType>({Scalar::Float32, Scalar::Float16, Scalar::BFloat16, Scalar::Float64, Scalar::Int32,
                        Scalar::UInt8, Scalar::UInt64, Scalar::Bool,
                        DType::image_of(Scalar::Float16, {1, 2, 4})});
}

inline Ref moved(const GraphBuilder& b, const Ref& x) {
  const Dims shape = b.graph().shape_of(x);
  std::size_t rank = shape.size();
  switch (below(6)) {
    case 0:
      return b.reshape(x, {product(shape)});
    case 1: {
      Axes axis;
      for (std::size_t i = rank; i-- > 0;) axis.push_back(static_cast<int>(i));
      return b.permute(x, axis);
    }
    case 2: {
      Ranges amounts;
      for (std::size_t i = 0; i < rank; ++i) amounts.emplace_back(below(2), below(2));
      return b.pad(x, amounts);
    }
    case 3: {
      Ranges keep;
      for (const Sint& d : shape) keep.emplace_back(d.is_int() && d.value() > 1 ? below(2) : 0, d);
      return b.shrink(x, keep);
    }
    case 4:
      return rank > 0 ? b.flip(x, {0}) : x;
    default: {
      Dims lifted = shape;
      lifted.insert(lifted.begin(), Sint(1));
      Ref one = b.reshape(x, lifted);
      lifted[0] = 1 + below(3);
      return b.expand(one, lifted);
    }
  }
}

inline Ref leaf(GraphBuilder& b, const std::vector<Sint>& sizes) {
  Dims shape;
  for (int i = below(3); i > 0; --i) shape.push_back(one_of(sizes));
  DType t = dtype();
  switch (below(4)) {
    case 0:
      return b.constant(t, value_of(t), shape);
    case 1:
      return b.add({.op = Op::Empty, .dtype = t, .shape = shape, .device = word()});
    case 2: {
      Node node{.op = Op::Buffer, .dtype = t, .shape = shape};
      node.memory = Memory{below(3) - 1, 8 * below(4)};
      return b.add(std::move(node));
    }
    default:
      return b.buffer(t, shape, word());
  }
}

inline Ref computed(GraphBuilder& b, const Ref& x) {
  DType t = b.graph()[x.node].dtype;
  switch (below(9)) {
    case 0:
      return b.cast(x, dtype());
    case 1:
      return b.alu(Op::Neg, x);
    case 2:
      return b.alu(Op::Add, x, moved(b, x).view ? x : moved(b, x));
    case 3:
      return b.alu(Op::CmpLt, x, x);
    case 4:
      return b.contiguous(x);
    case 5:
      return b.copy(x, word());
    case 6:
      return b.reduce(Op::ReduceMax, x, b.graph().shape_of(x).empty() ? Axes{} : Axes{0});
    case 7:
      return b.forced(x);
    default: {
      Node node{.op = Op::Custom, .dtype = t, .shape = b.graph().shape_of(x), .src = {x}};
      node.custom = one_of<std::string>({"", "[1, 2.5, null]", "{\"a\": \"b\"}", "\"text\""});
      node.metadata = word();
      return b.add(std::move(node));
    }
  }
}

// An ASSIGN to a buffer of its own, so that no two meet.
inline Ref assigned(GraphBuilder& b, const Ref& value) {
  const Node& node = b.graph()[value.node];
  Dims shape = b.graph().shape_of(value);
  if (shape.empty() || !shape[0].is_int() || chance(50)) return b.assign(b.buffer(node.dtype, shape), value);
  Dims wider = shape;
  wider[0] = shape[0] + 2;
  Ranges keep;
  for (const Sint& d : shape) keep.emplace_back(0, d);
  keep[0] = {1, shape[0] + 1};
  return b.assign(b.shrink(b.buffer(node.dtype, wider), keep), value);
}

inline Graph graph() {
  GraphBuilder b;
  std::vector<Sint> sizes = {1, 2, 3, 4};
  if (chance(40)) sizes.push_back(b.variable("i", 1, 10, 1 + below(10)));
  if (chance(20)) sizes.push_back(b.variable("start_pos", 0, 7, 3) + 2);
  std::vector<Ref> pool = {leaf(b, sizes)};
  for (int i = below(12); i > 0; --i) {
    Ref x = one_of(pool);
    try {
      int way = below(10);
      pool.push_back(way < 2   ? leaf(b, sizes)
                     : way < 5 ? moved(b, x)
                     : way < 6 ? assigned(b, x)
                               : computed(b, x));
    } catch (const Failure&) {
      // The draw does not fit, such as a symbolic size that has no product: another draw will.
    }
  }
  for (int i = 1 + below(3); i > 0; --i) b.output(one_of(pool));
  try {
    return b.take();
  } catch (const Failure&) {
    RC_DISCARD("an output reads outside its node: upstream's padding of a symbolic size twice");
  }
}

inline UOpArg random_arg(UOpKind kind, DType t, const std::vector<ShapeTracker>& views) {
  switch (kind) {
    case UOpKind::ShapeTracker:
    case UOpKind::Swizzle:
      return one_of(views);
    case UOpKind::Const:
      return value_of(t);
    case UOpKind::DefineGlobal:
      return std::int64_t{0};
    case UOpKind::DefineVar:
      return DefineVar{"i", 1, 10};
    case UOpKind::ReduceAxis:
      return ReduceArg{Op::Max, {0, 2}};
    case UOpKind::Alu:
      return one_of<Op>({Op::Neg, Op::Sqrt});
    default:
      return {};
  }
}

// A form, not a program: any kind on any source.
inline Ast ast(const std::vector<ShapeTracker>& views) {
  if (chance(20)) return {{UOpKind::Ext, Scalar::Float32, {}, Op::Copy}};
  using K = UOpKind;
  Ast list = {{K::DefineGlobal, DType::pointer_to(Scalar::Float32), {}, std::int64_t{0}}};
  for (int i = below(8); i > 0; --i) {
    K kind = one_of<K>({K::ShapeTracker, K::Swizzle, K::Const, K::DefineVar, K::ReduceAxis, K::Alu, K::Load,
                        K::Cast, K::Store});
    std::size_t arity = kind == K::Load                                                                    ? 2
                        : kind == K::Store                                                                 ? 3
                        : kind == K::Swizzle || kind == K::ReduceAxis || kind == K::Alu || kind == K::Cast ? 1
                                                                                                           : 0;
    AstNode node{kind, one_of<DType>({Scalar::Float32, Scalar::Int32, Scalar::Bool}), {}, {}};
    for (std::size_t s = 0; s < arity; ++s)
      node.src.push_back(static_cast<std::uint32_t>(below(static_cast<int>(list.size()))));
    node.arg = random_arg(kind, node.dtype, views);
    list.push_back(std::move(node));
  }
  list.push_back({K::Sink, Scalar::Void, {static_cast<std::uint32_t>(list.size() - 1)}, {}});
  return list;
}

inline Schedule schedule(const Graph& graph) {
  std::vector<ShapeTracker> views = {ShapeTracker::of_shape({2, 3})};
  for (const Node& node : graph.nodes)
    for (const Ref& ref : node.src) views.push_back(graph.view_of(ref).unbound());
  Schedule schedule;
  auto node = [&] { return NodeId(static_cast<std::size_t>(below(static_cast<int>(graph.size())))); };
  for (int i = below(4); i > 0; --i) {
    Kernel kernel;
    kernel.outputs = {node()};
    while (chance(40)) kernel.inputs.push_back(node());
    if (!schedule.kernels.empty() && chance(60)) kernel.after = {KernelId(schedule.kernels.size() - 1)};
    if (chance(90)) kernel.ast = ast(views);
    if (chance(30)) kernel.metadata = {word(), "second"};
    schedule.kernels.push_back(std::move(kernel));
  }
  for (const Variable& v : graph.variables)
    if (v.value) schedule.variables[v.name] = *v.value;
  return schedule;
}

inline Values values(const Graph& graph) {
  Values values;
  auto fill = [&](const Node& node) {
    ElementList list;
    for (std::int64_t i = 0; i < node.size(); ++i) list.push_back(value_of(node.dtype));
    return list;
  };
  for (std::size_t i = 0; i < graph.size(); ++i)
    if (graph.nodes[i].op == Op::Buffer && chance(80))
      values.inputs[static_cast<std::uint32_t>(i)] = fill(graph.nodes[i]);
  for (const Ref& ref : graph.outputs) values.outputs[ref.node.value] = fill(graph[ref.node]);
  return values;
}

inline Case make_case() {
  Case c;
  c.graph = graph();
  c.name = word();
  c.options = {chance(50), chance(50), chance(50), chance(50)};
  if (chance(30)) c.options.buf_max = {{"GPU", 8}, {"a b", 31}};
  if (chance(20))
    c.expect = ExpectedError{word()};
  else if (chance(70)) {
    ExpectedSchedule expected;
    if (chance(70)) expected.schedule = schedule(c.graph);
    if (chance(50)) expected.kernel_count = below(5);
    if (chance(50)) expected.compute_kernel_count = below(5);
    if (chance(40)) expected.groups = {{NodeId(0)}, {NodeId(0), NodeId(c.graph.size() - 1)}};
    c.expect = std::move(expected);
  }
  if (chance(20)) c.upstream = one_of<std::string>({"fails", "wrong values"});
  if (chance(60)) c.values = values(c.graph);
  if (chance(30)) c.upstream_seconds = one_of<double>({1.0, 0.1234567890123, 3e-9});
  return c;
}

}  // namespace lockstep::random_graph
