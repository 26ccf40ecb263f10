#include "cli/side_by_side.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(SideBySide, marks_a_line_that_differs) {
  EXPECT_EQ(side_by_side("old", "same\nadd\nend\n", "new", "same\nmul\nend\n"),
            "  old  | new\n"
            "  same | same\n"
            "! add  | mul\n"
            "  end  | end\n");
}

TEST(SideBySide, keeps_equal_lines_beside_each_other_after_an_insertion) {
  EXPECT_EQ(side_by_side("a", "x\ny\n", "b", "x\nnew\ny\n"),
            "  a   | b\n"
            "  x   | x\n"
            ">     | new\n"
            "  y   | y\n");
}

TEST(SideBySide, marks_a_line_that_only_the_left_has) {
  EXPECT_EQ(side_by_side("a", "x\ny\nz", "b", "x\nz"),
            "  a   | b\n"
            "  x   | x\n"
            "< y   | \n"
            "  z   | z\n");
}

TEST(SideBySide, shortens_long_equal_runs) {
  EXPECT_EQ(side_by_side("a", "1\n2\n3\n4\n5\nx", "b", "1\n2\n3\n4\n5\ny"),
            "  a   | b\n"
            "  ... | ...\n"
            "  3   | 3\n"
            "  4   | 4\n"
            "  5   | 5\n"
            "! x   | y\n");
}

TEST(SideBySide, puts_the_right_below_a_left_that_is_too_long) {
  EXPECT_EQ(side_by_side("a", "123456", "b", "x", 4),
            "  a    | b\n"
            "! 123456\n"
            "!      | x\n");
}

TEST(SideBySide, pairs_lines_by_position_where_aligning_would_cost_too_much) {
  std::string left, right;
  for (int k = 0; k < 3000; ++k) left += "l\n", right += "r\n";
  std::string text = side_by_side("a", left, "b", right + "more\n");
  EXPECT_EQ(text.substr(0, 24), "  a   | b\n! l   | r\n! l ");
  EXPECT_TRUE(text.ends_with("! l   | r\n>     | more\n"));
}

}  // namespace
}  // namespace lockstep
