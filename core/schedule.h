// schedule.h: which nodes run together, and when, in canonical form.
//
//   S1  every node that a kernel writes is written by that kernel alone
//   S2  a kernel reads only buffers that are realized, or written by a kernel before it
//   S3  a kernel that reads the old value of an assigned buffer runs before the kernel that assigns it
//   S4  an AST lists each structurally different UOp once, in first-visit post-order from its root, sources
//       left to right; the root is last
// S4 is made by `canonical`; S1 to S3 are laws of the judge. Two schedules are the same iff they are equal.
#pragma once

#include <boost/container/small_vector.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/uop.h"

namespace lockstep {

struct AstNode {
  UOpKind kind = UOpKind::Sink;
  DType dtype;
  boost::container::small_vector<std::uint32_t, 3> src;  // places in the list, all before this one
  UOpArg arg;                                            // DEFINE_GLOBAL: the place in outputs + inputs
  bool operator==(const AstNode&) const = default;
};

using Ast = std::vector<AstNode>;

// The AST below `root`; `place_of` maps a DEFINE_GLOBAL's number to its place in outputs + inputs.
Ast canonical(const UOp* root, const std::map<std::int64_t, std::int64_t>& place_of);
std::string_view name_of(const AstNode& node);

struct Kernel {
  std::vector<NodeId> outputs;
  std::vector<NodeId> inputs;
  std::vector<KernelId> after;  // kernels that must run before it, ascending
  Ast ast;
  std::vector<std::string> metadata = {};
  bool computes() const { return !ast.empty() && ast.back().kind == UOpKind::Sink; }
  bool operator==(const Kernel&) const = default;
};

struct Schedule {
  std::vector<Kernel> kernels;  // in execution order
  std::map<std::string, std::int64_t> variables = {};
  std::size_t compute_kernels() const;
  bool operator==(const Schedule&) const = default;
};

}  // namespace lockstep
