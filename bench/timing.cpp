#include "bench/timing.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "oracle/expectation.h"

namespace lockstep {

namespace {

double seconds_to_schedule(const Graph& graph, const Scheduler& engine, const Options& options) {
  auto start = std::chrono::steady_clock::now();
  auto schedule = engine.schedule(graph, options);
  std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count();  // the schedule is destroyed outside the measured time
}

double median_seconds(const Graph& graph, const Scheduler& engine, const Options& options, int repeat) {
  std::vector<double> runs;
  for (int k = 0; k < repeat; ++k) runs.push_back(seconds_to_schedule(graph, engine, options));
  std::nth_element(runs.begin(), runs.begin() + repeat / 2, runs.end());
  return runs[static_cast<std::size_t>(repeat / 2)];
}

auto unequal(std::string message) {
  return tl::make_unexpected(Error{ErrorKind::BadInput, "not timed: " + std::move(message)});
}

}  // namespace

Result<ModelTiming> time_model(const Case& c, const Scheduler& engine, const Options& options, int repeat) {
  auto schedule = engine.schedule(c.graph, options);
  if (auto difference = first_difference(c, schedule)) return unequal(difference->what);
  if (!schedule) return unequal("the case expects an error");
  return ModelTiming{c.name, c.graph.size(), schedule->kernels.size(),
                     median_seconds(c.graph, engine, options, repeat), c.upstream_seconds.value_or(0)};
}

Result<FamilyTiming> time_family(const Family& family, std::size_t size, const Scheduler& engine,
                                 const Options& options, int repeat) {
  Graph graph = family.make(size);
  auto schedule = engine.schedule(graph, options);
  if (!schedule) return unequal(schedule.error().line());
  if (schedule->kernels.size() != family.kernels(size))
    return unequal(std::to_string(schedule->kernels.size()) + " kernels, expected " +
                   std::to_string(family.kernels(size)));
  schedule->kernels.clear();  // a million kernels less while the clock runs
  return FamilyTiming{family.name, size, graph.size(), median_seconds(graph, engine, options, repeat)};
}

double geometric_mean_ratio(const std::vector<ModelTiming>& timings, std::size_t least_nodes) {
  double sum_of_logs = 0;
  int count = 0;
  for (const ModelTiming& timing : timings) {
    if (timing.nodes < least_nodes || timing.upstream_seconds <= 0) continue;
    sum_of_logs += std::log(timing.ratio());
    ++count;
  }
  return count == 0 ? 0 : std::exp(sum_of_logs / count);
}

}  // namespace lockstep
