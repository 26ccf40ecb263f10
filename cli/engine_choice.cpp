#include "cli/engine_choice.h"

#include "roster/roster.h"

namespace lockstep {

void EngineChoice::declare(Arguments& arguments) {
  std::string names;
  for (std::string_view name : engine_names()) names += (names.empty() ? "" : ", ") + std::string(name);
  arguments.text("--engine", engine_, "the engine: " + names);
  arguments.choice("--device", device_, {"cpu", "gpu"}, "where the engine runs");
  arguments.choice("--rules", rules_, {"sound", "upstream"}, "right answers, or upstream's with its failures");
  arguments.bit("--multioutput", multioutput_, "outputs of one reduce may share a kernel");
  arguments.bit("--fuse-arange", fuse_arange_, "fold reductions of constants into their users");
  arguments.bit("--fuse-conv-bw", fuse_conv_bw_, "fuse a reduce of a reduce of the same kind");
  arguments.bit("--ast-rewrite", ast_rewrite_, "push views to loads and stores");
}

Options EngineChoice::over(Options of_case) const {
  of_case.rules = rules_ == "upstream" ? Rules::Upstream : Rules::Sound;
  of_case.multioutput = multioutput_.value_or(of_case.multioutput);
  of_case.fuse_arange = fuse_arange_.value_or(of_case.fuse_arange);
  of_case.fuse_conv_bw = fuse_conv_bw_.value_or(of_case.fuse_conv_bw);
  of_case.ast_rewrite = ast_rewrite_.value_or(of_case.ast_rewrite);
  return of_case;
}

Result<std::unique_ptr<Scheduler>> EngineChoice::engine() const {
  if (device_ == "gpu")
    return tl::make_unexpected(Error{ErrorKind::BadInput, "no GPU engine yet", {}, "--device cpu"});
  return make_engine(engine_.empty() ? engine_names().front() : engine_);
}

Result<std::vector<std::unique_ptr<Scheduler>>> EngineChoice::engines() const {
  std::vector<std::unique_ptr<Scheduler>> all;
  auto first = engine();
  if (!first) return tl::make_unexpected(first.error());
  all.push_back(std::move(*first));
  if (engine_.empty())
    for (std::size_t k = 1; k < engine_names().size(); ++k) all.push_back(*make_engine(engine_names()[k]));
  return all;
}

}  // namespace lockstep
