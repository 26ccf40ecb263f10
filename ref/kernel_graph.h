// kernel_graph.h: stage 8. Which kernel waits for which, and the order in which they run.
//
// Seed: _graph_schedule and create_schedule_with_vars. SPEC R33 to R36.
#pragma once

#include "core/schedule.h"
#include "ref/decisions.h"

namespace lockstep::ref {

// The kernels in breadth-first order, `after` filled in. Failure(Cycle) names kernels that wait for each other;
// Failure(BufferLimit); Failure(Unrealized) where an assign that must be waited for is in no kernel.
std::vector<Kernel> order_kernels(const Decisions& d, std::vector<Kernel> kernels);

}  // namespace lockstep::ref
