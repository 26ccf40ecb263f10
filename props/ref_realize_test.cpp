// SPEC R1 to R9 and R4: what is realized before reduces are looked at.

#include "props/ref_support.h"

namespace lockstep::test {
namespace {

const DType f32 = Scalar::Float32;

TEST(RefRealize, R1_EveryRequestedOutputIsWritten) {
  GraphBuilder b;
  Ref x = b.buffer(f32, {4});
  Ref y = b.alu(Op::Sqrt, x), z = b.alu(Op::Sin, y);
  b.output(z);
  b.output(y);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{y.node.value}, {z.node.value}}));
}

TEST(RefRealize, R1_ABufferOrConstantAsOutputNeedsNoKernel) {
  GraphBuilder b;
  b.output(b.buffer(f32, {4}));
  b.output(b.constant(f32, ConstValue::of_float(1), {4}));
  EXPECT_EQ(written(scheduled(b.take())), Groups{});
}

TEST(RefRealize, R2_AnExpandedNodeIsRealized) {
  GraphBuilder b;
  Ref y = b.alu(Op::Sqrt, b.buffer(f32, {1, 4}));
  Ref z = b.alu(Op::Sin, b.expand(y, {3, 4}));
  b.output(z);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{y.node.value}, {z.node.value}}));
}

TEST(RefRealize, R2_APermutedNodeIsNot) {
  GraphBuilder b;
  Ref y = b.alu(Op::Sqrt, b.buffer(f32, {3, 4}));
  Ref z = b.alu(Op::Sin, b.permute(y, {1, 0}));
  b.output(z);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{z.node.value}}));
}

// A pad grows the shape, yet is no expansion: SQRT maps 0 to 0 and is fused under it.
TEST(RefRealize, R3_APadIsFused) {
  GraphBuilder b;
  Ref y = b.alu(Op::Sqrt, b.buffer(f32, {4}));
  Ref z = b.alu(Op::Sin, b.pad(y, {{1, 1}}));
  b.output(z);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{z.node.value}}));
}

class UnsafeOp : public testing::TestWithParam<Op> {};

TEST_P(UnsafeOp, R4_IsRealizedUnderAPad) {
  GraphBuilder b;
  DType dtype = GetParam() == Op::IDiv ? DType(Scalar::Int32) : f32;
  Ref x = b.buffer(dtype, {4});
  Ref unsafe = GetParam() == Op::IDiv ? b.alu(Op::IDiv, x, b.buffer(dtype, {4})) : b.alu(GetParam(), x);
  Ref above = b.alu(Op::Neg, unsafe);
  Ref z = b.alu(Op::Neg, b.pad(above, {{0, 1}}));
  b.output(z);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{above.node.value}, {z.node.value}}));
}

INSTANTIATE_TEST_SUITE_P(RefRealize, UnsafeOp, testing::Values(Op::Exp2, Op::Log2, Op::Recip, Op::IDiv),
                         [](const auto& info) { return std::string(name_of(info.param)); });

// The outer mask is met first; realizing what lies under it makes the op above it safe, were it asked again.
TEST(RefRealize, R4_MasksAreDecidedInTheOrderInWhichTheyAreMet) {
  GraphBuilder b;
  Ref inner = b.alu(Op::Exp2, b.buffer(f32, {4}));
  Ref outer = b.alu(Op::Sqrt, b.shrink(b.pad(inner, {{1, 0}}), {{0, 4}}));
  b.output(b.alu(Op::Sin, b.pad(outer, {{0, 1}})));
  Graph both = b.take();
  EXPECT_EQ(written(scheduled(both)).size(), 3u)
      << "outer is met before inner is realized, so it is realized too";
}

TEST(RefRealize, R4_ARealizedNodeStopsTheLookForUnsafeOps) {
  GraphBuilder b;
  Ref inner = b.contiguous(b.alu(Op::Exp2, b.buffer(f32, {4})));
  Ref outer = b.alu(Op::Sqrt, inner);
  Ref z = b.alu(Op::Sin, b.pad(outer, {{0, 1}}));
  b.output(z);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{inner.node.value}, {z.node.value}}));
}

TEST(RefRealize, R5_ForcedAndContiguousNodesAreRealized) {
  GraphBuilder b;
  Ref y = b.forced(b.alu(Op::Sqrt, b.buffer(f32, {4})));
  Ref c = b.contiguous(b.alu(Op::Neg, y));
  Ref z = b.alu(Op::Sin, c);
  b.output(z);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{y.node.value}, {c.node.value}, {z.node.value}}));
}

TEST(RefRealize, R6_TheSourceOfACopyIsRealized) {
  GraphBuilder b;
  Ref y = b.alu(Op::Sqrt, b.buffer(f32, {4}));
  Ref c = b.copy(y, "CLANG:1");
  b.output(c);
  Schedule s = scheduled(b.take());
  EXPECT_EQ(written(s), (Groups{{y.node.value}, {c.node.value}}));
  EXPECT_EQ(s.kernels[1].inputs, std::vector{y.node});
}

TEST(RefRealize, R7_TheSourceOfABufferViewIsRealized) {
  GraphBuilder b;
  Ref y = b.alu(Op::Sqrt, b.buffer(f32, {4}));
  Ref v = b.add({.op = Op::BufferView, .dtype = f32, .shape = {2}, .src = {b.shrink(y, {{1, 3}})}});
  b.output(v);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{y.node.value}, {v.node.value}}));
}

TEST(RefRealize, R8_AnAssignWritesItsTarget) {
  GraphBuilder b;
  Ref t = b.buffer(f32, {4});
  Ref a = b.assign(t, b.alu(Op::Sqrt, t));
  b.output(a);
  Schedule s = scheduled(b.take());
  ASSERT_EQ(written(s), (Groups{{a.node.value}}));
  EXPECT_TRUE(s.kernels[0].inputs.empty()) << "the target is an output, not an input";
  EXPECT_EQ(count(s.kernels[0], UOpKind::Assign), 1u);
}

TEST(RefRealize, R9_ACastBetweenImagesIsFusedUnderAnExpand) {
  GraphBuilder b;
  Ref x = b.buffer(DType::image_of(Scalar::Float16, {1, 4, 4}), {1, 16});
  Ref c = b.cast(x, DType::image_of(Scalar::Float32, {1, 4, 4}));
  Ref z = b.alu(Op::Sin, b.expand(c, {2, 16}));
  b.output(z);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{z.node.value}}));
}

TEST(RefRealize, ReasonsNameTheRuleAndTheNode) {
  GraphBuilder b;
  Ref y = b.alu(Op::Sqrt, b.buffer(f32, {1, 4}));
  b.output(b.alu(Op::Sin, b.expand(y, {3, 4})));
  ReasonList reasons;
  ASSERT_TRUE(ref::Scheduler().schedule(b.take(), upstream(), &reasons));
  EXPECT_NE(std::find(reasons.reasons.begin(), reasons.reasons.end(), Reason{Rule::R2, y.node}),
            reasons.reasons.end());
}

}  // namespace
}  // namespace lockstep::test
