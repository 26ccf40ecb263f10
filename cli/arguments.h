// arguments.h: what a verb takes on its command line. Hides the parsing library.
//
//   Arguments arguments("replay", "Compares ...");
//   arguments.flag("--json", json, "a report for machines");
//   if (auto status = arguments.parse(words)) return *status;
// Declared values must outlive parse(). Whatever is not declared is a usage error.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/verb.h"

namespace lockstep {

class Arguments {
 public:
  enum Need { Optional, Required };

  Arguments(const std::string& verb, const std::string& purpose);
  ~Arguments();

  void flag(const std::string& name, bool& value, const std::string& help);
  void text(const std::string& name, std::string& value, const std::string& help);
  void choice(const std::string& name, std::string& value, const std::vector<std::string>& among,
              const std::string& help);
  void bit(const std::string& name, std::optional<bool>& value, const std::string& help);  // 0 or 1
  void count(const std::string& name, std::optional<int>& value, int least, int most, const std::string& help);
  void paths(const std::string& name, std::vector<std::string>& values, const std::string& help);
  void place(const std::string& name, std::string& value, const std::string& help, Need need);
  void places(const std::string& name, std::vector<std::string>& values,
              const std::string& help);  // at least one

  // Nothing where the verb goes on; else its exit status: help was printed, or a usage error.
  std::optional<int> parse(const Words& words);
  // One line on stderr about arguments that do not fit together; the exit status for it.
  int refuse(const std::string& message) const;

 private:
  struct Parser;
  std::string verb_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace lockstep
