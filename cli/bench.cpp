#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "bench/timing.h"
#include "cli/case_files.h"
#include "cli/complain.h"
#include "cli/engine_choice.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "core/load.h"

namespace lockstep {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLeastNodes = 100;  // smaller graphs measure the clock, not the scheduler

struct Bench {
  const Scheduler& engine;
  const EngineChoice& choice;
  std::optional<int> repeat;
  bool json = false;
};

Json as_json(const ModelTiming& t) {
  return {{"name", t.name},
          {"nodes", t.nodes},
          {"kernels", t.kernels},
          {"seconds", t.seconds},
          {"upstream_seconds", t.upstream_seconds},
          {"ratio", t.ratio()}};
}

Json as_json(const FamilyTiming& t) {
  return {{"family", t.family},
          {"size", t.size},
          {"nodes", t.nodes},
          {"seconds", t.seconds},
          {"microseconds_per_node", t.microseconds_per_node()}};
}

void print(const std::vector<ModelTiming>& timings, double mean) {
  fmt::print("{:<42} {:>6} {:>7} {:>11} {:>11} {:>8}\n", "model", "nodes", "kernels", "ours (s)", "upstream",
             "ratio");
  for (const ModelTiming& t : timings)
    fmt::print("{:<42} {:>6} {:>7} {:>11.6f} {:>11.6f} {:>8.1f}\n", t.name, t.nodes, t.kernels, t.seconds,
               t.upstream_seconds, t.ratio());
  if (mean == 0)
    fmt::print("no model of at least {} nodes has upstream's time\n", kLeastNodes);
  else
    fmt::print("geometric mean over models of at least {} nodes: {:.1f}\n", kLeastNodes, mean);
}

void print(const std::vector<FamilyTiming>& timings) {
  fmt::print("{:<22} {:>9} {:>9} {:>10} {:>14}\n", "family", "size", "nodes", "seconds", "us a node");
  for (const FamilyTiming& t : timings)
    fmt::print("{:<22} {:>9} {:>9} {:>10.4f} {:>14.3f}\n", t.family, t.size, t.nodes, t.seconds,
               t.microseconds_per_node());
}

Result<ModelTiming> time_file(const Bench& bench, const std::string& path) {
  auto loaded = load_case(path);
  if (!loaded) return tl::make_unexpected(loaded.error());
  return time_model(*loaded, bench.engine, bench.choice.over(loaded->options), bench.repeat.value_or(5));
}

int bench_models(const Bench& bench, const std::vector<CaseFile>& files) {
  std::vector<ModelTiming> timings;
  Progress progress(files.size());
  for (const CaseFile& file : files) {
    auto timing = time_file(bench, file.path);
    if (!timing) {
      progress.clear();
      complain(shown_path(file.path), timing.error());
      return kMismatch;
    }
    timings.push_back(*timing);
    progress.show(timings.size(), 0);
  }
  progress.clear();
  double mean = geometric_mean_ratio(timings, kLeastNodes);
  if (!bench.json) {
    print(timings, mean);
    return kFine;
  }
  Json models = Json::array();
  for (const ModelTiming& timing : timings) models.push_back(as_json(timing));
  Json report = {{"engine", bench.engine.name()}, {"models", models}, {"geometric_mean_ratio", mean}};
  fmt::print("{}\n", report.dump(1, ' ', false, Json::error_handler_t::replace));
  return kFine;
}

Result<std::vector<FamilyTiming>> time_families(const Bench& bench) {
  std::vector<FamilyTiming> timings;
  for (const Family& family : all_families())
    for (std::size_t size : family.sizes) {
      auto timing = time_family(family, size, bench.engine, bench.choice.over({}), bench.repeat.value_or(1));
      if (!timing) return tl::make_unexpected(timing.error());
      timings.push_back(*timing);
    }
  return timings;
}

int bench_chains(const Bench& bench) {
  auto timings = time_families(bench);
  if (!timings) {
    complain("lockstep bench", timings.error());
    return kMismatch;
  }
  if (!bench.json) {
    print(*timings);
    return kFine;
  }
  Json families = Json::array();
  for (const FamilyTiming& timing : *timings) families.push_back(as_json(timing));
  fmt::print("{}\n", Json{{"engine", bench.engine.name()}, {"families", families}}.dump(1));
  return kFine;
}

}  // namespace

int run_bench(const Words& words) {
  std::vector<std::string> models;
  bool chains = false, json = false;
  std::optional<int> repeat;
  EngineChoice choice;
  Arguments arguments(
      "bench",
      "Times scheduling: the models under a path against upstream's recorded time, or generated "
      "chains of growing size. A schedule that is not the expected one is not timed.");
  arguments.paths("--models", models, "case files, or folders of them");
  arguments.flag("--chains", chains, "chains of nodes, chains of kernels, and a tower of stacks");
  arguments.count("--repeat", repeat, 1, 1000, "how many runs the median is of (default 5; 1 for chains)");
  arguments.flag("--json", json, "a report for machines");
  choice.declare(arguments);
  if (auto status = arguments.parse(words)) return *status;
  if (chains == !models.empty()) return arguments.refuse("one of --models PATH and --chains is needed");

  auto engine = choice.engine();
  Result<std::vector<CaseFile>> files;
  if (!chains) files = caught([&] { return case_files_under(models); });
  if (!engine || !files) {
    complain("lockstep bench", engine ? files.error() : engine.error());
    return kBadInput;
  }
  Bench bench{**engine, choice, repeat, json};
  return chains ? bench_chains(bench) : bench_models(bench, *files);
}

}  // namespace lockstep
