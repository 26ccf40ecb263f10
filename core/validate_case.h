// validate_case.h: does what a file says about a graph fit that graph?
//
// For every reader of cases and schedules, whatever its form. The graph is taken as valid. Each throws a
// Failure placed at "kernel N", "values" and the like.
#pragma once

#include "core/case.h"
#include "core/error.h"

namespace lockstep {

// Form only: node ids, kernel positions, AST sources before their users, arities and argument kinds. Whether
// the schedule is legal is the judge's question.
void validate_schedule(const Schedule& schedule, const Graph& graph);
// Values for BUFFERs and outputs alone, as many as they hold, each one that its dtype can hold; the expected
// groups' nodes; the expected schedule.
void validate_case(const Case& c);

}  // namespace lockstep
