// Every malformed file gets exactly its message: corpus/bad/NAME.json or NAME.lockstep, and NAME.expect.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "core/json_form.h"
#include "core/load.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

const fs::path kBad = LOCKSTEP_SOURCE_DIR "/corpus/bad";

// What a reader says of the file: its one line, or that it found nothing wrong.
std::string said_of(const fs::path& path) {
  Result<Case> c = load_case(path.string());
  return c ? "accepted" : c.error().line();
}

std::string expected_of(fs::path path) {
  Result<std::string> text = read_file(path.replace_extension(".expect").string());
  return text ? text->substr(0, text->find('\n')) : "(no .expect file)";
}

TEST(BadInput, EveryFileOfCorpusBadGetsItsMessage) {
  std::set<fs::path> cases, expectations;
  for (const auto& entry : fs::directory_iterator(kBad)) {
    fs::path stem = entry.path().stem();
    if (entry.path().extension() == ".expect") {
      expectations.insert(stem);
      continue;
    }
    EXPECT_EQ(said_of(entry.path()), expected_of(entry.path())) << entry.path();
    EXPECT_TRUE(cases.insert(stem).second) << stem << " in two forms";
  }
  EXPECT_EQ(cases, expectations);
  EXPECT_GE(cases.size(), 40u);
}

class Folder : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(path_); }
  void TearDown() override { fs::remove_all(path_); }
  fs::path write(const std::string& name, const std::string& text) {
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }
  fs::path path_ = fs::path(testing::TempDir()) / ("lockstep-bad-input-" + std::to_string(getpid()));
};

using BadFile = Folder;

TEST_F(BadFile, Missing) { EXPECT_EQ(said_of(path_ / "none.json"), "no such file"); }
TEST_F(BadFile, AFolder) { EXPECT_EQ(said_of(path_), "is a folder, not a file"); }
TEST_F(BadFile, Empty) { EXPECT_EQ(said_of(write("empty.json", " \n")), "the file is empty"); }

TEST_F(BadFile, Unreadable) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads every file";
  fs::path file = write("secret.json", "{}");
  fs::permissions(file, fs::perms::none);
  EXPECT_EQ(said_of(file), "cannot be opened: Permission denied");
}

TEST_F(BadFile, NestedAHundredThousandDeep) {
  std::string text = R"({"lockstep": "graph/1", "nodes": )" + std::string(100'000, '[');
  EXPECT_EQ(said_of(write("deep.json", text)), "line 1, column 97: nested more than 64 levels deep");
}

// Whatever is cut off a good file is refused, and with a place.
TEST_F(BadFile, CutOffAnywhere) {
  std::string text =
      R"({"lockstep": "graph/1", "nodes": [{"op": "BUFFER", "dtype": "float32", "shape": [4]}], "outputs": [0]})";
  ASSERT_TRUE(case_from_any(text));
  for (std::size_t length = 1; length < text.size(); ++length) {
    Result<Case> c = case_from_any(text.substr(0, length));
    ASSERT_FALSE(c) << text.substr(0, length);
    EXPECT_EQ(c.error().place.substr(0, 6), "line 1") << c.error().line();
  }
}

// A message is one line, whatever the file says.
TEST_F(BadFile, NoMessageBreaksTheLine) {
  for (const char* text :
       {R"({"lockstep": "graph/1\nx"})", R"({"lockstep": "graph/1", "nodes": [{"op": "A\nB"}]})",
        "{\"a\n\": 1}", R"({"lockstep": "graph/1", "variables": [{"name": "\n", "min": 1, "max": 2}]})",
        R"({"lockstep": "graph/1", "nodes": [{"op": "EMPTY", "dtype": "int8", "shape": ["\n"]}]})"}) {
    Result<Case> c = case_from_any(text);
    ASSERT_FALSE(c) << text;
    EXPECT_EQ(c.error().line().find('\n'), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace lockstep
