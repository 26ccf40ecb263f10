// timing.h: how long scheduling takes, of answers that are right only.
#pragma once

#include <string>
#include <vector>

#include "bench/families.h"
#include "core/case.h"
#include "core/error.h"
#include "core/scheduler.h"

namespace lockstep {

struct ModelTiming {
  std::string name;
  std::size_t nodes = 0;
  std::size_t kernels = 0;
  double seconds = 0;           // median
  double upstream_seconds = 0;  // as recorded; 0 where the case does not say
  double ratio() const { return upstream_seconds / seconds; }
};

struct FamilyTiming {
  std::string_view family;
  std::size_t size = 0;
  std::size_t nodes = 0;
  double seconds = 0;  // median
  double microseconds_per_node() const { return seconds * 1e6 / static_cast<double>(nodes); }
};

// Error(BadInput), and no time, where the schedule is not what the case expects or the family must have.
Result<ModelTiming> time_model(const Case& c, const Scheduler& engine, const Options& options, int repeat);
Result<FamilyTiming> time_family(const Family& family, std::size_t size, const Scheduler& engine,
                                 const Options& options, int repeat);

// Over the models of at least `least_nodes` nodes that have upstream's time; 0 if there are none.
double geometric_mean_ratio(const std::vector<ModelTiming>& timings, std::size_t least_nodes);

}  // namespace lockstep
