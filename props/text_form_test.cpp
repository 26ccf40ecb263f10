// The text form reads what docs/TEXT.md says, prints what it reads, and tells the line of what it refuses.
// corpus/bad/text-* has a refusal of each kind; props/bad_input_test.cpp compares their words.

#include "core/text_form.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <filesystem>

#include "core/json_form.h"
#include "core/load.h"
#include "props/random_graph.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

template <typename T>
T value(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().line());
  return std::move(*result);
}

Graph graph_of(std::string_view text) { return value(graph_from_text(text)); }
Case case_of(std::string_view text) { return value(case_from_text(text)); }

std::string refusal_of(std::string_view text) {
  Result<Case> c = case_from_text(text);
  return c ? "accepted" : c.error().line();
}

std::vector<Op> ops_of(const Graph& graph) {
  std::vector<Op> ops;
  for (const Node& node : graph.nodes) ops.push_back(node.op);
  return ops;
}

TEST(TextForm, ASoftmaxIsTheGraphThatTheBuilderMakes) {
  Graph read = graph_of(R"(
    # softmax
    x = buffer float32 [64,128]
    m = reduce_max x axes=[1]
    e = exp2 (sub x m.expand(64,128))
    s = reduce_sum e axes=[1]
    y = mul e (recip s).expand(64,128)
    out y
  )");
  GraphBuilder b;
  Ref x = b.buffer(Scalar::Float32, {64, 128});
  Ref m = b.reduce(Op::ReduceMax, x, {1});
  Ref e = b.alu(Op::Exp2, b.alu(Op::Sub, x, b.expand(m, {64, 128})));
  Ref s = b.reduce(Op::ReduceSum, e, {1});
  b.output(b.alu(Op::Mul, e, b.expand(b.alu(Op::Recip, s), {64, 128})));
  EXPECT_TRUE(read == b.take());
}

TEST(TextForm, MovementsAreTheBuilders) {
  Graph read = graph_of(R"(
    x = buffer float32 [4,6]
    out x.reshape(24) x.permute(1,0) x.pad((1,2),(0,3)) x.shrink((1,3),(0,6)) x.flip(1) x.flip(0,1)
    out x.stride(2,-1) x.reshape(4,1,6).expand(4,5,6) x.permute(1,0).reshape(24).pad((1,1))
  )");
  GraphBuilder b;
  Ref x = b.buffer(Scalar::Float32, {4, 6});
  b.output(b.reshape(x, {24}));
  b.output(b.permute(x, {1, 0}));
  b.output(b.pad(x, {{1, 2}, {0, 3}}));
  b.output(b.shrink(x, {{1, 3}, {0, 6}}));
  b.output(b.flip(x, {1}));
  b.output(b.flip(x, {0, 1}));
  b.output(b.stride(x, {2, -1}));
  b.output(b.expand(b.reshape(x, {4, 1, 6}), {4, 5, 6}));
  b.output(b.pad(b.reshape(b.permute(x, {1, 0}), {24}), {{1, 1}}));
  EXPECT_TRUE(read == b.take());
}

TEST(TextForm, MovementsBackToTheWholeNodeArePlain) {
  EXPECT_TRUE(graph_of("x = buffer float32 [4,6]\nout x.permute(1,0).permute(1,0)").outputs[0].plain());
}

TEST(TextForm, AViewIsAddedToTheStackAsItIs) {
  Graph graph =
      graph_of("x = buffer float32 [4,6]\nout x.view([4,6]).view([3], strides=[2], offset=1, mask=[(0,2)])");
  EXPECT_EQ(*graph.outputs[0].view,
            ShapeTracker({View::create({4, 6}), View::create({3}, {2}, 1, Ranges{{0, 2}})}));
}

