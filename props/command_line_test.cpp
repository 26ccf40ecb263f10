// The program as its user sees it: status, stdout and stderr of a command line.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "cli/verb.h"

namespace lockstep {
namespace {

struct Outcome {
  int status;
  std::string out;
  std::string err;
};

Outcome lockstep_of(const Words& words) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  int status = run_command_line(words);
  std::string out = testing::internal::GetCapturedStdout();
  return {status, out, testing::internal::GetCapturedStderr()};
}

// A folder of its own for each test, gone afterwards.
class CommandLine : public testing::Test {
 protected:
  CommandLine() {
    const char* test = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = std::filesystem::path(testing::TempDir()) / (std::string(test) + "." + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~CommandLine() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, std::string_view text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::string folder() const { return folder_.string(); }

 private:
  std::filesystem::path folder_;
};

// x + 1 in one kernel; `kernels` is what the case claims.
std::string add_case(int kernels) {
  return R"({"lockstep": "case/1", "name": "add", "options": {}, "graph": {"lockstep": "graph/1", "nodes": [
    {"op": "BUFFER", "dtype": "float32", "shape": [4]},
    {"op": "ADD", "dtype": "float32", "shape": [4], "src": [0, 0]}], "outputs": [1]},
    "expect": {"kernel_count": )" +
         std::to_string(kernels) + "}}";
}

constexpr std::string_view kBroken = R"({"lockstep": "case/1", "graph": )";

// One line on stderr, nothing on stdout, status 2.
void expect_refusal(const Outcome& outcome, std::string_view part) {
  EXPECT_EQ(outcome.status, kBadInput);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
}

TEST_F(CommandLine, help_lists_every_verb) {
  Outcome outcome = lockstep_of({"help"});
  EXPECT_EQ(outcome.status, kFine);
  for (const Verb& verb : all_verbs()) EXPECT_NE(outcome.out.find(verb.name), std::string::npos) << verb.name;
}

TEST_F(CommandLine, every_verb_explains_itself) {
  for (const Verb& verb : all_verbs()) {
    Outcome outcome = lockstep_of({"help", std::string(verb.name)});
    EXPECT_EQ(outcome.status, kFine) << verb.name;
    EXPECT_NE(outcome.out.find("lockstep " + std::string(verb.name)), std::string::npos) << outcome.out;
  }
}

TEST_F(CommandLine, every_verb_refuses_an_option_that_it_does_not_have) {
  for (const Verb& verb : all_verbs())
    expect_refusal(lockstep_of({std::string(verb.name), "x", "--bogus"}), "--bogus");
}

TEST_F(CommandLine, an_unknown_verb_is_refused) { expect_refusal(lockstep_of({"shedule"}), "unknown verb"); }

TEST_F(CommandLine, an_unknown_engine_is_refused_with_the_list) {
  expect_refusal(lockstep_of({"schedule", write("a.json", add_case(1)), "--engine", "rev"}), "(engines: ref)");
}

TEST_F(CommandLine, there_is_no_gpu_engine_yet) {
  expect_refusal(lockstep_of({"schedule", write("a.json", add_case(1)), "--device", "gpu"}),
                 "no GPU engine yet");
}

TEST_F(CommandLine, unknown_rules_are_refused) {
  expect_refusal(lockstep_of({"schedule", write("a.json", add_case(1)), "--rules", "kind"}), "kind");
}

TEST_F(CommandLine, a_flag_is_0_or_1) {
  expect_refusal(lockstep_of({"schedule", write("a.json", add_case(1)), "--multioutput", "2"}), "2");
}

TEST_F(CommandLine, a_broken_file_gets_one_line_with_its_path) {
  std::string path = write("broken.json", kBroken);
  expect_refusal(lockstep_of({"schedule", path}), path + ": ");
}

TEST_F(CommandLine, a_path_with_a_newline_still_gets_one_line) {
  expect_refusal(lockstep_of({"schedule", folder() + "/no\nsuch"}), "no\\x0asuch");
}

TEST_F(CommandLine, schedule_prints_each_form) {
  std::string path = write("a.json", add_case(1));
  for (const char* form : {"text", "json", "dot"}) {
    Outcome outcome = lockstep_of({"schedule", path, "--emit", form});
    EXPECT_EQ(outcome.status, kFine) << outcome.err;
    EXPECT_NE(outcome.out, "") << form;
    EXPECT_EQ(outcome.err, "") << form;
  }
}

TEST_F(CommandLine, stats_name_nodes_edges_and_kernels) {
  Outcome outcome = lockstep_of({"schedule", write("a.json", add_case(1)), "--stats"});
  EXPECT_EQ(outcome.status, kFine) << outcome.err;
  EXPECT_NE(outcome.out.find("# nodes 2\n# edges 2\n# kernels 1, 1 of them compute\n"), std::string::npos)
      << outcome.out;
}

TEST_F(CommandLine, stats_of_json_leave_stdout_to_the_json) {
  std::string path = write("a.json", add_case(1));
  Outcome with = lockstep_of({"schedule", path, "--emit", "json", "--stats"});
  EXPECT_EQ(with.out, lockstep_of({"schedule", path, "--emit", "json"}).out);
  EXPECT_NE(with.err.find("# nodes 2"), std::string::npos);
}

TEST_F(CommandLine, replay_passes_a_case_that_is_met) {
  write("a.json", add_case(1));
  Outcome outcome = lockstep_of({"replay", folder()});
  EXPECT_EQ(outcome.status, kFine);
  EXPECT_EQ(outcome.out, "1 passed, 0 failed\n");
}

TEST_F(CommandLine, replay_fails_a_case_that_is_not_met) {
  write("a.json", add_case(2));
  write("b.json", add_case(1));
  Outcome outcome = lockstep_of({"replay", folder()});
  EXPECT_EQ(outcome.status, kMismatch);
  EXPECT_NE(outcome.out.find("1 kernel, expected 2"), std::string::npos) << outcome.out;
  EXPECT_TRUE(outcome.out.ends_with("\n1 passed, 1 failed\n")) << outcome.out;
}

TEST_F(CommandLine, replay_fails_a_file_that_does_not_load) {
  write("a.json", kBroken);
  Outcome outcome = lockstep_of({"replay", folder()});
  EXPECT_EQ(outcome.status, kMismatch);
  EXPECT_TRUE(outcome.out.ends_with("0 passed, 1 failed\n")) << outcome.out;
}

TEST_F(CommandLine, replay_wants_a_refusal_in_exactly_the_expected_words) {
  std::string path = write("a.json", kBroken);
  std::string words = lockstep_of({"schedule", path}).err.substr(path.size() + 2);
  write("a.expect", words);
  EXPECT_EQ(lockstep_of({"replay", folder()}).out, "1 passed, 0 failed\n");
  write("a.expect", "other " + words);
  EXPECT_EQ(lockstep_of({"replay", folder()}).status, kMismatch);
}

TEST_F(CommandLine, replay_fails_a_bad_case_that_is_accepted) {
  write("a.json", add_case(1));
  write("a.expect", "node 1: bad\n");
  EXPECT_EQ(lockstep_of({"replay", folder()}).status, kMismatch);
}

TEST_F(CommandLine, replay_fails_a_refusal_without_its_case) {
  write("a.json", add_case(1));
  write("gone.expect", "node 1: bad\n");
  EXPECT_TRUE(lockstep_of({"replay", folder()}).out.ends_with("1 passed, 1 failed\n"));
}

TEST_F(CommandLine, replay_takes_every_case_file_at_any_depth) {
  std::filesystem::create_directories(folder() + "/deep/er");
  for (const char* name : {"a.json", ".json", "deep/b.json", "deep/er/.json"}) write(name, add_case(1));
  write("notes.txt", "no case");
  EXPECT_EQ(lockstep_of({"replay", folder()}).out, "4 passed, 0 failed\n");
}

TEST_F(CommandLine, replay_over_no_files_is_refused) {
  expect_refusal(lockstep_of({"replay", folder()}), "no case file");
  expect_refusal(lockstep_of({"replay", folder() + "/absent"}), "no such file");
}

TEST_F(CommandLine, replay_reports_to_machines) {
  write("a.json", add_case(2));
  Outcome outcome = lockstep_of({"replay", folder(), "--json"});
  EXPECT_EQ(outcome.status, kMismatch);
  EXPECT_NE(outcome.out.find("\"failed\": 1"), std::string::npos) << outcome.out;
}

TEST_F(CommandLine, bench_refuses_to_time_an_unequal_schedule) {
  Outcome outcome = lockstep_of({"bench", "--models", write("a.json", add_case(2))});
  EXPECT_EQ(outcome.status, kMismatch);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("not timed: 1 kernel, expected 2"), std::string::npos) << outcome.err;
}

TEST_F(CommandLine, bench_times_an_equal_schedule) {
  Outcome outcome = lockstep_of({"bench", "--repeat", "1", "--models", write("a.json", add_case(1))});
  EXPECT_EQ(outcome.status, kFine) << outcome.err;
  EXPECT_NE(outcome.out.find("ours (s)"), std::string::npos) << outcome.out;
}

TEST_F(CommandLine, bench_needs_something_to_time) { expect_refusal(lockstep_of({"bench"}), "--models"); }

}  // namespace
}  // namespace lockstep
