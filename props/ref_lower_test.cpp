// SPEC R19 to R37: what a kernel's AST is, and in which order kernels run.

#include "core/text_form.h"
#include "props/ref_support.h"

namespace lockstep::test {
namespace {

const DType f32 = Scalar::Float32;

std::vector<std::string> names(const Kernel& kernel) {
  std::vector<std::string> result;
  for (const AstNode& node : kernel.ast) result.emplace_back(name_of(node));
  return result;
}

const AstNode& only(const Kernel& kernel, UOpKind kind) {
  static const AstNode none;
  const AstNode* found = nullptr;
  for (const AstNode& node : kernel.ast) {
    if (node.kind != kind) continue;
    EXPECT_EQ(found, nullptr) << "more than one " << name_of(kind);
    found = &node;
  }
  EXPECT_NE(found, nullptr) << "no " << name_of(kind);
  return found == nullptr ? none : *found;
}

ShapeTracker st_of(const AstNode& node) { return std::get<ShapeTracker>(node.arg); }

TEST(RefLower, R19_R24_LoadsAndAStoreInCanonicalOrder) {
  GraphBuilder b;
  Ref x = b.buffer(f32, {4}), y = b.buffer(f32, {4});
  b.output(b.alu(Op::Add, x, y));
  Kernel k = scheduled(b.take()).kernels.at(0);
  EXPECT_EQ(names(k), (std::vector<std::string>{"DEFINE_GLOBAL", "SHAPETRACKER", "DEFINE_GLOBAL", "LOAD",
                                                "DEFINE_GLOBAL", "LOAD", "ADD", "STORE", "SINK"}));
  EXPECT_EQ(k.inputs, (std::vector{x.node, y.node}));
}

TEST(RefLower, R19_ABufferReadTwoWaysIsOneInput) {
  GraphBuilder b;
  Ref x = b.buffer(f32, {4});
  b.output(b.alu(Op::Add, x, b.flip(x, {0})));
  Kernel k = scheduled(b.take()).kernels.at(0);
  EXPECT_EQ(k.inputs, std::vector{x.node});
  EXPECT_EQ(count(k, UOpKind::Load), 2u);
}

TEST(RefLower, R20_AConstantIsAValueUnderItsMask) {
  GraphBuilder b;
  Ref c = b.pad(b.constant(f32, ConstValue::of_float(2), {2}), {{1, 1}});
  b.output(b.alu(Op::Add, b.buffer(f32, {4}), c));
  Kernel k = scheduled(b.take()).kernels.at(0);
  const AstNode& where = k.ast.at(k.ast.size() - 4);
  ASSERT_EQ(name_of(where), "WHERE");
  EXPECT_EQ(k.ast[where.src[0]].kind, UOpKind::Valid);
  EXPECT_EQ(std::get<ConstValue>(k.ast[where.src[1]].arg), ConstValue::of_float(2));
  EXPECT_EQ(std::get<ConstValue>(k.ast[where.src[2]].arg), ConstValue::of_float(0));
  EXPECT_TRUE(st_of(k.ast[k.ast[where.src[0]].src[0]]).views()[0].mask());
}

TEST(RefLower, R21_R30_AReshapeBelowAnOpMovesToTheStore) {
  GraphBuilder b;
  Ref r = b.reduce(Op::ReduceSum, b.buffer(f32, {4, 3}), {1});
  b.output(b.alu(Op::Sqrt, b.reshape(r, {2, 2})));
  Kernel k = scheduled(b.take()).kernels.at(0);
  EXPECT_EQ(count(k, UOpKind::Swizzle), 0u);
  EXPECT_EQ(st_of(k.ast[k.ast.at(k.ast.size() - 2).src[1]]).shape(), (Dims{4, 1}));
}

TEST(RefLower, R21_WithoutRewritingTheSwizzleStays) {
  GraphBuilder b;
  Ref r = b.reduce(Op::ReduceSum, b.buffer(f32, {4, 3}), {1});
  b.output(b.alu(Op::Sqrt, b.reshape(r, {2, 2})));
  Options options = upstream();
  options.ast_rewrite = false;
  EXPECT_EQ(st_of(only(scheduled(b.take(), options).kernels.at(0), UOpKind::Swizzle)).shape(), (Dims{2, 2}));
}

TEST(RefLower, R22_AViewIsHandedDownAndSharedNodesAreLoweredOnce) {
  GraphBuilder b;
  Ref y = b.alu(Op::Sqrt, b.buffer(f32, {2, 3}));
  b.output(b.alu(Op::Add, b.permute(y, {1, 0}), b.permute(y, {1, 0})));
  Kernel k = scheduled(b.take()).kernels.at(0);
  EXPECT_EQ(st_of(k.ast[only(k, UOpKind::Load).src[1]]).views()[0].strides(), (Dims{1, 3}));
}

TEST(RefLower, R23_AnAssignThatReadsItselfTransposedIsRefused) {
  GraphBuilder b;
  Ref t = b.buffer(f32, {3, 3});
  b.output(b.assign(t, b.alu(Op::Add, t, b.permute(t, {1, 0}))));
  Error e = refused(b.take());
  EXPECT_EQ(e.kind, ErrorKind::Assign);
  EXPECT_EQ(e.message.substr(0, 8), "SPEC R23");
}

TEST(RefLower, R23_AnAssignMayReadItselfMaskedInPlace) {
  GraphBuilder b;
  Ref t = b.buffer(f32, {4});
  Ref middle = b.pad(b.shrink(t, {{1, 3}}), {{1, 1}});
  b.output(b.assign(t, b.alu(Op::Add, t, middle)));
  EXPECT_EQ(scheduled(b.take()).kernels.size(), 1u);
}

TEST(RefLower, R24_AnAssignThroughAViewStoresThroughIt) {
  GraphBuilder b;
  Ref t = b.buffer(f32, {4});
  b.output(b.assign(b.shrink(t, {{1, 3}}), b.alu(Op::Sqrt, b.buffer(f32, {2}))));
  Kernel k = scheduled(b.take()).kernels.at(0);
  EXPECT_EQ(st_of(k.ast[k.ast.at(k.ast.size() - 2).src[1]]).views()[0].offset(), Sint(1));
}

TEST(RefLower, R25_ACopyIsAnItemOfItsOwn) {
  GraphBuilder b;
  Ref x = b.buffer(f32, {4});
  b.output(b.copy(x, "CLANG:1"));
  Kernel k = scheduled(b.take()).kernels.at(0);
  ASSERT_EQ(k.ast.size(), 1u);
  EXPECT_EQ(k.ast[0].kind, UOpKind::Ext);
  EXPECT_EQ(std::get<Op>(k.ast[0].arg), Op::Copy);
  EXPECT_EQ(k.inputs, std::vector{x.node});
}

TEST(RefLower, R26_VariablesAreUnboundAndTheirValuesCollected) {
  GraphBuilder b;
  Sint i = b.variable("i", 1, 10, 3);
  b.output(b.alu(Op::Sqrt, b.buffer(f32, {i, 4})));
  Schedule s = scheduled(b.take());
  EXPECT_EQ(s.variables, (std::map<std::string, std::int64_t>{{"i", 3}}));
  const AstNode& st = only(s.kernels.at(0), UOpKind::ShapeTracker);
  EXPECT_FALSE(st_of(st).shape()[0].variables().at(0).value);
}

TEST(RefLower, R28_AnExpandedReduceIsPushedUpToItsLoads) {
  GraphBuilder b;
  Ref from_0 = b.alu(Op::Add, arange(b, 4), b.constant(f32, ConstValue::of_float(-1), {4, 1}));
  b.output(b.alu(Op::Mul, b.expand(from_0, {4, 3}), b.buffer(f32, {4, 3})));
  Options options = upstream();
  options.fuse_arange = true;
  Kernel k = scheduled(b.take(), options).kernels.at(0);
  EXPECT_EQ(count(k, UOpKind::Swizzle), 0u);
  EXPECT_EQ(reduces_of(k).at(0).axis, (Axes{2})) << "the reduced axis goes last";
}

// A sum over the last axis of a buffer, reshaped, and summed again.
Graph sum_of_a_reshaped_sum(const Dims& shape, const Dims& reshaped) {
  GraphBuilder b;
  Ref inner = b.reduce(Op::ReduceSum, b.buffer(f32, shape), {static_cast<int>(shape.size()) - 1});
  b.output(b.reduce(Op::ReduceSum, b.reshape(inner, reshaped), {static_cast<int>(reshaped.size()) - 1}));
  return b.take();
}

TEST(RefLower, R29_AReshapeOfAReduceMovesBelowTheNextReduce) {
  Options options = upstream();
  options.fuse_conv_bw = true;
  Schedule s = scheduled(sum_of_a_reshaped_sum({2, 3, 4}, {2, 3}), options);
  ASSERT_EQ(s.kernels.size(), 1u);
  EXPECT_EQ(reduces_of(s.kernels[0]).at(0).axis, (Axes{1, 2}));
  EXPECT_EQ(st_of(s.kernels[0].ast.at(1)).shape(), (Dims{2, 1, 1}));
}

TEST(RefLower, R29_TheAxesStayAsTheyAreAndMayNoLongerFit) {
  Options options = upstream();
  options.fuse_conv_bw = true;
  EXPECT_EQ(refused(sum_of_a_reshaped_sum({4, 3}, {2, 2}), options).kind, ErrorKind::View);
}

// The first two numbers of an arange of n.
Ref first_two(GraphBuilder& b, std::int64_t n) { return b.shrink(b.reshape(arange(b, n), {n}), {{0, 2}}); }

TEST(RefLower, R30_APartOfAReduceIsTakenForAReshapeAndRefused) {
  GraphBuilder b;
  Ref part = first_two(b, 4);
  b.output(b.alu(Op::Add, part, b.buffer(f32, {2})));
  Graph g = b.take();
  EXPECT_EQ(scheduled(g).kernels.size(), 2u);
  Options options = upstream();
  options.fuse_arange = true;
  EXPECT_EQ(refused(g, options).kind, ErrorKind::View);
}

TEST(RefLower, R30_ReshapesOfDifferentSizesAreRefused) {
  GraphBuilder b;
  Ref of_4 = first_two(b, 4), of_8 = first_two(b, 8);
  b.output(b.alu(Op::Add, of_4, of_8));
  Options options = upstream();
  options.fuse_arange = true;
  Error e = refused(b.take(), options);
  EXPECT_EQ(e.kind, ErrorKind::Shape);
  EXPECT_EQ(e.message.substr(0, 8), "SPEC R30");
}

TEST(RefLower, R32_AnAssignAndItsTargetAreOneBuffer) {
  GraphBuilder b;
  Ref t = b.buffer(f32, {4});
  b.output(b.assign(t, b.alu(Op::Sqrt, t)));
  EXPECT_EQ(count(scheduled(b.take()).kernels.at(0), UOpKind::DefineGlobal), 1u);
}

TEST(RefOrder, R33_TheOldValueIsReadBeforeItIsAssigned) {
  GraphBuilder b;
  Ref t = b.buffer(f32, {4});
  Ref a = b.assign(t, b.alu(Op::Sqrt, b.buffer(f32, {4})));
  Ref reader = b.alu(Op::Sin, t);
  b.output(a);
  b.output(reader);
  Schedule s = scheduled(b.take());
  ASSERT_EQ(written(s), (Groups{{reader.node.value}, {a.node.value}}));
  EXPECT_EQ(s.kernels[1].after, std::vector{KernelId(0)});
}

TEST(RefOrder, R34_KernelsRunBreadthFirst) {
  GraphBuilder b;
  Ref x = b.buffer(f32, {4});
  Ref a1 = b.contiguous(b.alu(Op::Sqrt, x)), a2 = b.contiguous(b.alu(Op::Sin, a1));
  Ref b1 = b.contiguous(b.alu(Op::Neg, x)), b2 = b.contiguous(b.alu(Op::Exp2, b1));
  b.output(a2);
  b.output(b2);
  EXPECT_EQ(written(scheduled(b.take())),
            (Groups{{a1.node.value}, {b1.node.value}, {a2.node.value}, {b2.node.value}}));
}

TEST(RefOrder, R35_OutputsWithAPathThatLeavesTheKernelAreACycle) {
  GraphBuilder b;
  Ref r = b.reduce(Op::ReduceSum, b.buffer(f32, {4, 3}), {1});
  Ref y = b.alu(Op::Sqrt, r);
  Ref detour = b.contiguous(b.flip(y, {0}));
  Ref z = b.alu(Op::Add, r, detour);
  b.output(y);
  b.output(z);
  Error e = refused(b.take());
  EXPECT_EQ(e.kind, ErrorKind::Cycle);
  EXPECT_NE(e.message.find("SPEC R35"), std::string::npos);
}

TEST(RefOrder, R36_TooManyBuffersForTheDevice) {
  GraphBuilder b;
  Ref sum = b.buffer(f32, {4});
  for (int i = 0; i < 4; ++i) sum = b.alu(Op::Add, sum, b.buffer(f32, {4}));
  b.output(sum);
  Graph g = b.take();
  Options options = upstream();
  options.buf_max[""] = 7;
  EXPECT_EQ(scheduled(g, options).kernels.size(), 1u) << "6 buffers are fewer than 7";
  options.buf_max[""] = 6;
  EXPECT_EQ(refused(g, options).kind, ErrorKind::BufferLimit);
}

Graph diamond_of_flips(int levels) {
  GraphBuilder b;
  Dims shape(static_cast<std::size_t>(levels), Sint(2));
  Ref x = b.buffer(f32, shape);
  for (int i = 0; i < levels; ++i) x = b.alu(Op::Sub, b.alu(Op::Sqrt, x), b.flip(x, {i}));
  b.output(x);
  return b.take();
}

TEST(RefBound, R37_DifferingViewsWithoutEndAreRefused) {
  EXPECT_EQ(scheduled(diamond_of_flips(8)).kernels.size(), 1u);
  Error e = refused(diamond_of_flips(20));
  EXPECT_EQ(e.kind, ErrorKind::TooLarge);
  EXPECT_NE(e.message.find("SPEC R37"), std::string::npos);
}

TEST(RefState, AGraphIsScheduledTheSameTwice) {
  GraphBuilder b;
  Ref r = b.reduce(Op::ReduceSum, b.buffer(f32, {4, 3}), {1});
  b.output(b.alu(Op::Sqrt, r));
  Graph g = b.take();
  EXPECT_EQ(scheduled(g), scheduled(g));
}

}  // namespace
}  // namespace lockstep::test