TEST(TextForm, NumbersAreConstantsOfTheirOwnAfterTheOtherOperands) {
  Graph graph = graph_of("x = buffer float32 [4]\ny = sub 1 (mul x 2.0)\nout y");
  EXPECT_THAT(ops_of(graph), testing::ElementsAre(Op::Buffer, Op::Const, Op::Mul, Op::Const, Op::Sub));
  EXPECT_EQ(std::get<ConstValue>(graph.nodes[3].constant), ConstValue::of_float(1));
  EXPECT_EQ(graph.nodes[3].shape, Dims());
  EXPECT_EQ(graph.shape_of(graph.nodes[4].src[0]), Dims{4});
}

TEST(TextForm, TheOpsRuleGivesANumberItsDtype) {
  Graph graph = graph_of(R"(
    x = buffer int8 [4]
    bits = shl x 3
    low = cmplt x 5
    y = where true bits 7
    out low y
  )");
  std::vector<DType> dtypes;
  for (const Node& node : graph.nodes)
    if (node.op == Op::Const) dtypes.push_back(node.dtype);
  EXPECT_THAT(dtypes, testing::ElementsAre(Scalar::Int8, Scalar::Int8, Scalar::Bool, Scalar::Int8));
}

TEST(TextForm, ANodeLiesWhereItsSourcesDo) {
  Graph graph = graph_of(R"(
    x = buffer float32 [4] @"GPU"
    y = mul 2.0 x
    z = copy y
    w = copy z @"GPU:1"
    v = neg x @""
    out w v
  )");
  std::vector<std::string> devices;
  for (const Node& node : graph.nodes) devices.push_back(node.device);
  EXPECT_THAT(devices, testing::ElementsAre("GPU", "", "GPU", "", "GPU:1", ""));
}

TEST(TextForm, ACopyMovesAllItsBytesUnlessItSays) {
  Graph graph = graph_of("x = buffer float32 [4]\ny = copy x\nz = copy x bytes=7\nout y z");
  EXPECT_EQ(graph.nodes[1].bytes, 16);
  EXPECT_EQ(graph.nodes[2].bytes, 7);
}

TEST(TextForm, ExpectationsNameNodesByNameOrNumber) {
  Case c = case_of("x = buffer float32 [4]\nn0 = sqrt (neg x)\nout n0\nexpect kernels {n0, n1} {x}");
  using Group = std::vector<NodeId>;
  EXPECT_THAT(*std::get<ExpectedSchedule>(*c.expect).groups,
              testing::ElementsAre(Group{NodeId(2), NodeId(1)}, Group{NodeId(0)}));
}

TEST(TextForm, BlanksCommentsAndTheOrderOfAttributesAreFree) {
  Graph plain = graph_of("x = buffer float32 [2,2]\ny = reduce_sum x axes=[0,1] forced @\"GPU\"\nout y");
  Graph free = graph_of(
      "\t# first\r\nx=buffer float32[ 2 ,\n 2 ] # then\r\n\r\n y = reduce_sum @\"GPU\" forced axes = [0,1] "
      "x\nout y");
  EXPECT_TRUE(plain == free);
}

// Every field of the form, as it is printed.
const char* kGraph = R"(variable i 1..10 = 3
variable j 0..4 = 2
n0 = buffer float32 [10] memory=1 offset=16 @"GPU"
n1 = const float32 0.1
n2 = const int32 variable=i
n3 = const uint64 18446744073709551615
n4 = const float16 -inf [1]
n5 = add n0.view([i], offset=(j*2), mask=[(0,2)]) n1.view([i], strides=[0]) forced metadata="a \"sum\""
n6 = reduce_max n0.view([5,2]) axes=[0,1]
n7 = empty image_float16[1,2,4] [8]
n8 = custom int8 [2] "{\"a\": 1}" n7 n0
n9 = bitcast int32 n0
n10 = buffer_view uint32 n9
n11 = buffer float32 [4,4]
n12 = buffer float32 [2,4]
n13 = assign n12 n11.view([2,4], offset=4)
n14 = buffer float32 [3]
n15 = assign n14.view([2]) n14.view([2]) @"GPU"
n16 = copy n13 bytes=32 @"GPU:1"
out n5 n16.view([4,2]).view([3], strides=[2]) n15
)";

