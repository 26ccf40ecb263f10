// scheduler.h: what both twins, and anyone's scheduler, look like from outside.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/graph.h"
#include "core/options.h"
#include "core/reason.h"
#include "core/schedule.h"

namespace lockstep {

// Seconds spent in each stage, in the order in which they ran.
struct StageTimes {
  std::vector<std::pair<std::string, double>> seconds;
};

class Scheduler {
 public:
  virtual ~Scheduler() = default;
  virtual std::string_view name() const = 0;
  // A schedule of the graph's outputs, or why there is none. The graph must have passed validate(). Safe to
  // call from several threads at once.
  virtual Result<Schedule> schedule(const Graph& graph, const Options& options, Recorder* recorder = nullptr,
                                    StageTimes* times = nullptr) const = 0;
};

}  // namespace lockstep
