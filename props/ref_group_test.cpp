// SPEC R10 to R18: how reduces are paired, taken back and grouped.

#include "props/ref_support.h"

namespace lockstep::test {
namespace {

const DType f32 = Scalar::Float32;

TEST(RefGroup, R10_AReduceSharesTheKernelOfItsUser) {
  GraphBuilder b;
  Ref r = b.reduce(Op::ReduceSum, b.buffer(f32, {4, 3}), {1});
  Ref z = b.alu(Op::Sqrt, r);
  b.output(z);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{z.node.value}}));
}

TEST(RefGroup, R10_AReduceOfAReduceIsAKernelOfItsOwn) {
  GraphBuilder b;
  Ref r = b.reduce(Op::ReduceMax, b.buffer(f32, {4, 3}), {1});
  Ref s = b.reduce(Op::ReduceSum, r, {0});
  b.output(s);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{r.node.value}, {s.node.value}}));
}

TEST(RefGroup, R10_AUserThatReadsItTwoWaysCannotShare) {
  GraphBuilder b;
  Ref r = b.reduce(Op::ReduceSum, b.buffer(f32, {4, 3}), {1});
  Ref z = b.alu(Op::Add, r, b.flip(r, {0}));
  b.output(z);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{r.node.value}, {z.node.value}}));
}

TEST(RefGroup, R10_ASmallerUserCannotShare) {
  GraphBuilder b;
  Ref r = b.reduce(Op::ReduceSum, b.buffer(f32, {4, 3}), {1});
  Ref z = b.alu(Op::Sqrt, b.shrink(r, {{0, 2}, {0, 1}}));
  b.output(z);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{r.node.value}, {z.node.value}}));
}

TEST(RefGroup, R11_TwoUsersShareIfNoOtherReduceIsAbove) {
  GraphBuilder b;
  Ref r = b.reduce(Op::ReduceSum, b.buffer(f32, {4, 3}), {1});
  Ref y = b.alu(Op::Sqrt, r), z = b.alu(Op::Sin, r);
  b.output(y);
  b.output(z);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{y.node.value, z.node.value}}));
}

TEST(RefGroup, R11_TwoUsersDoNotShareIfAnotherReduceIsAbove) {
  GraphBuilder b;
  Ref other = b.forced(b.reduce(Op::ReduceMax, b.buffer(f32, {4, 3}), {1}));
  Ref r = b.reduce(Op::ReduceSum, b.buffer(f32, {4, 3}), {1});
  Ref y = b.alu(Op::Add, r, other), z = b.alu(Op::Sin, r);
  b.output(y);
  b.output(z);
  Groups groups = written(scheduled(b.take()));
  EXPECT_EQ(groups, (Groups{{other.node.value}, {r.node.value}, {y.node.value}, {z.node.value}}));
}

TEST(RefGroup, R12_AKernelThatAssignsReadsNoOtherAssignedBuffer) {
  GraphBuilder b;
  Ref s = b.buffer(f32, {4, 3}), t = b.buffer(f32, {4, 1});
  Ref other = b.assign(s, b.alu(Op::Sqrt, s));
  Ref r = b.reduce(Op::ReduceSum, s, {1});
  Ref a = b.assign(t, r);
  b.output(a);
  b.output(other);
  Schedule schedule = scheduled(b.take());
  EXPECT_EQ(written(schedule), (Groups{{r.node.value}, {a.node.value}, {other.node.value}}));
  EXPECT_EQ(schedule.kernels[2].after, (std::vector{KernelId(0)})) << "the old value is read first (R33)";
}

TEST(RefGroup, R13_AReduceAloneIsWrittenAtItsLastContiguousUser) {
  GraphBuilder b;
  Ref r = b.reduce(Op::ReduceSum, b.buffer(f32, {4, 3}), {1});
  Ref y = b.alu(Op::Sqrt, r);
  Ref z = b.alu(Op::Sin, b.shrink(y, {{0, 2}, {0, 1}}));
  b.output(z);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{y.node.value}, {z.node.value}}));
}

TEST(RefGroup, R14_ACastToAWiderDTypeIsNotStored) {
  GraphBuilder b;
  Ref r = b.reduce(Op::ReduceSum, b.buffer(Scalar::Float16, {4, 3}), {1});
  Ref wide = b.cast(r, f32);
  Ref z = b.alu(Op::Sin, b.shrink(wide, {{0, 2}, {0, 1}}));
  b.output(z);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{r.node.value}, {z.node.value}}));
}

