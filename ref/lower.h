// lower.h: stage 6. One kernel's outputs as a UOp AST over its buffers.
//
// Seed: _recursive_uop and _lower_lazybuffer. SPEC R19 to R26. Without recursion.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/schedule.h"
#include "ref/decisions.h"
#include "ref/output_groups.h"

namespace lockstep::ref {

struct LoweredKernel {
  Kernel kernel;                                  // `after` is still empty
  std::map<std::string, std::int64_t> variables;  // those that its views bind
};

// Failure(Assign, View, Shape, Symbolic, TooLarge), each naming its rule.
LoweredKernel lower(const Decisions& d, const OutputGroups& groups, const std::vector<NodeId>& outputs);

}  // namespace lockstep::ref
