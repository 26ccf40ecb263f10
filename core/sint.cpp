#include "core/sint.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/expr.h"

namespace lockstep {

namespace {

[[noreturn]] void unsupported(const Sint& a, const char* op, const Sint& b) {
  throw Failure(ErrorKind::Symbolic, fmt::format("no rule for {} {} {}", a.text(), op, b.text()));
}

std::int64_t floor_div_int(std::int64_t a, std::int64_t b) {
  if (b == 0) throw Failure(ErrorKind::Symbolic, fmt::format("division of {} by zero", a));
  if (b == -1) return checked_sub(0, a);
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

std::int64_t floor_mod_int(std::int64_t a, std::int64_t b) {
  if (b == 0) throw Failure(ErrorKind::Symbolic, fmt::format("remainder of {} by zero", a));
  if (b == -1) return 0;
  std::int64_t r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

Sint multiply_expression(const Sint& a, const Sint& b);  // a is an expression
Sint divide(const Sint& a, const Sint& b, bool factoring);
Sint plain_divide(const Sint& a, const Sint& b, bool factoring);
Sint modulo(const Sint& a, const Sint& b);
Sint plain_modulo(Sint a, const Sint& b);

bool is_zero(const Sint& a) { return a.is_number() && a.value() == 0; }
const Expr& of(const Sint& a) { return *a.expr(); }
bool has_kind(const Sint& a, ExprKind kind) { return !a.is_int() && of(a).kind == kind; }

// `b - a` stays positive and `a` is not negative: then a // b = 0 and a % b = a.
bool always_below(const Sint& a, const Sint& b) { return maybe_gt((b - a).min(), 0); }

Sint multiply_expression(const Sint& a, const Sint& b) {
  const Expr& e = of(a);
  if (e.kind == ExprKind::Number) return b.is_int() ? number(checked_mul(a.value(), b.value())) : b * a.value();
  if (e.kind == ExprKind::Mul) return e.a * (e.b * b);
  if (e.kind == ExprKind::Sum) {
    std::vector<Sint> terms;
    for (const Sint& term : e.terms) terms.push_back(term * b);
    return sum_of(terms);
  }
  if (is_zero(b)) return number(0);
  if (b == Sint(1)) return a;
  return collapse(make_mul(a, b.is_number() ? Sint(b.value()) : b));
}

// What a Sum yields for `// b`: the terms that b divides, and the rest with a common factor taken out.
Sint divide_sum_by_int(const Sint& a, std::int64_t b) {
  std::vector<Sint> divided, rest;
  std::int64_t common = b, divisor = 1;
  auto gcd_with = [&](const Sint& factor) { common = factor.is_int() ? std::gcd(common, factor.value()) : 1; };
  for (Sint term : flat_terms(a)) {
    bool is_number = has_kind(term, ExprKind::Number), is_mul = has_kind(term, ExprKind::Mul);
    if (!is_number && !is_mul) {
      rest.push_back(term);
      common = 1;
      continue;
    }
    Sint factor = is_number ? Sint(term.value()) : of(term).b;
    if (is_zero(floor_mod(factor, b))) {
      divided.push_back(floor_div(term, b));
      continue;
    }
    if (is_number) {
      std::int64_t whole = floor_div_int(term.value(), b);
      if (whole != 0) {
        divided.push_back(number(whole));
        term = number(checked_sub(term.value(), checked_mul(b, whole)));
        factor = term.value();
      }
    }
    rest.push_back(term);
    gcd_with(factor);
    if (is_mul && divisor == 1 && factor.is_int() && floor_mod_int(b, factor.value()) == 0)
      divisor = factor.value();
  }
  if (common > 1) return sum_of(divided) + floor_div(floor_div(sum_of(rest), common), b / common);
  if (divisor > 1) return sum_of(divided) + floor_div(floor_div(sum_of(rest), divisor), b / divisor);
  return sum_of(divided) + plain_divide(sum_of(rest), b, true);
}

Sint divide_sum(const Sint& a, const Sint& b, bool factoring) {
  if (a == b) return number(1);
  if (!b.is_int()) {
    std::vector<Sint> divided, rest;
    for (const Sint& term : flat_terms(a)) {
      if (is_zero(floor_mod(term, b)))
        divided.push_back(floor_div(term, b));
      else
        rest.push_back(term);
    }
    Sint whole = collapse(make_sum(divided));
    if (!is_zero(whole)) return whole + floor_div(collapse(make_sum(rest)), b);
    return plain_divide(a, b, false);
  }
  if (b.value() == 1) return a;
  if (!factoring) return plain_divide(a, b, false);
  return divide_sum_by_int(a, b.value());
}

// Y4. The division that knows nothing of a's form.
Sint plain_divide(const Sint& a, const Sint& b, bool factoring) {
  if (!b.is_int()) {
    if (b.is_number()) return divide(a, b.value(), factoring);
    if (a == b) return number(1);
    if (always_below(a, b) && maybe_ge(a.min(), 0)) return number(0);
    unsupported(a, "//", b);
  }
  std::int64_t d = b.value();
  if (d == 0) throw Failure(ErrorKind::Symbolic, fmt::format("division of {} by zero", a.text()));
  if (a.is_number()) return number(floor_div_int(a.value(), d));
  if (d < 0) return divide(a * Sint(-1), -d, factoring);
  if (d == 1) return a;
  if (maybe_lt(a.min(), 0)) {
    Sint offset = floor_div(a.min(), d);
    return divide(a + -offset * d, d, false) + offset;
  }
  return collapse(make_div(a, d));
}

// a is an expression. `factoring` has a meaning for sums only.
Sint divide(const Sint& a, const Sint& b, bool factoring) {
  const Expr& e = of(a);
  switch (e.kind) {
    case ExprKind::Sum:
      return divide_sum(a, b, factoring);
    case ExprKind::Div:
      return floor_div(e.a, e.b * b);
    case ExprKind::Mul:
      if (is_zero(floor_mod(e.b, b))) return e.a * floor_div(e.b, b);
      if (is_zero(floor_mod(b, e.b)) && maybe_gt(e.b, 0)) return floor_div(e.a, floor_div(b, e.b));
      return plain_divide(a, b, factoring);
    case ExprKind::Mod:
      if (is_zero(floor_mod(e.b, b))) return floor_mod(floor_div(e.a, b), floor_div(e.b, b));
      return plain_divide(a, b, factoring);
    default:
      return plain_divide(a, b, factoring);
  }
}

Sint plain_modulo(Sint a, const Sint& b) {
  if (!b.is_int()) {
    if (b.is_number()) return floor_mod(a, b.value());
    if (a == b) return number(0);
    if (always_below(a, b) && maybe_ge(a.min(), 0)) return a;
    unsupported(a, "%", b);
  }
  std::int64_t d = b.value();
  if (d <= 0) throw Failure(ErrorKind::Symbolic, fmt::format("remainder of {} by {}", a.text(), d));
  if (a.is_number()) return number(floor_mod_int(a.value(), d));
  if (d == 1) return number(0);
  Sint lowest = a.min(), highest = a.max();
  if (lowest.is_int() && highest.is_int()) {
    std::int64_t first = floor_div_int(lowest.value(), d);
    if (first == floor_div_int(highest.value(), d)) return a - Sint(checked_mul(d, first));
    if (lowest.value() < 0) return floor_mod(a - Sint(checked_mul(first, d)), b);
  }
  return collapse(make_mod(a, d));
}

Sint modulo_sum(const Sint& a, const Sint& b) {
  if (a == b) return number(0);
  if (!b.is_int() && always_below(a, b)) return a;
  std::vector<Sint> terms;
  for (const Sint& term : of(a).terms) {
    bool reduces = has_kind(term, ExprKind::Number) || has_kind(term, ExprKind::Mul);
    terms.push_back(reduces ? floor_mod(term, b) : term);
  }
  return plain_modulo(sum_of(terms), b);
}

Sint modulo(const Sint& a, const Sint& b) {
  const Expr& e = of(a);
  switch (e.kind) {
    case ExprKind::Sum:
      return modulo_sum(a, b);
    case ExprKind::Mul:
      return plain_modulo(e.a * floor_mod(e.b, b), b);
    case ExprKind::Mod:
      if (b.is_int() && e.b.is_int() && b.value() != 0 && floor_mod_int(e.b.value(), b.value()) == 0)
        return floor_mod(e.a, b);
      return plain_modulo(a, b);
    default:
      return plain_modulo(a, b);
  }
}

}  // namespace

void overflows(std::int64_t a, char op, std::int64_t b) {
  throw Failure(ErrorKind::Overflow, fmt::format("{} {} {} does not fit 64 bits", a, op, b));
}

Sint symbolic::add(const Sint& a, const Sint& b) { return a.is_int() ? sum_of({b, a}) : sum_of({a, b}); }

Sint symbolic::subtract(const Sint& a, const Sint& b) { return a.is_int() ? -b + a : a + -b; }

Sint symbolic::multiply(const Sint& a, const Sint& b) {
  return a.is_int() ? multiply_expression(b, a) : multiply_expression(a, b);
}

Sint floor_div(const Sint& a, const Sint& b) {
  if (a.is_int() && b.is_int()) return floor_div_int(a.value(), b.value());
  return divide(a.is_int() ? number(a.value()) : a, b, true);
}

Sint floor_mod(const Sint& a, const Sint& b) {
  if (a.is_int() && b.is_int()) return floor_mod_int(a.value(), b.value());
  return modulo(a.is_int() ? number(a.value()) : a, b);
}

// Y2. Terms that are zero go, the rest is gathered by what it multiplies, numbers come last.
Sint sum_of(const std::vector<Sint>& terms) {
  std::vector<Sint> kept;
  for (const Sint& term : terms)
    if (term.max().maybe_nonzero() || term.min().maybe_nonzero()) kept.push_back(as_expression(term));
  if (kept.empty()) return number(0);
  if (kept.size() == 1) return kept[0];

  std::vector<std::pair<Sint, Sint>> gathered;  // what, how often
  std::int64_t constant = 0;
  auto gather = [&](const Sint& what, const Sint& times) {
    auto found = std::find_if(gathered.begin(), gathered.end(), [&](const auto& g) { return g.first == what; });
    if (found == gathered.end())
      gathered.emplace_back(what, times);
    else
      found->second = found->second + times;
  };
  for (const Sint& whole : kept)
    for (const Sint& term : flat_terms(whole)) {
      if (has_kind(term, ExprKind::Number))
        constant = checked_add(constant, term.value());
      else if (has_kind(term, ExprKind::Mul))
        gather(of(term).a, of(term).b);
      else
        gather(term, 1);
    }

  std::vector<Sint> result;
  for (const auto& [what, times] : gathered) {
    if (is_zero(times)) continue;
    result.push_back(times == Sint(1) ? what : make_mul(what, times));
  }
  if (constant != 0) result.push_back(number(constant));
  if (result.empty()) return number(0);
  return result.size() == 1 ? result[0] : collapse(make_sum(std::move(result)));
}

Sint less_than(const Sint& a, const Sint& b) {
  if (a.is_int() && b.is_int()) return a.value() < b.value();
  return collapse(make_less(as_expression(a), b));
}

Sint all_of(const std::vector<Sint>& terms) {
  if (terms.empty()) return number(1);
  if (terms.size() == 1) return terms[0];
  for (const Sint& term : terms)
    if (!term.maybe_nonzero()) return number(0);
  std::vector<Sint> open;
  for (const Sint& term : terms)
    if (!(term.min() == term.max())) open.push_back(term);
  if (open.empty()) return number(1);
  return open.size() == 1 ? open[0] : collapse(make_and(std::move(open)));
}

// Y1. An expression is compared by its bounds; a number on the left turns the comparison round.
bool symbolic::maybe_lt(const Sint& a, const Sint& b) {
  if (a.is_int()) return lockstep::maybe_lt(-b, -a);
  if (a == b) return false;
  return lockstep::maybe_lt(a.max(), b.min()) || !lockstep::maybe_ge(a.min(), b.max());
}

bool symbolic::maybe_le(const Sint& a, const Sint& b) {
  return a.is_int() ? lockstep::maybe_ge(b, a) : lockstep::maybe_lt(a, b + 1);
}

bool symbolic::maybe_ge(const Sint& a, const Sint& b) {
  return a.is_int() ? lockstep::maybe_le(b, a) : lockstep::maybe_lt(-a, -b + 1);
}

}  // namespace lockstep
