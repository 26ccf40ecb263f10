// builder.h: graphs by hand: elementwise ops, reductions, movement, assigns, copies. Validates as it goes.
//
//   GraphBuilder b;
//   Ref x = b.buffer(Scalar::Float32, {64, 128});
//   Ref m = b.reduce(Op::ReduceMax, x, {1});
//   b.output(b.alu(Op::Sub, x, b.expand(m, {64, 128})));
//   Graph g = b.take();
// Every call throws Failure(BadInput, View, Overflow) where its arguments do not fit. Movement makes no node.
#pragma once

#include "core/graph.h"

namespace lockstep {

class GraphBuilder {
 public:
  Sint variable(const std::string& name, std::int64_t min, std::int64_t max, std::optional<std::int64_t> value);

  Ref buffer(DType dtype, Dims shape, const std::string& device = {});
  Ref constant(DType dtype, ConstValue value, const Dims& shape = {});  // one node, expanded
  Ref alu(Op op, const std::vector<Ref>& src);
  Ref alu(Op op, const Ref& a) { return alu(op, std::vector{a}); }
  Ref alu(Op op, const Ref& a, const Ref& b) { return alu(op, std::vector{a, b}); }
  Ref alu(Op op, const Ref& a, const Ref& b, const Ref& c) { return alu(op, std::vector{a, b, c}); }
  Ref cast(const Ref& x, DType dtype, bool bitcast = false);
  Ref reduce(Op op, const Ref& x, const Axes& axis);  // keeps reduced axes at size 1
  Ref contiguous(const Ref& x);
  Ref copy(const Ref& x, const std::string& device);
  Ref assign(const Ref& target, const Ref& value);  // target: a buffer, maybe through a view
  Ref forced(const Ref& x);                         // marks the base as realized by request

  Ref reshape(const Ref& x, const Dims& shape) const;
  Ref expand(const Ref& x, const Dims& shape) const;
  Ref permute(const Ref& x, const Axes& axis) const;
  Ref pad(const Ref& x, const Ranges& amounts) const;
  Ref shrink(const Ref& x, const Ranges& keep) const;
  Ref stride(const Ref& x, const std::vector<std::int64_t>& step) const;
  Ref flip(const Ref& x, const Axes& axis) const;

  void output(const Ref& x) { graph_.outputs.push_back(x); }
  Ref add(Node node);  // any node at all; validated
  const Graph& graph() const { return graph_; }
  Graph take();  // validates the whole; the builder is empty afterwards

 private:
  Ref seen(const Ref& x, ShapeTracker st) const;
  std::string device_of(const std::vector<Ref>& src) const;
  Graph graph_;
};

}  // namespace lockstep
