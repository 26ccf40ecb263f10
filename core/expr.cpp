#include "core/expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "core/error.h"

namespace lockstep {

namespace {

Sint wrap(ExprKind kind, Sint a, Sint b, Sint min, Sint max, std::vector<Sint> terms = {}, Variable v = {}) {
  Expr* e = new Expr{
      kind, std::move(v), std::move(a), std::move(b), std::move(terms), std::move(min), std::move(max), 0};
  return Sint(ExprPtr(e));
}

void require_not_negative(const Sint& a, const char* what) {
  if (!maybe_ge(a.min(), 0))
    throw Failure(ErrorKind::Symbolic, fmt::format("{} of the possibly negative {}", what, a.text()));
}

Sint smaller(const Sint& a, const Sint& b) { return maybe_lt(b, a) ? b : a; }
Sint larger(const Sint& a, const Sint& b) { return maybe_gt(b, a) ? b : a; }

}  // namespace

void intrusive_ptr_add_ref(const Expr* expr) { expr->references.fetch_add(1, std::memory_order_relaxed); }

void intrusive_ptr_release(const Expr* expr) {
  if (expr->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete expr;
}

Sint number(std::int64_t value) { return wrap(ExprKind::Number, value, 0, value, value); }

Sint as_expression(const Sint& a) { return a.is_int() ? number(a.value()) : a; }

Sint make_mul(const Sint& a, const Sint& b) {
  require_not_negative(a, "a multiple");
  bool keeps_order = maybe_ge(b.min(), 0);
  Sint low = keeps_order ? a.min() : a.max(), high = keeps_order ? a.max() : a.min();
  return wrap(ExprKind::Mul, a, b, low * b.min(), high * b.max());
}

Sint make_div(const Sint& a, std::int64_t b) {
  require_not_negative(a, "a quotient");
  return wrap(ExprKind::Div, a, b, floor_div(a.min(), b), floor_div(a.max(), b));
}

Sint make_mod(const Sint& a, std::int64_t b) {
  require_not_negative(a, "a remainder");
  Sint low = a.min(), high = a.max();
  bool whole_period =
      maybe_ge(high - low, b) || (!(low == high) && maybe_ge(floor_mod(low, b), floor_mod(high, b)));
  if (whole_period) return wrap(ExprKind::Mod, a, b, 0, b - 1);
  return wrap(ExprKind::Mod, a, b, floor_mod(low, b), floor_mod(high, b));
}

Sint make_less(const Sint& a, const Sint& b) {
  bool never = a == b || (!maybe_lt(a.max(), b.min()) && maybe_ge(a.min(), b.max()));
  bool always = !never && maybe_lt(a.max(), b.min());
  return wrap(ExprKind::Less, a, b, always ? 1 : 0, never ? 0 : 1);
}

Sint make_sum(std::vector<Sint> terms) {
  Sint min = 0, max = 0;
  for (const Sint& term : terms) {
    min = min + term.min();
    max = max + term.max();
  }
  return wrap(ExprKind::Sum, 0, 0, min, max, std::move(terms));
}

Sint make_and(std::vector<Sint> terms) {
  Sint min = terms[0].min(), max = terms[0].max();
  for (const Sint& term : terms) {
    min = smaller(min, term.min());
    max = larger(max, term.max());
  }
  return wrap(ExprKind::And, 0, 0, min, max, std::move(terms));
}

Sint collapse(const Sint& a) {
  Sint low = a.min(), high = a.max();
  if (!maybe_le(low, high))
    throw Failure(ErrorKind::Symbolic, fmt::format("{} has a lowest value above its highest", a.text()));
  if (!(low == high)) return a;
  if (!low.is_number())
    throw Failure(ErrorKind::Symbolic, fmt::format("{} is always {}", a.text(), low.text()));
  return number(low.value());
}

std::vector<Sint> flat_terms(const Sint& a) {
  if (a.is_int() || a.expr()->kind != ExprKind::Sum) return {a};
  std::vector<Sint> flat;
  for (const Sint& term : a.expr()->terms)
    for (const Sint& inner : flat_terms(term)) flat.push_back(inner);
  return flat;
}

Sint::Sint(ExprPtr expr) : expr_(std::move(expr)) {
  if (expr_->kind == ExprKind::Number) value_ = expr_->a.value();
}

Sint Sint::variable(const Variable& v) {
  if (v.min < 0 || v.min > v.max)
    throw Failure(ErrorKind::Symbolic, fmt::format("variable {} has the range [{}, {}]", v.name, v.min, v.max),
                  "0 <= min <= max");
  if (v.value && (*v.value < v.min || *v.value > v.max))
    throw Failure(ErrorKind::Symbolic, fmt::format("variable {} has the value {} outside its range [{}, {}]",
                                                   v.name, *v.value, v.min, v.max));
  if (v.min == v.max) return number(v.min);
  return wrap(ExprKind::Variable, 0, 0, v.min, v.max, {}, v);
}

Sint Sint::index(std::size_t dimension, const Sint& size) {
  Sint last = size - 1;
  if (last.is_number()) return variable({fmt::format("idx{}", dimension), 0, last.value(), {}});
  return wrap(ExprKind::Variable, 0, 0, 0, last, {}, {fmt::format("idx{}", dimension), 0, 0, {}});
}

bool Sint::expression_is_number() const { return expr_->kind == ExprKind::Number; }

const Variable* Sint::as_variable() const {
  return !is_int() && expr_->kind == ExprKind::Variable ? &expr_->variable : nullptr;
}

Sint Sint::min() const { return is_int() ? *this : expr_->min; }
Sint Sint::max() const { return is_int() ? *this : expr_->max; }

bool Sint::expression_maybe_nonzero() const { return !(expr_->max == expr_->min && expr_->min == Sint(0)); }

bool symbolic::equal(const Sint& a, const Sint& b) {
  if (a.is_number() && b.is_number()) return a.value() == b.value();
  if (a.is_number() || b.is_number()) return false;
  if (a.expr() == b.expr()) return true;
  if (a.expr()->kind != b.expr()->kind) return false;
  if (a.expr()->kind == ExprKind::Variable) return a.expr()->variable == b.expr()->variable;
  return spelled(a, true) == spelled(b, true);
}

std::size_t Sint::hash() const {
  if (is_number()) return std::hash<std::int64_t>()(value_);
  return std::hash<std::string>()(spelled(*this, true));
}

namespace {

void collect_variables(const Sint& a, std::vector<Variable>& found) {
  if (a.is_number()) return;
  const Expr& e = *a.expr();
  if (e.kind == ExprKind::Variable) {
    if (std::find(found.begin(), found.end(), e.variable) == found.end()) found.push_back(e.variable);
    return;
  }
  collect_variables(e.a, found);
  collect_variables(e.b, found);
  for (const Sint& term : e.terms) collect_variables(term, found);
}

Sint substitute_less(const Sint& a, const Sint& b);

// The expression anew, bottom up, each variable replaced by what `value_of` says.
Sint substitute(const Sint& a, const std::function<Sint(const Sint&)>& value_of) {
  if (a.is_number()) return a;
  const Expr& e = *a.expr();
  auto again = [&](const Sint& x) { return substitute(x, value_of); };
  std::vector<Sint> terms;
  for (const Sint& term : e.terms) terms.push_back(again(term));
  switch (e.kind) {
    case ExprKind::Number:
      return a;
    case ExprKind::Variable:
      return value_of(a);
    case ExprKind::Mul:
      return again(e.a) * again(e.b);
    case ExprKind::Div:
      return floor_div(again(e.a), again(e.b));
    case ExprKind::Mod:
      return floor_mod(again(e.a), again(e.b));
    case ExprKind::Less:
      return substitute_less(again(e.a), again(e.b));
    case ExprKind::Sum:
      return sum_of(terms);
    case ExprKind::And:
      return all_of(terms);
  }
  return a;
}

// `m·x < b` as a comparison of x alone.
Sint less_of_multiple(const Sint& a, const Sint& b) {
  const Expr& mul = *a.expr();
  if (!b.is_int() || !mul.b.is_int() || mul.b.value() == -1) return collapse(make_less(a, b));
  std::int64_t factor = mul.b.value(), size = factor > 0 ? factor : -factor;
  Sint bound = floor_div(b + (size - 1), size);
  return collapse(make_less(as_expression(mul.a * (factor > 0 ? 1 : -1)), bound));
}

// `Σ + c < b`: the number moves over; terms that alone decide are divided by their common factor.
Sint less_of_sum(const Sint& a, std::int64_t b) {
  std::vector<Sint> moving;
  for (const Sint& term : a.expr()->terms) {
    if (term.is_number())
      b = checked_sub(b, term.value());
    else
      moving.push_back(term);
  }
  Sint left = sum_of(moving);
  bool is_sum = left.expr()->kind == ExprKind::Sum;
  std::vector<Sint> deciding, others;
  std::int64_t common = b;
  for (const Sint& term : is_sum ? left.expr()->terms : std::vector{left}) {
    bool is_mul = term.expr()->kind == ExprKind::Mul;
    if (is_mul && !term.expr()->b.is_int())
      throw Failure(ErrorKind::Symbolic, fmt::format("no rule for {} < {}", left.text(), b));
    bool decides = is_mul && term.expr()->b.value() > 0 && maybe_ge(term.max(), b);
    (decides ? deciding : others).push_back(term);
    if (decides) common = std::gcd(common, term.expr()->b.value());
  }
  Sint rest = sum_of(others);
  if (!deciding.empty() && maybe_ge(rest.min(), 0) && maybe_lt(rest.max(), common)) {
    std::vector<Sint> divided;
    for (const Sint& term : deciding) divided.push_back(floor_div(term, common));
    left = sum_of(divided);
    b = floor_div(b, common).value();
  }
  return left.expr()->kind == ExprKind::Sum ? collapse(make_less(left, b)) : substitute_less(left, b);
}

Sint substitute_less(const Sint& a, const Sint& b) {
  if (a.is_int()) return less_than(a, b);
  ExprKind kind = a.expr()->kind;
  if (kind == ExprKind::Sum && b.is_int()) return less_of_sum(a, b.value());
  if (kind == ExprKind::Mul) return less_of_multiple(a, b);
  return collapse(make_less(a, b));
}

}  // namespace

std::vector<Variable> Sint::variables() const {
  std::vector<Variable> found;
  collect_variables(*this, found);
  return found;
}

Sint Sint::unbound() const {
  return substitute(*this, [](const Sint& v) {
    Variable free = *v.as_variable();
    free.value.reset();
    return Sint::variable(free);
  });
}

std::int64_t Sint::evaluate(const std::map<std::string, std::int64_t>& values) const {
  Sint result = substitute(*this, [&](const Sint& v) {
    auto found = values.find(v.as_variable()->name);
    if (found == values.end())
      throw Failure(ErrorKind::Symbolic, fmt::format("variable {} has no value", v.as_variable()->name));
    return number(found->second);
  });
  check(result.is_number(), "a fully substituted expression is a number");
  return result.value();
}

std::int64_t Sint::bound_value() const {
  if (is_number()) return value_;
  std::map<std::string, std::int64_t> values;
  for (const Variable& v : variables())
    if (v.value) values[v.name] = *v.value;
  return evaluate(values);
}

}  // namespace lockstep
