#include "ref/scheduler.h"

#include <fmt/format.h>

#include <chrono>

#include "ref/decisions.h"
#include "ref/fold.h"
#include "ref/group.h"
#include "ref/kernel_graph.h"
#include "ref/lower.h"
#include "ref/output_groups.h"
#include "ref/pad.h"
#include "ref/realize.h"

namespace lockstep::ref {

namespace {

class Stages {
 public:
  explicit Stages(StageTimes* times) : times_(times) {}

  template <typename Stage>
  auto run(const char* name, Stage&& stage) {
    auto start = std::chrono::steady_clock::now();
    struct Stop {
      StageTimes* times;
      const char* name;
      std::chrono::steady_clock::time_point start;
      ~Stop() {
        if (times == nullptr) return;
        times->seconds.emplace_back(
            name, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
      }
    } stop{times_, name, start};
    return stage();
  }

 private:
  StageTimes* times_;
};

void merge_variables(std::map<std::string, std::int64_t>& all,
                     const std::map<std::string, std::int64_t>& some) {
  for (const auto& [name, value] : some) {
    auto [known, fresh] = all.emplace(name, value);
    if (!fresh && known->second != value)
      throw Failure(ErrorKind::Symbolic,
                    fmt::format("SPEC R26: variable {} is bound to {} and to {}", name, known->second, value));
  }
}

Schedule schedule_in_stages(const Graph& graph, const Options& options, Recorder* recorder, StageTimes* times) {
  Stages stages(times);
  Decisions d(graph, options, recorder);
  stages.run("realize", [&] { mark_realizes(d); });
  stages.run("pad", [&] { realize_unsafe_pads(d); });
  stages.run("group", [&] { group_reduces(d); });
  stages.run("fold", [&] {
    fuse_double_reduces(d);
    fold_reduces_of_constants(d);
  });
  OutputGroups groups = stages.run("output groups", [&] { return group_outputs(d); });
  Schedule schedule;
  std::vector<Kernel> kernels;
  stages.run("lower", [&] {
    for (const std::vector<NodeId>& outputs : groups.groups) {
      LoweredKernel lowered = lower(d, groups, outputs);
      merge_variables(schedule.variables, lowered.variables);
      kernels.push_back(std::move(lowered.kernel));
    }
  });
  schedule.kernels = stages.run("order", [&] { return order_kernels(d, std::move(kernels)); });
  return schedule;
}

}  // namespace

Result<Schedule> Scheduler::schedule(const Graph& graph, const Options& options, Recorder* recorder,
                                     StageTimes* times) const {
  return caught([&] { return schedule_in_stages(graph, options, recorder, times); });
}

}  // namespace lockstep::ref
