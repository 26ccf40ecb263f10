// scheduler.h: the reference scheduler: the seed, stage by stage, in code that is read rather than run fast.
//
//   stage 1  realize.h         what is realized
//   stage 2  pad.h             what a mask forces to be realized
//   stage 3  group.h           which reduce shares a kernel with what
//   stage 4  fold.h            what is un-realized again
//   stage 5  output_groups.h   what one kernel writes
//   stage 6  lower.h           each kernel's AST
//   stage 7  swizzle.h         its views pushed to loads and stores (within stage 6)
//   stage 8  kernel_graph.h    the order of the kernels
// Stateless: the graph is not marked, so a schedule that fails changes nothing, and every call is a first call.
#pragma once

#include "core/scheduler.h"

namespace lockstep::ref {

class Scheduler final : public lockstep::Scheduler {
 public:
  std::string_view name() const override { return "ref"; }
  Result<Schedule> schedule(const Graph& graph, const Options& options, Recorder* recorder = nullptr,
                            StageTimes* times = nullptr) const override;
};

}  // namespace lockstep::ref
