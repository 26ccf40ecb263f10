// The lines of a graph, and what a reference is.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/place.h"
#include "core/text_read.h"
#include "core/validate.h"

namespace lockstep {

namespace {

constexpr int kDeepest = 100;

bool is_reserved(std::string_view word) {
  return word == "forced" || word == "true" || word == "false" || word == "nan" || word == "inf" ||
         op_word(word);
}

std::vector<std::int64_t> read_steps(TextCursor& in) {
  std::vector<std::int64_t> steps;
  in.list('(', ')', [&] { steps.push_back(in.integer()); });
  return steps;
}

std::vector<std::int64_t> flipping(const Axes& axes, std::size_t rank) {
  std::vector<std::int64_t> steps(rank, 1);
  for (int axis : axes) {
    if (static_cast<std::size_t>(axis) >= rank)
      throw Failure(ErrorKind::View, fmt::format("axis {} of a shape of {} dimensions", axis, rank));
    steps[static_cast<std::size_t>(axis)] = -1;
  }
  return steps;
}

ShapeTracker with_view(const std::optional<ShapeTracker>& st, View view) {
  std::vector<View> views = st ? st->views() : std::vector<View>();
  views.push_back(std::move(view));
  return ShapeTracker(std::move(views));
}

}  // namespace

bool GraphReader::line() {
  if (in_.at_assigned_word()) return read_definition(), true;
  if (in_.peek_word() == "variable") return read_variable(), true;
  if (in_.peek_word() == "out") return read_outputs(), true;
  return false;
}

void GraphReader::finish() {
  if (graph_.outputs.empty())
    in_.refuse(in_.at(), "the graph has no outputs", "a line \"out NAME\" lists them");
  lockstep::located(places_, in_, [&] { validate_whole(graph_); });
}

// variable i 1..10 = 3
void GraphReader::read_variable() {
  places_.set("variable", graph_.variables.size(), in_.at());
  in_.word("variable");
  Variable v;
  v.name = in_.word("a name");
  v.min = in_.integer();
  in_.expect("..");
  v.max = in_.integer();
  if (in_.accept("=")) v.value = in_.integer();
  graph_.variables.push_back(std::move(v));
  lockstep::located(places_, in_, [&] { validate_variables(graph_); });
  in_.end_line();
}

void GraphReader::read_outputs() {
  in_.word("out");
  do {
    places_.set("output", graph_.outputs.size(), in_.at());
    graph_.outputs.push_back(reference(0));
  } while (!in_.at_line_end());
}

void GraphReader::read_definition() {
  std::size_t begin = in_.at();
  std::string name(in_.word("a name"));
  if (is_reserved(name))
    in_.refuse(begin, fmt::format("{} cannot be a name", shown(name)), "it is a word of the form");
  in_.expect("=");
  Ref ref = expression(0);
  if (!names_.emplace(name, std::move(ref)).second) in_.refuse(begin, fmt::format("a second {}", shown(name)));
  in_.end_line();
}

Ref GraphReader::expression(int depth) {
  std::optional<Op> op = op_word(in_.peek_word());
  return op ? application(*op, depth) : reference(depth);
}

bool GraphReader::at_operand() {
  if (in_.next() == '(' || in_.at_literal()) return true;
  std::string_view word = in_.peek_word();
  return !word.empty() && word != "forced" && !in_.at_assigned_word();
}

Operand GraphReader::operand(int depth) {
  Operand operand{in_.at()};
  if (in_.at_literal())
    operand.literal = in_.literal();
  else
    operand.ref = reference(depth);
  return operand;
}

Ref GraphReader::reference(int depth) {
  std::size_t begin = in_.at();
  if (in_.at_literal()) in_.refuse(begin, "a number alone has no dtype", "write const float32 and the number");
  if (in_.next() != '(') return moved(read_named(in_, names_));
  if (depth == kDeepest)
    in_.refuse(begin, fmt::format("nested more than {} deep", kDeepest), "name the inner parts");
  Ref inner{NodeId()};
  in_.bracketed('(', ')', [&] { inner = expression(depth + 1); });
  return moved(std::move(inner));
}

// The reference seen through the movements that follow it. G3: what sees the whole node plainly has no view.
Ref GraphReader::moved(Ref ref) {
  while (in_.next() == '.') {
    in_.expect(".");
    std::size_t begin = in_.at();
    std::string_view method = in_.word("a movement");
    try {
      ref = moved_by(ref, method);
    } catch (const Failure& failure) {
      if (failure.error().place.starts_with("line ")) throw;
      in_.refuse(begin, failure.error());
    }
  }
  if (ref.view && ref.view->contiguous() && ref.view->shape() == graph_[ref.node].shape) ref.view.reset();
  return ref;
}

Ref GraphReader::moved_by(const Ref& ref, std::string_view method) {
  const Variables& variables = graph_.variables;
  if (method == "view") return {ref.node, with_view(ref.view, read_view(in_, variables))};
  ShapeTracker st = graph_.view_of(ref);
  auto seen = [&](ShapeTracker moved) { return Ref{ref.node, std::move(moved)}; };
  if (method == "reshape") return seen(st.reshape(read_dims(in_, '(', ')', variables)));
  if (method == "expand") return seen(st.expand(read_dims(in_, '(', ')', variables)));
  if (method == "permute") return seen(st.permute(read_axes(in_, '(', ')')));
  if (method == "pad") return seen(st.pad(read_ranges(in_, '(', ')', variables)));
  if (method == "shrink") return seen(st.shrink(read_ranges(in_, '(', ')', variables)));
  if (method == "stride") return seen(st.stride(read_steps(in_)));
  if (method == "flip") return seen(st.stride(flipping(read_axes(in_, '(', ')'), st.shape().size())));
  throw Failure(
      ErrorKind::BadInput, fmt::format("unknown movement {}", shown(method)),
      did_you_mean(method, {"reshape", "expand", "permute", "pad", "shrink", "stride", "flip", "view"}));
}

}  // namespace lockstep
