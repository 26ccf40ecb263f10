#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "cli/arguments.h"
#include "cli/complain.h"
#include "cli/verb.h"

namespace lockstep {

namespace {

constexpr std::array kVerbs = {
    Verb{"schedule", "print the schedule of a graph", run_schedule},
    Verb{"replay", "compare engines with what case files expect", run_replay},
    Verb{"bench", "time scheduling on recorded models and generated chains", run_bench},
    Verb{"help", "say what a verb does", run_help},
    Verb{"version", "print the version", run_version},
};

const Verb* verb_named(std::string_view name) {
  auto found = std::find_if(kVerbs.begin(), kVerbs.end(), [&](const Verb& verb) { return verb.name == name; });
  return found == kVerbs.end() ? nullptr : &*found;
}

std::string overview() {
  std::string text =
      "lockstep schedules lazy tensor graphs, and holds schedulers against what is known.\n\n"
      "usage: lockstep VERB ...\n\n";
  for (const Verb& verb : kVerbs) text += fmt::format("  {:<10} {}\n", verb.name, verb.purpose);
  return text +
         "\nlockstep help VERB says more. A FILE of - is stdin.\n"
         "Exit status: 0 fine, 1 a mismatch or a failed case, 2 bad input or usage.\n";
}

int unknown_verb(const std::string& name) {
  complain("lockstep",
           Error{ErrorKind::BadInput, "unknown verb \"" + name + "\"", {}, "lockstep help lists them"});
  return kBadInput;
}

// A full disk or a closed stdout must not look like success.
int with_output_written(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  complain("lockstep", Error{ErrorKind::BadInput, "cannot write to stdout"});
  return kBadInput;
}

}  // namespace

std::span<const Verb> all_verbs() { return kVerbs; }

int run_help(const Words& words) {
  std::string about;
  Arguments arguments("help",
                      "Says what a verb does and which options it takes; without VERB, lists the verbs.");
  arguments.place("VERB", about, "the verb", Arguments::Optional);
  if (auto status = arguments.parse(words)) return *status;
  if (about.empty()) {
    fmt::print("{}", overview());
    return kFine;
  }
  const Verb* verb = verb_named(about);
  return verb == nullptr ? unknown_verb(about) : verb->run({"--help"});
}

int run_version(const Words& words) {
  Arguments arguments("version", "Prints the version.");
  if (auto status = arguments.parse(words)) return *status;
  fmt::print("lockstep {}\n", LOCKSTEP_VERSION);
  return kFine;
}

int run_command_line(const Words& words) {
  if (words.empty()) {
    fmt::print(stderr, "{}", overview());
    return kBadInput;
  }
  const std::string& name = words.front();
  if (name == "--help" || name == "-h") return with_output_written(run_help({}));
  if (name == "--version") return with_output_written(run_version({}));
  const Verb* verb = verb_named(name);
  if (verb == nullptr) return unknown_verb(name);
  return with_output_written(verb->run(Words(words.begin() + 1, words.end())));
}

}  // namespace lockstep