TEST(TextForm, PrintsTheGraphThatItRead) { EXPECT_EQ(to_text(graph_of(kGraph)), kGraph); }

const char* kCase = R"(name "a case"
options multioutput=0 fuse_arange=1 fuse_conv_bw=1 ast_rewrite=0
buf_max "GPU:1"=8
buf_max METAL=31
variable i 1..10 = 3
n0 = buffer float32 [10]
n1 = reduce_sum n0.view([1,i]) axes=[1]
out n1
upstream "wrong values"
upstream_seconds 0.125
expect count 2
expect compute_count 1
expect kernels {n1} {n0, n1}
expect schedule
bound i=3
kernel 0 writes n1 reads n0 metadata "a" "b"
  %0 = DEFINE_GLOBAL ptr image_float32[1,2,4] 0
  %1 = SHAPETRACKER .view([1,i], mask=[(0,1),(1,i)]).view([i])
  %2 = LOAD float32 %0 %1
  %3 = REDUCE_AXIS float32 MAX [1,0] %2
  %4 = SWIZZLE float32 .view([]) %3
  %5 = DEFINE_VAR int32 i 1..10
  %6 = CONST bool true
  %7 = WHERE float32 %6 %4 %3
  %8 = CAST float16 %7
  %9 = STORE %0 %1 %8
  %10 = SINK %9
kernel 1 writes n1 n0 after 0
  %0 = EXT float32 BUFFER_VIEW
values inputs n0 = [0.0, 1.5, -2.5, nan, inf, -inf, 1e+300, 5e-324, 0.1, -0.1]
values outputs n1 = [3.0]
values memory n0 = [0.0, 1.5, -2.5, nan, inf, -inf, 1e+300, 5e-324, 0.1, -0.1]
)";

TEST(TextForm, PrintsTheCaseThatItRead) { EXPECT_EQ(to_text(case_of(kCase)), kCase); }

TEST(TextForm, ALongListOfValuesGoesOverSeveralLines) {
  Case c = case_of("x = buffer int32 [1000]\nout x");
  c.values.emplace();
  for (int i = 0; i < 1000; ++i) c.values->inputs[0].push_back(ConstValue::of_int(i * 1000));
  std::string text = to_text(c);
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    EXPECT_LE(end - begin, 110u);
  EXPECT_TRUE(case_of(text) == c);
}

TEST(TextForm, AScheduleWithoutKernelsIsOne) {
  Graph graph = graph_of("x = buffer float32 [4]\nout x");
  EXPECT_EQ(value(schedule_from_text(to_text(Schedule()), graph)), Schedule());
}

TEST(TextForm, WhatIsEmptyIsStillThere) {
  Case c = case_of("x = buffer float32 [4]\nout x\nexpect\nvalues");
  EXPECT_TRUE(std::get<ExpectedSchedule>(*c.expect) == ExpectedSchedule());
  EXPECT_TRUE(c.values == Values());
  EXPECT_TRUE(case_of(to_text(c)) == c);
}

TEST(TextForm, ALineOfACaseIsNoneOfAGraph) {
  Result<Graph> graph = graph_from_text("x = buffer float32 [4]\nname \"x\"\nout x");
  ASSERT_FALSE(graph);
  EXPECT_EQ(graph.error().line(), "line 2, column 1: a line \"name\" in a graph (it belongs to a case)");
}

TEST(TextForm, ARefusalTellsLineAndColumn) {
  EXPECT_EQ(refusal_of("x = buffer float32 [4]\n\n  y = add x z\nout y"),
            "line 3, column 13: unknown name \"z\"");
  EXPECT_EQ(refusal_of("x = buffer float32 [4]\ny = neg (add x\tx.reshape(5))\nout y"),
            "line 2, column 18: cannot reshape [4] to [5]: 4 elements are not 5");
}

