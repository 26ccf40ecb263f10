// The lines of a schedule: bound, kernel, and the AST of the kernel above, one node a line.

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/place.h"
#include "core/text_read.h"

namespace lockstep {

namespace {

Variables unbound(Variables variables) {
  for (Variable& v : variables) v.value.reset();
  return variables;
}

// What a line of an AST may begin with: the kinds of UOps, and for an ALU its op.
const std::vector<std::pair<std::string_view, std::pair<UOpKind, Op>>>& uop_words() {
  static const auto words = [] {
    std::vector<std::pair<std::string_view, std::pair<UOpKind, Op>>> all;
    for (int k = 0; k < static_cast<int>(UOpKind::Alu); ++k)
      all.push_back({name_of(static_cast<UOpKind>(k)), {static_cast<UOpKind>(k), Op::Add}});
    for (const OpFacts& row : all_ops())
      if (is_alu(row.op)) all.push_back({row.name, {UOpKind::Alu, row.op}});
    return all;
  }();
  return words;
}

std::pair<UOpKind, Op> read_uop_word(TextCursor& in) {
  std::size_t begin = in.at();
  std::string_view word = in.word("a UOp");
  std::vector<std::string_view> known;
  for (const auto& [name, meaning] : uop_words()) {
    if (name == word) return meaning;
    known.push_back(name);
  }
  in.refuse(begin, fmt::format("unknown UOp {}", shown(word)), did_you_mean(word, known));
}

Op read_op_name(TextCursor& in) {
  std::size_t begin = in.at();
  std::string_view word = in.word("an op");
  std::optional<Op> op = op_named(word);
  if (!op)
    in.refuse(begin, fmt::format("unknown op {}", shown(word)),
              fmt::format("did you mean {}?", closest_op_name(word)));
  return *op;
}

std::uint32_t read_place(TextCursor& in) {
  std::size_t begin = in.at();
  std::int64_t value = in.count();
  if (value > std::numeric_limits<std::uint32_t>::max()) in.refuse(begin, fmt::format("there is no {}", value));
  return static_cast<std::uint32_t>(value);
}

// Lines are numbered, so that they can be referred to; the numbers are their places.
void require_place(const TextCursor& in, std::size_t at, std::uint32_t given, std::size_t place) {
  if (given != place) in.refuse(at, fmt::format("numbered {}, but it is number {}", given, place));
}

bool at_node(TextCursor& in) {
  std::string_view word = in.peek_word();
  return !word.empty() && word != "reads" && word != "after" && word != "metadata";
}

}  // namespace

ScheduleReader::ScheduleReader(TextCursor& in, TextPlaces& places, const Graph& graph, const NodeNames& names)
    : in_(in), places_(places), graph_(graph), names_(names), variables_(unbound(graph.variables)) {}

bool ScheduleReader::line() {
  if (in_.next() == '%') return read_ast_node(), true;
  if (in_.peek_word() == "kernel") return read_kernel(), true;
  if (in_.peek_word() == "bound") return read_bound(), true;
  return false;
}

// bound i=3 j=4
void ScheduleReader::read_bound() {
  in_.word("bound");
  do {
    std::string name = in_.name();
    in_.expect("=");
    schedule_.variables[name] = in_.integer();
  } while (!in_.at_line_end());
}

// kernel 2 writes n3 reads n0 n1 after 0 1 metadata "conv"
void ScheduleReader::read_kernel() {
  places_.set("kernel", schedule_.kernels.size(), in_.at());
  in_.word("kernel");
  std::size_t begin = in_.at();
  require_place(in_, begin, read_place(in_), schedule_.kernels.size());
  Kernel kernel;
  if (in_.accept_word("writes"))
    while (at_node(in_)) kernel.outputs.push_back(read_node(in_, names_, graph_));
  if (in_.accept_word("reads"))
    while (at_node(in_)) kernel.inputs.push_back(read_node(in_, names_, graph_));
  if (in_.accept_word("after"))
    while (!in_.at_line_end() && in_.peek_word().empty()) kernel.after.emplace_back(read_place(in_));
  if (in_.accept_word("metadata"))
    while (!in_.at_line_end()) kernel.metadata.push_back(in_.text());
  in_.end_line();
  std::sort(kernel.after.begin(), kernel.after.end());
  kernel.after.erase(std::unique(kernel.after.begin(), kernel.after.end()), kernel.after.end());
  schedule_.kernels.push_back(std::move(kernel));
}

// %4 = ADD float32 %2 %3
void ScheduleReader::read_ast_node() {
  std::size_t begin = in_.at();
  if (schedule_.kernels.empty())
    in_.refuse(begin, "an AST without a kernel", "a line \"kernel 0 writes ...\" goes before");
  Ast& ast = schedule_.kernels.back().ast;
  in_.expect("%");
  require_place(in_, begin, read_place(in_), ast.size());
  places_.set(fmt::format("kernel {}, AST node", schedule_.kernels.size() - 1), ast.size(), begin);
  in_.expect("=");
  AstNode node;
  auto [kind, op] = read_uop_word(in_);
  node.kind = kind;
  if (at_dtype(in_)) node.dtype = read_dtype(in_);
  node.arg = kind == UOpKind::Alu ? UOpArg(op) : read_argument(node);
  while (in_.accept("%")) node.src.push_back(read_place(in_));
  in_.end_line();
  ast.push_back(std::move(node));
}

UOpArg ScheduleReader::read_argument(const AstNode& node) {
  switch (node.kind) {
    case UOpKind::ShapeTracker:
    case UOpKind::Swizzle:
      return read_views(in_, variables_);
    case UOpKind::Const:
      return read_value(in_, node.dtype);
    case UOpKind::DefineGlobal:
      return in_.count();
    case UOpKind::DefineVar:
      return read_define_var();
    case UOpKind::Ext:
      return read_op_name(in_);
    case UOpKind::ReduceAxis: {
      Op alu = read_op_name(in_);
      return ReduceArg{alu, read_axes(in_, '[', ']')};
    }
    default:
      return {};
  }
}

DefineVar ScheduleReader::read_define_var() {
  DefineVar v;
  v.name = in_.name();
  v.min = in_.integer();
  in_.expect("..");
  v.max = in_.integer();
  return v;
}

}  // namespace lockstep
