#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/case_files.h"
#include "cli/complain.h"
#include "cli/engine_choice.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "cli/verdict.h"

namespace lockstep {

namespace {

using Engines = std::vector<std::unique_ptr<Scheduler>>;
using Json = nlohmann::ordered_json;

struct Tally {
  std::size_t passed = 0;
  std::size_t failed = 0;
};

void print_failure(const Verdict& verdict) {
  fmt::print("FAILED {} ({})\n  {}\n", one_line(shown_path(verdict.path)), verdict.engine,
             one_line(verdict.what));
  for (std::size_t begin = 0; begin < verdict.detail.size();) {
    std::size_t end = verdict.detail.find('\n', begin);
    fmt::print("  {}\n", verdict.detail.substr(begin, end - begin));
    begin = end + 1;
  }
}

Json as_json(const Verdict& verdict) {
  Json json = {{"path", verdict.path}, {"engine", verdict.engine}, {"passed", verdict.passed}};
  if (!verdict.passed) json["what"] = verdict.what;
  return json;
}

// A path may hold bytes that are no UTF-8: they are replaced, not refused.
std::string text_of_json(const Json& json) { return json.dump(1, ' ', false, Json::error_handler_t::replace); }

// A file passes if it passes on every engine.
bool replay_file(const CaseFile& file, const EngineChoice& choice, const Engines& engines, Json* report,
                 Progress& progress) {
  bool passed = true;
  for (const auto& engine : engines) {
    Verdict verdict = verdict_on(file, choice, *engine);
    passed = passed && verdict.passed;
    if (report != nullptr) report->push_back(as_json(verdict));
    if (report != nullptr || verdict.passed) continue;
    progress.clear();
    print_failure(verdict);
  }
  return passed;
}

int replay(const std::vector<CaseFile>& files, const EngineChoice& choice, const Engines& engines, bool json) {
  Tally tally;
  Json report = Json::array();
  Progress progress(files.size());
  for (const CaseFile& file : files) {
    bool passed = replay_file(file, choice, engines, json ? &report : nullptr, progress);
    ++(passed ? tally.passed : tally.failed);
    progress.show(tally.passed + tally.failed, tally.failed);
  }
  progress.clear();
  if (json)
    fmt::print("{}\n", text_of_json({{"passed", tally.passed}, {"failed", tally.failed}, {"cases", report}}));
  else
    fmt::print("{} passed, {} failed\n", tally.passed, tally.failed);
  return tally.failed == 0 ? kFine : kMismatch;
}

}  // namespace

int run_replay(const Words& words) {
  std::vector<std::string> paths;
  bool json = false;
  EngineChoice choice;
  Arguments arguments(
      "replay",
      "Schedules every case file under the paths and compares the answer with what the file expects. "
      "A file with a NAME.expect beside it must be refused in exactly those words.");
  arguments.places("PATH", paths, "case files, or folders of them");
  arguments.flag("--json", json, "a report for machines");
  choice.declare(arguments);
  if (auto status = arguments.parse(words)) return *status;

  auto engines = choice.engines();
  auto files = caught([&] { return case_files_under(paths); });
  if (engines && files) return replay(*files, choice, *engines, json);
  complain("lockstep replay", engines ? files.error() : engines.error());
  return kBadInput;
}

}  // namespace lockstep
