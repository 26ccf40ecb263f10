// verdict.h: one case file held against one engine.
#pragma once

#include <string>

#include "cli/case_files.h"
#include "cli/engine_choice.h"
#include "core/scheduler.h"

namespace lockstep {

struct Verdict {
  std::string path;
  std::string engine;
  bool passed = false;
  std::string what = {};    // what differs first; empty where it passed
  std::string detail = {};  // both sides aligned, where there are two sides to show
};

// A file with a refusal beside it passes if loading or scheduling it is refused in exactly those words; any
// other file if the engine's answer is what the case expects (oracle/expectation.h).
Verdict verdict_on(const CaseFile& file, const EngineChoice& choice, const Scheduler& engine);

}  // namespace lockstep
