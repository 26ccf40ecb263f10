// What validation must let through, next to what it must not; and its two searches against their definitions.

#include "core/validate.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "core/builder.h"
#include "core/graph_paths.h"
#include "core/reach.h"
#include "props/view_reader.h"

namespace lockstep {
namespace {

std::string said_of(const Graph& graph) {
  Result<void> result = validate(graph);
  return result ? "" : result.error().line();
}

constexpr const char* kHazard = "writes memory that node";

// One buffer of 8, and an ASSIGN to each slice [begin, end) by `step`, each a value of its own.
struct Slice {
  std::int64_t begin, end, step;
};
std::string said_of_slices(const std::vector<Slice>& slices) {
  GraphBuilder b;
  Ref x = b.buffer(Scalar::Float32, {8});
  for (const Slice& slice : slices) {
    Ref target = b.stride(b.shrink(x, {{slice.begin, slice.end}}), {slice.step});
    b.output(b.assign(target, b.buffer(Scalar::Float32, b.graph().shape_of(target))));
  }
  return said_of(b.graph());
}

TEST(Hazards, DisjointSlicesNeedNoOrder) { EXPECT_EQ(said_of_slices({{0, 4, 1}, {4, 8, 1}}), ""); }
TEST(Hazards, InterleavedSlicesNeedNoOrder) { EXPECT_EQ(said_of_slices({{0, 8, 2}, {1, 8, 2}}), ""); }
TEST(Hazards, SlicesThatMeetDo) {
  EXPECT_NE(said_of_slices({{0, 5, 1}, {4, 8, 1}}).find(kHazard), std::string::npos);
}
TEST(Hazards, OneThatReachesOverTheNextIsSeen) {
  EXPECT_NE(said_of_slices({{0, 8, 7}, {1, 3, 1}, {7, 8, 1}}).find(kHazard), std::string::npos);
}

TEST(Hazards, AnAssignOfTheOthersResultIsOrdered) {
  GraphBuilder b;
  Ref x = b.buffer(Scalar::Float32, {8});
  Ref first = b.assign(x, b.alu(Op::Neg, x));
  b.output(b.assign(x, b.alu(Op::Sqrt, first)));
  EXPECT_EQ(said_of(b.graph()), "");
}

TEST(Hazards, TwoBuffersOfOneMemoryMeet) {
  GraphBuilder b;
  auto buffer = [&](std::int64_t offset) {
    Node node{.op = Op::Buffer, .dtype = Scalar::Float32, .shape = {4}};
    node.memory = Memory{1, offset};
    return b.add(std::move(node));
  };
  Ref value = b.buffer(Scalar::Float32, {4});
  b.output(b.assign(buffer(0), value));
  b.output(b.assign(buffer(16), value));
  EXPECT_EQ(said_of(b.graph()), "");
  b.output(b.assign(buffer(28), value));
  EXPECT_NE(said_of(b.graph()).find(kHazard), std::string::npos);
}

// Each after the one before: linear, or this test never ends.
TEST(Hazards, ManyInARow) {
  GraphBuilder b;
  Ref x = b.buffer(Scalar::Float32, {8}), last = x;
  for (int i = 0; i < 200'000; ++i) last = b.assign(x, b.alu(Op::Neg, last));
  b.output(last);
  EXPECT_EQ(said_of(b.take()), "");
}

// Slices after a whole, then a whole after the slices: one start or one end with many pairs.
TEST(Hazards, ManySlicesBetweenTwoWholes) {
  constexpr int kSlices = 5'000;
  GraphBuilder b;
  Ref x = b.buffer(Scalar::Float32, {kSlices});
  Ref whole = b.assign(x, b.buffer(Scalar::Float32, {kSlices})), sum = b.shrink(whole, {{0, 1}});
  for (int i = 0; i < kSlices; ++i) {
    Ref slice = b.assign(b.shrink(x, {{i, i + 1}}), b.shrink(whole, {{i, i + 1}}));
    sum = b.alu(Op::Add, sum, slice);
  }
  b.output(b.assign(x, b.expand(sum, {kSlices})));
  EXPECT_EQ(said_of(b.take()), "");
}

TEST(Targets, AMaskThatTheSliceAvoidsIsNoPadding) {
  GraphBuilder b;
  Ref x = b.buffer(Scalar::Float32, {5});
  Ref strided = b.shrink(b.reshape(b.pad(x, {{0, 1}}), {3, 2}), {{0, 2}, {0, 1}});
  b.output(b.assign(b.reshape(strided, {2}), b.buffer(Scalar::Float32, {2})));
  EXPECT_EQ(said_of(b.graph()), "");
}

// --- against the definitions

ShapeTracker random_tracker() {
  auto below = [](int n) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, n)); };
  ShapeTracker st = ShapeTracker::of_shape({4, 6});
  for (int i = below(5); i > 0; --i) {
    switch (below(5)) {
      case 0:
        st = st.permute({1, 0});
        break;
      case 1:
        st = st.pad({{below(2), below(2)}, {below(2), 0}});
        break;
      case 2:
        st = st.shrink({{below(2), st.shape()[0]}, {0, st.shape()[1] - below(2)}});
        break;
      case 3:
        st = st.stride({below(2) == 0 ? -1 : 2, 1 + below(2)});
        break;
      default:
        st = st.reshape({st.shape()[1], st.shape()[0]});
        break;
    }
  }
  if (below(8) == 0) st = st.shrink({{0, 1}, {0, st.shape()[1]}}).expand({2, st.shape()[1]});
  return st;
}