TEST(RefGroup, R14_ACastToANarrowerDTypeIs) {
  GraphBuilder b;
  Ref r = b.reduce(Op::ReduceSum, b.buffer(f32, {4, 3}), {1});
  Ref narrow = b.cast(r, Scalar::Float16);
  Ref z = b.alu(Op::Sin, b.shrink(narrow, {{0, 2}, {0, 1}}));
  b.output(z);
  EXPECT_EQ(written(scheduled(b.take())), (Groups{{narrow.node.value}, {z.node.value}}));
}

Graph sum_of_a_permuted_sum() {
  GraphBuilder b;
  Ref inner = b.reduce(Op::ReduceSum, b.buffer(f32, {4, 3, 2}), {2});
  b.output(b.reduce(Op::ReduceSum, b.permute(inner, {1, 0, 2}), {0}));
  return b.take();
}

TEST(RefGroup, R15_R31_ConvBackwardFusesASumOfASum) {
  Graph g = sum_of_a_permuted_sum();
  EXPECT_EQ(scheduled(g).kernels.size(), 2u);
  Options options = upstream();
  options.fuse_conv_bw = true;
  Schedule fused = scheduled(g, options);
  ASSERT_EQ(fused.kernels.size(), 1u);
  ASSERT_EQ(reduces_of(fused.kernels[0]).size(), 1u) << "R31: one reduce over both axes";
  EXPECT_EQ(reduces_of(fused.kernels[0])[0].axis.size(), 2u);
}

// An arange from 0, repeated and multiplied with a buffer; `requested` makes the arange an output too.
Graph arange_times_buffer(bool requested) {
  GraphBuilder b;
  Ref from_0 = b.alu(Op::Add, arange(b, 4), b.constant(f32, ConstValue::of_float(-1), {4, 1}));
  Ref repeated = b.expand(from_0, {4, 3});
  b.output(b.alu(Op::Mul, repeated, b.buffer(f32, {4, 3})));
  if (requested) b.output(from_0);
  return b.take();
}

TEST(RefGroup, R16_AnArangeIsFolded) {
  Options options = upstream();
  options.fuse_arange = true;
  EXPECT_EQ(scheduled(arange_times_buffer(false)).kernels.size(), 2u);
  EXPECT_EQ(scheduled(arange_times_buffer(false), options).kernels.size(), 1u);
}

TEST(RefGroup, R16_ARequestedArangeIsNotFolded) {
  Options options = upstream();
  options.fuse_arange = true;
  EXPECT_EQ(scheduled(arange_times_buffer(true), options).kernels.size(), 2u);
}

TEST(RefGroup, R17_WithoutMultioutputEveryOutputHasItsKernel) {
  GraphBuilder b;
  Ref r = b.reduce(Op::ReduceSum, b.buffer(f32, {4, 3}), {1});
  Ref y = b.alu(Op::Sqrt, r), z = b.alu(Op::Sin, r);
  b.output(y);
  b.output(z);
  Options options = upstream();
  options.multioutput = false;
  EXPECT_EQ(written(scheduled(b.take(), options)), (Groups{{y.node.value}, {z.node.value}}));
}

DType stored_dtype(const Dims& shape) {
  GraphBuilder b;
  Ref x = b.buffer(DType::image_of(Scalar::Float16, {2, 3, 4}), shape);
  b.output(b.alu(Op::Sqrt, x));
  return scheduled(b.take()).kernels.at(0).ast.at(0).dtype;
}

TEST(RefGroup, R18_AnImageStaysOneWhereItsShapeAllows) {
  EXPECT_TRUE(stored_dtype({2, 3, 4}).image);
  EXPECT_TRUE(stored_dtype({2, 12}).image);
}

TEST(RefGroup, R18_AnImageBecomesFloat32WhereItsShapeForbids) {
  EXPECT_EQ(stored_dtype({2, 2, 4}), DType::pointer_to(Scalar::Float32)) << "another size";
  EXPECT_EQ(stored_dtype({8, 3}), DType::pointer_to(Scalar::Float32)) << "rows of 3";
}

}  // namespace
}  // namespace lockstep::test
