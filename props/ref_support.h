// ref_support.h: what the tests of the reference's rules share.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "core/builder.h"
#include "ref/scheduler.h"

namespace lockstep::test {

using Groups = std::vector<std::vector<std::uint32_t>>;  // per kernel, the nodes that it writes

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
