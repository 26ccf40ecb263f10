// engine_choice.h: the options that every scheduling verb shares: which engine, under which rules.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "core/options.h"
#include "core/scheduler.h"

namespace lockstep {

class EngineChoice {
 public:
  void declare(Arguments& arguments);

  // A case's own options, but for those that the command line states.
  Options over(Options of_case) const;
  // The named engine; Error(BadInput) where there is none, or none for the device.
  Result<std::unique_ptr<Scheduler>> engine() const;
  // The named engine, or every engine where none was named.
  Result<std::vector<std::unique_ptr<Scheduler>>> engines() const;

 private:
  std::string engine_;
  std::string device_ = "cpu";
  std::string rules_ = "sound";
  std::optional<bool> multioutput_, fuse_arange_, fuse_conv_bw_, ast_rewrite_;
};

}  // namespace lockstep
