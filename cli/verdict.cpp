#include "cli/verdict.h"

#include "cli/side_by_side.h"
#include "core/load.h"
#include "core/text_form.h"
#include "oracle/expectation.h"

namespace lockstep {

namespace {

Result<Schedule> answer_to(const Case& c, const EngineChoice& choice, const Scheduler& engine) {
  return engine.schedule(c.graph, choice.over(c.options));
}

std::string without_last_newline(std::string text) {
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

// The block of one kernel in the text form; empty where there is no such kernel.
std::string text_of_kernel(const Schedule& schedule, KernelId kernel) {
  std::string text = "\n" + to_text(schedule);
  std::size_t begin = text.find("\nkernel " + std::to_string(kernel.value) + " ");
  if (begin == std::string::npos) return "";
  std::size_t end = text.find("\nkernel ", begin + 1);
  return text.substr(begin + 1, end - begin);
}

std::string both_sides(const Case& c, const Difference& difference, const Schedule& actual,
                       std::string_view engine_name) {
  const auto* expected = std::get_if<ExpectedSchedule>(&*c.expect);
  if (!difference.kernel || expected == nullptr || !expected->schedule) return "";
  return side_by_side("expected", text_of_kernel(*expected->schedule, *difference.kernel), engine_name,
                      text_of_kernel(actual, *difference.kernel));
}

// What must be refused: the words of the first refusal against those beside the file.
void judge_refusal(Verdict& verdict, const CaseFile& file, const EngineChoice& choice,
                   const Scheduler& engine) {
  Result<std::string> words = read_file(*file.refusal_path);
  if (!words) {
    verdict.what = *file.refusal_path + ": " + words.error().line();
    return;
  }
  std::string expected = without_last_newline(*words);
  Result<Case> loaded = load_case(file.path);
  Result<Schedule> answer = loaded ? answer_to(*loaded, choice, engine) : tl::make_unexpected(loaded.error());
  verdict.passed = !answer && answer.error().line() == expected;
  if (!verdict.passed)
    verdict.what = (answer ? std::string("accepted") : "refused with \"" + answer.error().line() + "\"") +
                   ", expected the refusal \"" + expected + "\"";
}

void judge_answer(Verdict& verdict, const CaseFile& file, const EngineChoice& choice, const Scheduler& engine) {
  Result<Case> loaded = load_case(file.path);
  if (!loaded) {
    verdict.what = "not loaded: " + loaded.error().line();
    return;
  }
  Result<Schedule> answer = answer_to(*loaded, choice, engine);
  auto difference = first_difference(*loaded, answer);
  verdict.passed = !difference;
  if (!difference) return;
  verdict.what = difference->what;
  if (answer) verdict.detail = both_sides(*loaded, *difference, *answer, engine.name());
}

}  // namespace

Verdict verdict_on(const CaseFile& file, const EngineChoice& choice, const Scheduler& engine) {
  Verdict verdict{file.path, std::string(engine.name())};
  if (file.refusal_path)
    judge_refusal(verdict, file, choice, engine);
  else
    judge_answer(verdict, file, choice, engine);
  return verdict;
}

}  // namespace lockstep
