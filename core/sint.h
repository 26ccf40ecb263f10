// sint.h: symbolic integers: a 64-bit integer, or an expression over bounded variables.
//
//   Y1  an expression knows its bounds; a comparison is true when the bounds do not rule it out
//   Y2  sums are flat, with equal terms gathered; a product, quotient or remainder that its bounds pin to one
//       value becomes that number
//   Y3  two expressions are equal iff they are spelled alike, variables with range and binding included
//   Y4  division floors and a remainder has the sign of the divisor; the divisor is positive
//   Y5  plain integers are checked: what does not fit 64 bits throws Failure(Overflow)
// Source of the arithmetic: the symbolic module at the seed's commit. Immutable; copies may be shared between
// threads.
#pragma once

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct Expr;  // a node of an expression; see expr.h
void intrusive_ptr_add_ref(const Expr* expr);
void intrusive_ptr_release(const Expr* expr);
using ExprPtr = boost::intrusive_ptr<const Expr>;

// A bounded variable. `value` is its binding; unbound where absent.
struct Variable {
  std::string name;
  std::int64_t min = 0;
  std::int64_t max = 0;
  std::optional<std::int64_t> value = {};
  auto operator<=>(const Variable&) const = default;
};

class Sint {
 public:
  Sint(std::int64_t v = 0) : value_(v) {}  // NOLINT: a number is a symbolic integer
  Sint(int v) : value_(v) {}               // NOLINT
  // Throws Failure(Symbolic) unless 0 <= min <= max and the value, if any, lies between them.
  static Sint variable(const Variable& v);
  // The index of a dimension: any of 0 … size-1. `size` is at least 1 and may be symbolic.
  static Sint index(std::size_t dimension, const Sint& size);

  bool is_int() const { return expr_ == nullptr; }
  // The number; only where is_int(), or where the expression is a number in disguise (is_number()).
  std::int64_t value() const { return value_; }
  // A plain integer, or an expression that collapsed to a number.
  bool is_number() const { return is_int() || expression_is_number(); }
  const Variable* as_variable() const;  // the variable, if that is all there is

  Sint min() const;
  Sint max() const;
  // Y1: false only if the bounds pin it to 0.
  bool maybe_nonzero() const { return is_int() ? value_ != 0 : expression_maybe_nonzero(); }

  std::string text() const;  // upstream's spelling: "(33+i)", "(i*4)"
  std::size_t hash() const;
  std::vector<Variable> variables() const;  // each once, by name

  // Every variable without its binding.
  Sint unbound() const;
  // The number at the given values. Throws Failure(Symbolic) if a variable is missing.
  std::int64_t evaluate(const std::map<std::string, std::int64_t>& values) const;
  // The number at the variables' own bindings. Throws Failure(Symbolic) if a variable is unbound.
  std::int64_t bound_value() const;

  const ExprPtr& expr() const { return expr_; }
  explicit Sint(ExprPtr expr);

 private:
  bool expression_is_number() const;
  bool expression_maybe_nonzero() const;

  std::int64_t value_ = 0;
  ExprPtr expr_;
};

// Checked 64-bit arithmetic (Y5).
[[noreturn]] void overflows(std::int64_t a, char op, std::int64_t b);
inline std::int64_t checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t r;
  if (__builtin_add_overflow(a, b, &r)) overflows(a, '+', b);
  return r;
}
inline std::int64_t checked_sub(std::int64_t a, std::int64_t b) {
  std::int64_t r;
  if (__builtin_sub_overflow(a, b, &r)) overflows(a, '-', b);
  return r;
}
inline std::int64_t checked_mul(std::int64_t a, std::int64_t b) {
  std::int64_t r;
  if (__builtin_mul_overflow(a, b, &r)) overflows(a, '*', b);
  return r;
}

// The same operations where an expression takes part. Almost every Sint is a plain integer: the operators below
// answer for these without a call.
namespace symbolic {
bool equal(const Sint& a, const Sint& b);
Sint add(const Sint& a, const Sint& b);
Sint subtract(const Sint& a, const Sint& b);
Sint multiply(const Sint& a, const Sint& b);
bool maybe_lt(const Sint& a, const Sint& b);
bool maybe_le(const Sint& a, const Sint& b);
bool maybe_ge(const Sint& a, const Sint& b);
}  // namespace symbolic

inline bool both_int(const Sint& a, const Sint& b) { return a.is_int() && b.is_int(); }

// Plain integers agree with numbers in disguise; expressions agree when spelled alike (Y3).
inline bool operator==(const Sint& a, const Sint& b) {
  return both_int(a, b) ? a.value() == b.value() : symbolic::equal(a, b);
}
inline Sint operator+(const Sint& a, const Sint& b) {
  return both_int(a, b) ? Sint(checked_add(a.value(), b.value())) : symbolic::add(a, b);
}
inline Sint operator-(const Sint& a, const Sint& b) {
  return both_int(a, b) ? Sint(checked_sub(a.value(), b.value())) : symbolic::subtract(a, b);
}
inline Sint operator*(const Sint& a, const Sint& b) {
  return both_int(a, b) ? Sint(checked_mul(a.value(), b.value())) : symbolic::multiply(a, b);
}
inline Sint operator-(const Sint& a) {
  return a.is_int() ? Sint(checked_sub(0, a.value())) : symbolic::multiply(a, -1);
}

// Floor division and remainder (Y4). Throws Failure(Symbolic) where no rule gives an answer.
Sint floor_div(const Sint& a, const Sint& b);
Sint floor_mod(const Sint& a, const Sint& b);
// The expression `a < b`, 0 or 1; and the conjunction of such.
Sint less_than(const Sint& a, const Sint& b);
Sint all_of(const std::vector<Sint>& terms);
Sint sum_of(const std::vector<Sint>& terms);

// Y1: may it hold? For plain integers, does it hold.
inline bool maybe_lt(const Sint& a, const Sint& b) {
  return both_int(a, b) ? a.value() < b.value() : symbolic::maybe_lt(a, b);
}
inline bool maybe_le(const Sint& a, const Sint& b) {
  return both_int(a, b) ? a.value() <= b.value() : symbolic::maybe_le(a, b);
}
inline bool maybe_ge(const Sint& a, const Sint& b) {
  return both_int(a, b) ? a.value() >= b.value() : symbolic::maybe_ge(a, b);
}
inline bool maybe_gt(const Sint& a, const Sint& b) {
  return both_int(a, b) ? a.value() > b.value() : maybe_lt(-a, -b);
}

// Parses upstream's spelling over the given variables. Throws Failure(BadInput) naming the place.
Sint parse_sint(std::string_view text, const std::vector<Variable>& variables);

}  // namespace lockstep
