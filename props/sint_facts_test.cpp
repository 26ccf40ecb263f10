// Symbolic integers against upstream, to the letter: spelling and bounds of expressions, and what it refuses.

#include <gtest/gtest.h>

#include <cctype>

#include "core/error.h"
#include "props/facts.h"

namespace lockstep::props {
namespace {

// (op argument …), a name or a number.
class Prefix {
 public:
  Prefix(const std::string& text, const std::vector<Variable>& variables)
      : text_(text), variables_(variables) {}

  Sint value() {
    if (text_[at_] != '(') return atom();
    ++at_;
    std::string op = word();
    std::vector<Sint> values;
    while (text_[at_] == ' ') {
      ++at_;
      values.push_back(value());
    }
    ++at_;
    return applied(op, values);
  }

 private:
  std::string word() {
    std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(" )", at_), text_.size());
    return text_.substr(begin, at_ - begin);
  }

  Sint atom() {
    std::string name = word();
    for (const Variable& v : variables_)
      if (v.name == name) return Sint::variable(v);
    return static_cast<std::int64_t>(std::stoll(name));
  }

  static Sint applied(const std::string& op, const std::vector<Sint>& x) {
    if (op == "sum") return sum_of(x);
    if (op == "and") return all_of(x);
    if (op == "unbound") return x.at(0).unbound();
    if (op == "+") return x.at(0) + x.at(1);
    if (op == "-") return x.at(0) - x.at(1);
    if (op == "*") return x.at(0) * x.at(1);
    if (op == "//") return floor_div(x.at(0), x.at(1));
    if (op == "%") return floor_mod(x.at(0), x.at(1));
    if (op == "<") return less_than(x.at(0), x.at(1));
    throw std::runtime_error("no operation " + op);
  }

  const std::string& text_;
  const std::vector<Variable>& variables_;
  std::size_t at_ = 0;
};

std::string answer(const std::string& expression, const std::vector<Variable>& variables) {
  try {
    Sint value = Prefix(expression, variables).value();
    return value.text() + "\t" + value.min().text() + "\t" + value.max().text();
  } catch (const Failure&) {
    return "error";
  }
}

TEST(SintFacts, EveryExpressionIsSpelledAndBoundedAsUpstreamDoes) {
  Facts facts = read_facts("sint_spellings.txt");
  std::size_t refused = 0;
  for (const Fields& row : facts.rows) {
    std::string expected = row.at(1) == "error" ? "error" : row.at(1) + "\t" + row.at(2) + "\t" + row.at(3);
    EXPECT_EQ(answer(row[0], facts.variables), expected) << row[0];
    refused += row[1] == "error";
  }
  EXPECT_GE(facts.rows.size(), 500u);
  EXPECT_GE(refused, 20u);
}

}  // namespace
}  // namespace lockstep::props
