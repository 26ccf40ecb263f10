// How expressions are spelled, and read back.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "core/error.h"
#include "core/expr.h"

namespace lockstep {

namespace {

std::string spelled_variable(const Variable& v, bool with_ranges) {
  if (!with_ranges) return v.name;
  return fmt::format("{}[{}-{}{}]", v.name, v.min, v.max, v.value ? fmt::format("={}", *v.value) : "");
}

// A product of two variables is spelled in the order of their names.
std::string spelled_product(const Expr& e, bool with_ranges) {
  const Variable *a = e.a.as_variable(), *b = e.b.as_variable();
  bool swapped = a != nullptr && b != nullptr && b->name < a->name;
  std::string left = spelled(e.a, with_ranges), right = spelled(e.b, with_ranges);
  return swapped ? fmt::format("({}*{})", right, left) : fmt::format("({}*{})", left, right);
}

std::string spelled_terms(const Expr& e, const char* between, bool with_ranges) {
  std::vector<std::string> parts;
  for (const Sint& term : e.terms) parts.push_back(spelled(term, with_ranges));
  std::sort(parts.begin(), parts.end());
  return fmt::format("({})", fmt::join(parts, between));
}

// expr := NAME | NUMBER | '(' expr (('*' | '//' | '%' | '<') expr | ('+' expr)+ | (' and ' expr)+)? ')'
class Reader {
 public:
  Reader(std::string_view text, const std::vector<Variable>& variables) : text_(text), variables_(variables) {}

  // A product of two variables is spelled alike either way round, and which way it is decides what gathers with
  // it in a sum: the way that spells the text again is the one that was printed.
  Sint whole() {
    Sint value = either_way(false);
    if (value.text() == text_) return value;
    Sint swapped = either_way(true);
    return swapped.text() == text_ ? swapped : value;
  }

 private:
  static constexpr int kDeepest = 100;

  [[noreturn]] void fail(const std::string& why) const {
    throw Failure(Error{ErrorKind::BadInput,
                        fmt::format("symbolic \"{}\": {} at character {}", text_.substr(0, 60), why, at_ + 1),
                        {},
                        {}});
  }

  bool accept(std::string_view token) {
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }

  Sint either_way(bool swapped) {
    at_ = 0;
    swapped_ = swapped;
    Sint value = expression(0);
    if (at_ != text_.size()) fail("something follows the expression");
    return value;
  }

  static bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

  Sint expression(int depth) {
    if (depth > kDeepest) fail("nested too deeply");
    if (!accept("(")) return atom();
    Sint value = operators(expression(depth + 1), depth);
    if (!accept(")")) fail("expected \")\"");
    return value;
  }

  Sint operators(Sint first, int depth) {
    if (accept("*")) return product(first, expression(depth + 1));
    if (accept("//")) return floor_div(first, expression(depth + 1));
    if (accept("%")) return floor_mod(first, expression(depth + 1));
    if (accept("<")) return less_than(first, expression(depth + 1));
    std::vector<Sint> terms = {first};
    while (accept("+")) terms.push_back(expression(depth + 1));
    if (terms.size() > 1) return sum_of(terms);
    while (accept(" and ")) terms.push_back(expression(depth + 1));
    return terms.size() > 1 ? all_of(terms) : first;
  }

  Sint product(const Sint& a, const Sint& b) const {
    bool variables = a.as_variable() != nullptr && b.as_variable() != nullptr;
    return variables && swapped_ ? b * a : a * b;
  }

  Sint atom() {
    std::size_t begin = at_;
    if (at_ < text_.size() && text_[at_] == '-') ++at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    std::string_view word = text_.substr(begin, at_ - begin);
    if (word.empty()) fail("expected a variable, a number or \"(\"");
    if (word[0] == '-' || std::isdigit(static_cast<unsigned char>(word[0]))) return integer(word, begin);
    for (const Variable& v : variables_)
      if (v.name == word) return Sint::variable(v);
    at_ = begin;
    fail(fmt::format("unknown variable \"{}\"", word));
  }

  Sint integer(std::string_view word, std::size_t begin) {
    std::int64_t value = 0;
    auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) {
      at_ = begin;
      fail(fmt::format("\"{}\" is no 64-bit integer", word));
    }
    return value;
  }

  std::string_view text_;
  const std::vector<Variable>& variables_;
  std::size_t at_ = 0;
  bool swapped_ = false;
};

}  // namespace

std::string spelled(const Sint& a, bool with_ranges) {
  if (a.is_number()) return fmt::format("{}", a.value());
  const Expr& e = *a.expr();
  auto binary = [&](const char* op) {
    return fmt::format("({}{}{})", spelled(e.a, with_ranges), op, spelled(e.b, with_ranges));
  };
  switch (e.kind) {
    case ExprKind::Number:
      return fmt::format("{}", a.value());
    case ExprKind::Variable:
      return spelled_variable(e.variable, with_ranges);
    case ExprKind::Mul:
      return spelled_product(e, with_ranges);
    case ExprKind::Div:
      return binary("//");
    case ExprKind::Mod:
      return binary("%");
    case ExprKind::Less:
      return binary("<");
    case ExprKind::Sum:
      return spelled_terms(e, "+", with_ranges);
    case ExprKind::And:
      return spelled_terms(e, " and ", with_ranges);
  }
  return "?";
}

std::string Sint::text() const { return spelled(*this, false); }

Sint parse_sint(std::string_view text, const std::vector<Variable>& variables) {
  return Reader(text, variables).whole();
}

}  // namespace lockstep
