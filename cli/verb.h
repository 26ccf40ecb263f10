// verb.h: the verbs of the program, as a table.
//
// A verb takes the words after its name and returns the exit status: 0 fine, 1 a mismatch or a failed case, 2
// bad input or usage. Errors are one line each on stderr; a verb that ends with 2 has printed nothing on
// stdout.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

using Words = std::vector<std::string>;

enum ExitStatus { kFine = 0, kMismatch = 1, kBadInput = 2 };

struct Verb {
  std::string_view name;
  std::string_view purpose;
  int (*run)(const Words& words);
};

std::span<const Verb> all_verbs();
// The whole command line, without the program's own name.
int run_command_line(const Words& words);

int run_bench(const Words& words);
int run_help(const Words& words);
int run_replay(const Words& words);
int run_schedule(const Words& words);
int run_version(const Words& words);

}  // namespace lockstep