// The file is read to its end before schedule and values are judged; still the line is theirs.
TEST(TextForm, ARefusalOfTheWholeTellsTheLineOfThePart) {
  using testing::StartsWith;
  std::string head = "x = buffer float32 [4]\ny = neg x\n";
  std::string schedule = head + "out y\nexpect schedule\nkernel 0 writes y\n";
  EXPECT_THAT(refusal_of(head + "values inputs y = [1.0, 1.0, 1.0, 1.0]\nout y"),
              StartsWith("line 3, column 1: NEG"));
  EXPECT_THAT(refusal_of(schedule + "kernel 1 writes y after 2"),
              StartsWith("line 6, column 1: there is no kernel"));
  EXPECT_THAT(refusal_of(schedule + " %0 = NEG float32\n %1 = SINK %0"), StartsWith("line 6, column 2: NEG"));
}

RC_GTEST_PROP(TextForm, GraphsReadBackEqual, ()) {
  Graph graph = random_graph::graph();
  RC_ASSERT(graph_of(to_text(graph)) == graph);
}

RC_GTEST_PROP(TextForm, SchedulesReadBackEqual, ()) {
  Graph graph = random_graph::graph();
  Schedule schedule = random_graph::schedule(graph);
  RC_ASSERT(value(schedule_from_text(to_text(schedule), graph)) == schedule);
}

RC_GTEST_PROP(TextForm, CasesReadBackEqual, ()) {
  Case c = random_graph::make_case();
  RC_ASSERT(case_of(to_text(c)) == c);
}

RC_GTEST_PROP(TextForm, BothFormsSayTheSame, ()) {
  Case c = random_graph::make_case();
  RC_ASSERT(value(case_from_json(to_json(case_of(to_text(c))))) ==
            case_of(to_text(value(case_from_json(to_json(c))))));
}

// One place of the text changed, left out or said twice.
std::string damaged(std::string text) {
  auto at = static_cast<std::size_t>(random_graph::below(static_cast<int>(text.size())));
  auto other = static_cast<std::size_t>(random_graph::below(static_cast<int>(text.size())));
  switch (random_graph::below(4)) {
    case 0:
      return text.erase(at, 1 + other % 5);
    case 1:
      return text.replace(at, 1, 1, text[other]);
    case 2:
      return text.insert(at, text.substr(other, 12));
    default:
      return text.substr(0, at);
  }
}

RC_GTEST_PROP(TextForm, DamagedTextIsReadOrRefusedAtALine, ()) {
  std::string text = to_text(random_graph::make_case());
  for (int i = 0; i < 20; ++i) {
    Result<Case> c = case_from_text(damaged(text));
    if (c)
      RC_ASSERT(case_of(to_text(*c)) == *c);
    else
      RC_ASSERT(c.error().place.starts_with("line ") && c.error().kind != ErrorKind::Internal);
  }
}

TEST(TextForm, EveryCorpusFileSaysTheSameInBothForms) {
  std::size_t texts = 0, documents = 0;
  for (const auto& entry : fs::recursive_directory_iterator(LOCKSTEP_SOURCE_DIR "/corpus")) {
    std::string path = entry.path().string(), kind = entry.path().extension().string();
    bool is_case = kind == ".json" || kind == ".lockstep";
    if (!is_case || path.find("/corpus/bad/") != std::string::npos) continue;
    SCOPED_TRACE(path);
    Case c = value(load_case(path));
    EXPECT_TRUE(case_of(to_text(c)) == c);
    EXPECT_TRUE(value(case_from_json(to_json(c))) == c);
    ++(kind == ".json" ? documents : texts);
  }
  EXPECT_GE(texts, 45u);
  EXPECT_GE(documents, 1u);
}

}  // namespace
}  // namespace lockstep
