#include <fmt/core.h>

#include <chrono>
#include <cstdio>

#include "cli/complain.h"
#include "cli/engine_choice.h"
#include "cli/verb.h"
#include "core/dot.h"
#include "core/json_form.h"
#include "core/load.h"
#include "core/text_form.h"

namespace lockstep {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string emitted(const std::string& form, const Graph& graph, const Schedule& schedule) {
  if (form == "json") return to_json(schedule);
  return form == "dot" ? to_dot(graph, schedule) : to_text(schedule);
}

struct Stats {
  double load_seconds = 0;
  double schedule_seconds = 0;
  StageTimes stages = {};
};

std::size_t edge_count(const Graph& graph) {
  std::size_t edges = 0;
  for (const Node& node : graph.nodes) edges += node.src.size();
  return edges;
}

std::size_t ast_node_count(const Schedule& schedule) {
  std::size_t nodes = 0;
  for (const Kernel& kernel : schedule.kernels) nodes += kernel.ast.size();
  return nodes;
}

// As comments, so that what is printed is still a schedule.
std::string stats_text(const Graph& graph, const Schedule& schedule, const Stats& stats) {
  std::string text = fmt::format("# nodes {}\n# edges {}\n# kernels {}, {} of them compute\n# AST nodes {}\n",
                                 graph.size(), edge_count(graph), schedule.kernels.size(),
                                 schedule.compute_kernels(), ast_node_count(schedule));
  text += fmt::format("# {:<24} {:>12.6f} s\n", "load", stats.load_seconds);
  for (const auto& [stage, seconds] : stats.stages.seconds)
    text += fmt::format("# {:<24} {:>12.6f} s\n", stage, seconds);
  return text + fmt::format("# {:<24} {:>12.6f} s\n", "schedule, in all", stats.schedule_seconds);
}

int print_schedule(const Case& c, const Scheduler& engine, const Options& options, const std::string& file,
                   const std::string& form, Stats* stats) {
  Clock::time_point start = Clock::now();
  auto schedule = engine.schedule(c.graph, options, nullptr, stats == nullptr ? nullptr : &stats->stages);
  if (stats != nullptr) stats->schedule_seconds = seconds_since(start);
  if (!schedule) {
    complain(shown_path(file), schedule.error());
    return kBadInput;
  }
  fmt::print("{}", emitted(form, c.graph, *schedule));
  // JSON has no comments: there the figures go beside it.
  if (stats != nullptr)
    fmt::print(form == "json" ? stderr : stdout, "{}", stats_text(c.graph, *schedule, *stats));
  return kFine;
}

}  // namespace

int run_schedule(const Words& words) {
  std::string file, form = "text";
  bool with_stats = false;
  EngineChoice choice;
  Arguments arguments("schedule", "Schedules the graph of a case or graph file and prints the schedule.");
  arguments.place("FILE", file, "a case or graph file, JSON or text; - is stdin", Arguments::Required);
  arguments.choice("--emit", form, {"text", "json", "dot"}, "the form to print");
  arguments.flag("--stats", with_stats, "also nodes, edges, kernels and the time of each stage");
  choice.declare(arguments);
  if (auto status = arguments.parse(words)) return *status;

  auto engine = choice.engine();
  if (!engine) {
    complain("lockstep schedule", engine.error());
    return kBadInput;
  }
  Clock::time_point start = Clock::now();
  auto loaded = load_case(file);
  if (!loaded) {
    complain(shown_path(file), loaded.error());
    return kBadInput;
  }
  Stats stats{seconds_since(start)};
  return print_schedule(*loaded, **engine, choice.over(loaded->options), file, form,
                        with_stats ? &stats : nullptr);
}

}  // namespace lockstep