RC_GTEST_PROP(Reach, CoverageIsWhatTheElementsDo, ()) {
  ShapeTracker st = random_tracker();
  RC_PRE(st.size() > 0);
  std::set<std::int64_t> places;
  bool padded = false, repeated = false;
  for (props::Position place : props::table_of(st)) {
    padded = padded || place == props::kMasked;
    if (place != props::kMasked) repeated = !places.insert(place).second || repeated;
  }
  Coverage coverage = coverage_of(st);
  RC_CLASSIFY(padded, "padded");
  RC_CLASSIFY(repeated, "repeated");
  RC_CLASSIFY(st.views().size() > 1, "several views");
  if (padded && repeated)
    RC_ASSERT(coverage == Coverage::Padded || coverage == Coverage::Repeated);
  else
    RC_ASSERT(coverage == (padded ? Coverage::Padded : repeated ? Coverage::Repeated : Coverage::OneToOne));
}

RC_GTEST_PROP(Reach, SpansHoldThePlacesAndNoMore, ()) {
  ShapeTracker st = random_tracker();
  RC_PRE(st.size() > 0 && coverage_of(st) == Coverage::OneToOne);
  std::set<std::int64_t> places, spanned;
  for (props::Position place : props::table_of(st)) places.insert(place);
  std::vector<Span> spans = spans_of(st, 1000).value();
  RC_ASSERT(std::is_sorted(spans.begin(), spans.end()));
  for (const Span& span : spans)
    for (std::int64_t at = span.begin; at < span.end; ++at) RC_ASSERT(spanned.insert(at).second);
  RC_ASSERT(spanned == places);
}

RC_GTEST_PROP(GraphPaths, AreThoseOfASearch, ()) {
  auto below = [](int n) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, n)); };
  Graph graph;
  int size = 1 + below(200);
  std::vector<std::set<std::uint32_t>> ancestors;
  for (int i = 0; i < size; ++i) {
    Node node;
    std::set<std::uint32_t> above;
    for (int s = i == 0 ? 0 : below(3); s > 0; --s) {
      auto source = static_cast<std::uint32_t>(std::max(0, i - 1 - below(10)));
      node.src.push_back({NodeId(source)});
      above.insert(source);
      above.insert(ancestors[source].begin(), ancestors[source].end());
    }
    graph.nodes.push_back(std::move(node));
    ancestors.push_back(std::move(above));
  }
  std::vector<NodePair> pairs, unordered;
  for (std::uint32_t a = 0; a < graph.size(); a += 2)
    for (std::uint32_t b = a + 1; b < graph.size(); b += 3) {
      pairs.emplace_back(NodeId(a), NodeId(b));
      if (!ancestors[b].contains(a)) unordered.emplace_back(NodeId(a), NodeId(b));
    }
  RC_ASSERT(without_path(graph, pairs) == unordered);
}

}  // namespace
}  // namespace lockstep
