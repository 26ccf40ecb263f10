// ref_support.h: what the tests of the reference's rules share.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "core/builder.h"
#include "ref/scheduler.h"

namespace lockstep::test {

using Groups = std::vector<std::vector<std::uint32_t>>;  // per kernel, the nodes that it writes

// 1, 2, ... n as upstream makes it: windows over a padded row of ones, summed. Shape [n, 1].
inline Ref arange(GraphBuilder& b, std::int64_t n) {
  Ref row = b.pad(b.constant(Scalar::Float32, ConstValue::of_float(1), {n}), {{n - 1, 0}});
  Ref rows = b.reshape(b.expand(b.reshape(row, {1, 2 * n - 1}), {n + 1, 2 * n - 1}), {(n + 1) * (2 * n - 1)});
  Ref shifted = b.reshape(b.shrink(rows, {{0, 2 * n * n}}), {n, 2 * n});
  return b.reduce(Op::ReduceSum, b.permute(b.shrink(shifted, {{0, n}, {0, n}}), {1, 0}), {1});
}

inline Options upstream() {
  Options options;
  options.rules = Rules::Upstream;
  return options;
}

inline Schedule scheduled(const Graph& graph, const Options& options = upstream()) {
  Result<Schedule> result = ref::Scheduler().schedule(graph, options);
  if (!result) {
    ADD_FAILURE() << result.error().line();
    return {};
  }
  return *result;
}

inline Error refused(const Graph& graph, const Options& options = upstream()) {
  Result<Schedule> result = ref::Scheduler().schedule(graph, options);
  if (!result) return result.error();
  ADD_FAILURE() << "a schedule was made";
  return {};
}

inline Groups written(const Schedule& schedule) {
  Groups groups;
  for (const Kernel& kernel : schedule.kernels) {
    groups.emplace_back();
    for (NodeId out : kernel.outputs) groups.back().push_back(out.value);
  }
  return groups;
}

inline std::vector<ReduceArg> reduces_of(const Kernel& kernel) {
  std::vector<ReduceArg> found;
  for (const AstNode& node : kernel.ast)
    if (node.kind == UOpKind::ReduceAxis) found.push_back(std::get<ReduceArg>(node.arg));
  return found;
}

inline std::size_t count(const Kernel& kernel, UOpKind kind) {
  std::size_t n = 0;
  for (const AstNode& node : kernel.ast) n += node.kind == kind;
  return n;
}

}  // namespace lockstep::test
