#include "core/json_form.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <filesystem>

#include "core/load.h"
#include "props/random_graph.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

// A Result as the thing itself; a failure fails the test with its line.
template <typename T>
T value(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().line());
  return std::move(*result);
}

const char* kGraph = R"json({
 "lockstep": "graph/1",
 "variables": [
  {"name": "i", "min": 1, "max": 10, "value": 3}
 ],
 "nodes": [
  {"op": "BUFFER", "dtype": "float32", "shape": [10], "device": "GPU", "memory": 1, "offset": 16},
  {"op": "CONST", "dtype": "float32", "shape": [], "arg": 1.0},
  {"op": "CONST", "dtype": "int32", "shape": [], "arg": {"var": "i"}},
  {"op": "CONST", "dtype": "uint64", "shape": [], "arg": 18446744073709551615},
  {"op": "CONST", "dtype": "float16", "shape": [], "arg": "-inf"},
  {"op": "ADD", "dtype": "float32", "shape": ["i"], "forced_realize": true, "src": [{"node": 0, "views": [{"shape": ["i"], "strides": [1], "offset": "(i*2)"}]}, {"node": 1, "views": [{"shape": ["i"], "strides": [0], "offset": 0, "mask": [[0, 2]]}]}]}
 ],
 "outputs": [5, {"node": 5, "views": [{"shape": [1, "i"], "strides": [0, 1], "offset": 0}]}]
}
)json";

TEST(JsonForm, PrintsOneNodeALineAsItReadThem) { EXPECT_EQ(to_json(value(graph_from_json(kGraph))), kGraph); }

TEST(JsonForm, AnIntegerOnAFloatIsAFloat) {
  std::string text = R"json({"lockstep": "graph/1", "nodes": [
    {"op": "CONST", "dtype": "float32", "shape": [], "arg": 1}], "outputs": [0]})json";
  Graph graph = value(graph_from_json(text));
  EXPECT_EQ(std::get<ConstValue>(graph.nodes[0].constant), ConstValue::of_float(1.0));
  EXPECT_THAT(to_json(graph), testing::HasSubstr("\"arg\": 1.0}"));
}

TEST(JsonForm, AViewOfTheNodesOwnShapeIsPlain) {
  std::string text = R"json({"lockstep": "graph/1", "nodes": [
    {"op": "BUFFER", "dtype": "float32", "shape": [2, 3]},
    {"op": "NEG", "dtype": "float32", "shape": [2, 3],
     "src": [{"node": 0, "views": [{"shape": [2, 3], "strides": [3, 1], "offset": 0}]}]}], "outputs": [1]})json";
  EXPECT_TRUE(value(graph_from_json(text)).nodes[1].src[0].plain());
}

TEST(JsonForm, AVariableThatCanBeOneNumberIsThatNumber) {
  std::string text =
      R"json({"lockstep": "graph/1", "variables": [{"name": "i", "min": 3, "max": 3, "value": 3}],
    "nodes": [{"op": "BUFFER", "dtype": "float32", "shape": ["(i*2)"]}], "outputs": [0]})json";
  EXPECT_EQ(value(graph_from_json(text)).nodes[0].shape, Dims{6});
}

TEST(JsonForm, UnknownKeysAreIgnored) {
  std::string text = R"json({"lockstep": "graph/1", "author": {"name": "x"}, "nodes": [
    {"op": "BUFFER", "dtype": "float32", "shape": [2], "colour": [1, 2, {}]}], "outputs": [0]})json";
  EXPECT_EQ(value(graph_from_json(text)).size(), 1u);
}

TEST(JsonForm, AGraphIsACaseWithDefaultOptions) {
  Case c = value(case_from_any(kGraph));
  EXPECT_EQ(c.graph.size(), 6u);
  EXPECT_EQ(c.options, Options());
  EXPECT_FALSE(c.expect);
}

TEST(JsonForm, AStrangersKernelNeedsOnlyItsOutputs) {
  Graph graph = value(graph_from_json(kGraph));
  Schedule schedule =
      value(schedule_from_json(R"json({"lockstep": "schedule/1", "kernels": [{"outputs": [5]}]})json", graph));
  EXPECT_TRUE(schedule.kernels[0].ast.empty());
  EXPECT_EQ(value(schedule_from_json(to_json(schedule), graph)), schedule);
}

RC_GTEST_PROP(JsonForm, GraphsReadBackEqual, ()) {
  Graph graph = random_graph::graph();
  RC_ASSERT(value(graph_from_json(to_json(graph))) == graph);
}

RC_GTEST_PROP(JsonForm, SchedulesReadBackEqual, ()) {
  Graph graph = random_graph::graph();
  Schedule schedule = random_graph::schedule(graph);
  RC_ASSERT(value(schedule_from_json(to_json(schedule), graph)) == schedule);
}

RC_GTEST_PROP(JsonForm, CasesReadBackEqual, ()) {
  Case c = random_graph::make_case();
  RC_ASSERT(value(case_from_json(to_json(c))) == c);
}

TEST(JsonForm, EveryCorpusFileReadsBackEqual) {
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(LOCKSTEP_SOURCE_DIR "/corpus")) {
    std::string path = entry.path().string(), kind = entry.path().extension().string();
    bool is_case = kind == ".json" || kind == ".lockstep";
    if (!is_case || path.find("/corpus/bad/") != std::string::npos) continue;
    SCOPED_TRACE(path);
    Result<Case> c = load_case(path);
    ASSERT_TRUE(c) << c.error().line();
    EXPECT_TRUE(value(case_from_json(to_json(*c))) == *c);
    ++files;
  }
  EXPECT_GT(files, 0u);
}

}  // namespace
}  // namespace lockstep
