// Views and stacks of views against upstream, to the letter: the very view that each operation gives, symbolic
// shapes included, and which arguments are refused.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "core/shapetracker.h"
#include "props/facts.h"

namespace lockstep::props {
namespace {

// The form of the facts, read and written.
class Form {
 public:
  explicit Form(const std::vector<Variable>& variables) : variables_(variables) {}

  Sint number(const std::string& text) const { return parse_sint(text, variables_); }

  Dims dims(const std::string& text) const {
    Dims dims;
    for (const std::string& part : items(text)) dims.push_back(number(part));
    return dims;
  }

  Ranges ranges(const std::string& text) const {
    Ranges ranges;
    for (const std::string& part : items(text)) {
      Fields ends = split_at(part, ":");
      ranges.emplace_back(number(ends.at(0)), number(ends.at(1)));
    }
    return ranges;
  }

  template <typename T>
  std::vector<T> integers(const std::string& text) const {
    std::vector<T> integers;
    for (const std::string& part : items(text)) integers.push_back(static_cast<T>(std::stoll(part)));
    return integers;
  }

  View view(const std::string& text) const {
    Fields f = split_at(text, " ");
    std::optional<Ranges> mask;
    if (f.at(3) != "-") mask = ranges(f[3]);
    return View::create(dims(f[0]), dims(f[1]), number(f[2]), mask);
  }

  ShapeTracker stack(const std::string& text) const {
    std::vector<View> views;
    for (const std::string& part : split_at(text, " | ")) views.push_back(view(part));
    return ShapeTracker(std::move(views));
  }

  static std::string text(const View& v) {
    std::string mask = "-";
    if (v.mask()) {
      mask = "[";
      for (const auto& [begin, end] : *v.mask())
        mask += (mask == "[" ? "" : ",") + begin.text() + ":" + end.text();
      mask += "]";
    }
    return fmt::format("{} {} {} {}{}", text_of(v.shape()), text_of(v.strides()), v.offset().text(), mask,
                       v.contiguous() ? " c" : "");
  }

  static std::string text(const ShapeTracker& st) {
    std::string text;
    for (const View& v : st.views()) text += (text.empty() ? "" : " | ") + Form::text(v);
    return text;
  }

  template <typename T>
  static std::string text(const std::optional<T>& found) {
    return found ? text(*found) : "none";
  }

 private:
  static Fields items(const std::string& list) {
    std::string inside = list.substr(1, list.size() - 2);
    return inside.empty() ? Fields() : split_at(inside, ",");
  }

  const std::vector<Variable>& variables_;
};

std::string answered(const Fields& row, const Form& form) {
  const std::string &op = row.at(0), &subject = row.at(1), &args = row.at(2);
  if (op == "st_add") return Form::text(form.stack(subject) + form.stack(args));
  if (op == "st_simplify") return Form::text(form.stack(subject).simplify());
  if (op == "st_reshape") return Form::text(form.stack(subject).reshape(form.dims(args)));
  if (op == "st_invert") return Form::text(form.stack(subject).invert(form.dims(args)));
  if (op == "consecutive") return form.stack(subject).consecutive() ? "1" : "0";
  View v = form.view(subject);
  if (op == "merge") return Form::text(merge(v, form.view(args)));
  if (op == "pad") return Form::text(v.pad(form.ranges(args)));
  if (op == "shrink") return Form::text(v.shrink(form.ranges(args)));
  if (op == "expand") return Form::text(v.expand(form.dims(args)));
  if (op == "permute") return Form::text(v.permute(form.integers<int>(args)));
  if (op == "stride") return Form::text(v.stride(form.integers<std::int64_t>(args)));
  if (op == "reshape") return Form::text(v.reshape(form.dims(args)));
  if (op == "invert") return Form::text(v.invert(form.dims(args)));
  if (op == "minify") return Form::text(v.minify());
  if (op == "unbound") return Form::text(v.unbound());
  if (op == "size") return fmt::format("{}", v.size());
  throw std::runtime_error("no operation " + op);
}

std::string answer(const Fields& row, const Form& form) {
  try {
    return answered(row, form);
  } catch (const Failure&) {
    return "error";
  }
}

TEST(ViewFacts, EveryOperationGivesTheViewThatUpstreamGives) {
  Facts facts = read_facts("view_facts.txt");
  Form form(facts.variables);
  std::size_t refused = 0, none = 0;
  for (const Fields& row : facts.rows) {
    EXPECT_EQ(answer(row, form), row.at(3)) << fmt::format("{} {} {}", row[0], row[1], row[2]);
    refused += row[3] == "error";
    none += row[3] == "none";
  }
  EXPECT_GE(facts.rows.size(), 3000u);
  EXPECT_GE(refused, 50u);
  EXPECT_GE(none, 50u);
}

}  // namespace
}  // namespace lockstep::props
