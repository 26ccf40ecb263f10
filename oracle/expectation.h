// expectation.h: does a scheduler's answer meet what its case file expects?
//
//   E1  a case that expects an error is met by any error but a broken invariant of our own
//   E2  kernel counts, each kernel's outputs, inputs, `after` and AST, and the variables must be equal; where
//   the
//       case names only groups, the sets of outputs that share a compute kernel must be
//   E3  a case that expects nothing is not met: nothing was compared
// Text that kernels carry along (metadata) is no part of a schedule's meaning and is not compared.
#pragma once

#include <optional>
#include <string>

#include "core/case.h"
#include "core/error.h"

namespace lockstep {

// The first thing that differs, in the order of E2.
struct Difference {
  std::string what;
  std::optional<KernelId> kernel = {};  // the first that differs, where both sides may be shown
  std::string place = {};               // "outputs", "inputs", "after", "AST line 12"
};

std::optional<Difference> first_difference(const Schedule& expected, const Schedule& actual);
std::optional<Difference> first_difference(const Case& c, const Result<Schedule>& answer);

}  // namespace lockstep
