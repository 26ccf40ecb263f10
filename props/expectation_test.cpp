// The judge of replays must see every kind of difference: each test plants one.
#include "oracle/expectation.h"

#include <gtest/gtest.h>

#include <functional>

namespace lockstep {
namespace {

AstNode node(UOpKind kind, decltype(AstNode::src) src = {}, UOpArg arg = {}) {
  return {kind, kind == UOpKind::Sink ? DType{} : DType{Scalar::Float32}, std::move(src), std::move(arg)};
}

Kernel kernel(std::size_t output, std::size_t input, std::vector<KernelId> after) {
  Kernel k;
  k.outputs = {NodeId(output)};
  k.inputs = {NodeId(input)};
  k.after = std::move(after);
  k.ast = {node(UOpKind::DefineGlobal, {}, std::int64_t{0}), node(UOpKind::Const, {}, ConstValue::of_float(1)),
           node(UOpKind::Sink, {0, 1})};
  return k;
}

Schedule two_kernels() {
  Schedule s;
  s.kernels = {kernel(1, 0, {}), kernel(2, 1, {KernelId(0)})};
  s.variables = {{"i", 3}};
  return s;
}

Case expecting(ExpectedSchedule expected) {
  Case c;
  c.expect = std::move(expected);
  return c;
}

Case expecting_two_kernels() {
  ExpectedSchedule expected;
  expected.kernel_count = 2;
  expected.compute_kernel_count = 2;
  expected.schedule = two_kernels();
  return expecting(expected);
}

std::string difference_after(const std::function<void(Schedule&)>& plant) {
  Schedule actual = two_kernels();
  plant(actual);
  auto difference = first_difference(expecting_two_kernels(), Result<Schedule>(actual));
  return difference ? difference->what : "";
}

TEST(Expectation, is_met_by_an_equal_schedule) {
  EXPECT_EQ(difference_after([](Schedule&) {}), "");
}

TEST(Expectation, sees_an_output_that_differs) {
  EXPECT_EQ(difference_after([](Schedule& s) { s.kernels[1].outputs = {NodeId(7)}; }),
            "kernel 1: outputs [7], expected [2]");
}

TEST(Expectation, sees_an_input_that_is_missing) {
  EXPECT_EQ(difference_after([](Schedule& s) { s.kernels[1].inputs = {}; }),
            "kernel 1: inputs [], expected [1]");
}

TEST(Expectation, sees_a_dependency_that_is_missing) {
  EXPECT_EQ(difference_after([](Schedule& s) { s.kernels[1].after = {}; }), "kernel 1: after [], expected [0]");
}

TEST(Expectation, sees_a_constant_that_differs) {
  EXPECT_EQ(difference_after([](Schedule& s) { s.kernels[0].ast[1].arg = ConstValue::of_float(2); }),
            "kernel 0: AST line 1: CONST, expected CONST");
}

TEST(Expectation, sees_a_dtype_that_differs) {
  EXPECT_EQ(difference_after([](Schedule& s) { s.kernels[0].ast[1].dtype = Scalar::Float64; }),
            "kernel 0: AST line 1: CONST, expected CONST");
}

TEST(Expectation, sees_sources_in_another_order) {
  EXPECT_EQ(difference_after([](Schedule& s) { s.kernels[0].ast[2].src = {1, 0}; }),
            "kernel 0: AST line 2: SINK, expected SINK");
}

TEST(Expectation, sees_an_ast_that_ends_early) {
  EXPECT_EQ(difference_after([](Schedule& s) { s.kernels[0].ast.erase(s.kernels[0].ast.begin()); }),
            "kernel 0: AST line 0: CONST, expected DEFINE_GLOBAL");
}

TEST(Expectation, sees_a_variable_that_differs) {
  EXPECT_EQ(difference_after([](Schedule& s) { s.variables["i"] = 4; }), "variables {i: 4}, expected {i: 3}");
}

TEST(Expectation, sees_kernels_swapped) {
  EXPECT_EQ(difference_after([](Schedule& s) { std::swap(s.kernels[0], s.kernels[1]); }),
            "kernel 0: outputs [2], expected [1]");
}

TEST(Expectation, names_the_count_and_the_first_kernel_when_one_is_missing) {
  EXPECT_EQ(difference_after([](Schedule& s) { s.kernels.erase(s.kernels.begin()); }),
            "1 kernel, expected 2; kernel 0: outputs [2], expected [1]");
}

TEST(Expectation, sees_a_kernel_that_no_longer_computes) {
  EXPECT_EQ(difference_after([](Schedule& s) { s.kernels[1].ast.back().kind = UOpKind::Ext; }),
            "1 compute kernel, expected 2; kernel 1: AST line 2: EXT, expected SINK");
}

TEST(Expectation, ignores_text_that_kernels_carry_along) {
  EXPECT_EQ(difference_after([](Schedule& s) { s.kernels[0].metadata = {"softmax"}; }), "");
}

TEST(Expectation, compares_groups_as_sets) {
  ExpectedSchedule expected;
  expected.groups = {{NodeId(2)}, {NodeId(1)}};
  Result<Schedule> answer = two_kernels();
  EXPECT_FALSE(first_difference(expecting(expected), answer));
  expected.groups = {{NodeId(2), NodeId(1)}};
  auto difference = first_difference(expecting(expected), answer);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->what, "compute kernels write {1} {2}, expected {1, 2}");
}

TEST(Expectation, an_expected_error_is_met_by_any_error_and_by_no_schedule) {
  Case c;
  c.expect = ExpectedError{"RuntimeError: cycle"};
  Result<Schedule> refused = tl::make_unexpected(Error{ErrorKind::Cycle, "kernels wait for each other"});
  EXPECT_FALSE(first_difference(c, refused));
  EXPECT_TRUE(first_difference(c, Result<Schedule>(two_kernels())));
}

TEST(Expectation, a_broken_invariant_is_nobodys_expected_error) {
  Case c;
  c.expect = ExpectedError{"RuntimeError: cycle"};
  Result<Schedule> broken = tl::make_unexpected(Error{ErrorKind::Internal, "broken invariant: U1"});
  EXPECT_TRUE(first_difference(c, broken));
}

TEST(Expectation, an_error_meets_no_expected_schedule) {
  Result<Schedule> refused = tl::make_unexpected(Error{ErrorKind::Cycle, "kernels wait for each other"});
  EXPECT_TRUE(first_difference(expecting_two_kernels(), refused));
}

TEST(Expectation, comparing_nothing_is_a_failure) {
  EXPECT_TRUE(first_difference(Case{}, Result<Schedule>(two_kernels())));
  EXPECT_TRUE(first_difference(expecting({}), Result<Schedule>(two_kernels())));
}

}  // namespace
}  // namespace lockstep
