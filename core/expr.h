// expr.h: how sint.h stores an expression. Private to the sint*.cpp files.
//
// make_* build a node and its bounds as they are; collapse() turns a node whose bounds meet into a number (Y2).
#pragma once

#include <atomic>
#include <numeric>

#include "core/sint.h"

namespace lockstep {

enum class ExprKind : std::uint8_t { Number, Variable, Mul, Div, Mod, Less, Sum, And };

struct Expr {
  ExprKind kind = ExprKind::Number;
  Variable variable = {};        // Variable
  Sint a = 0, b = 0;             // Mul, Div, Mod, Less; Number keeps its value in `a`
  std::vector<Sint> terms = {};  // Sum, And
  Sint min = 0, max = 0;
  mutable std::atomic<std::uint32_t> references = 0;
};

Sint number(std::int64_t value);  // an expression that is a number
Sint as_expression(const Sint& a);
Sint make_mul(const Sint& a, const Sint& b);
Sint make_div(const Sint& a, std::int64_t b);
Sint make_mod(const Sint& a, std::int64_t b);
Sint make_less(const Sint& a, const Sint& b);
Sint make_sum(std::vector<Sint> terms);
Sint make_and(std::vector<Sint> terms);
Sint collapse(const Sint& a);
std::vector<Sint> flat_terms(const Sint& a);  // of sums within sums; itself if it is no sum

// The spelling; with ranges and bindings it tells expressions apart (Y3).
std::string spelled(const Sint& a, bool with_ranges);

}  // namespace lockstep
