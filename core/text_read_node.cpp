// One node: an op, its operands and what it says of itself; the rest follows from its sources.

#include <fmt/format.h>

#include <cmath>

#include "core/json_tree.h"
#include "core/place.h"
#include "core/text_read.h"
#include "core/validate.h"

namespace lockstep {

namespace {

std::string upper(std::string_view word) {
  std::string out(word);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

bool has_capitals(std::string_view word) {
  return word.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string_view::npos;
}

// The operand that fixes the dtype of the one at `i`, by the op's rule; none does for a condition, which is
// bool.
std::optional<DType> dtype_beside(const Graph& graph, Op op, const std::vector<Operand>& operands,
                                  std::size_t i) {
  DTypeRule rule = facts(op).dtype_rule;
  if (rule == DTypeRule::Select && i == 0) return DType(Scalar::Bool);
  if (rule == DTypeRule::Free || (rule == DTypeRule::Shift && i == 0)) return std::nullopt;
  for (std::size_t other = rule == DTypeRule::Select ? 1 : 0; other < operands.size(); ++other)
    if (operands[other].ref) return graph[operands[other].ref->node].dtype;
  return std::nullopt;
}

const Operand* first_reference(const std::vector<Operand>& operands) {
  for (const Operand& operand : operands)
    if (operand.ref) return &operand;
  return nullptr;
}

// A variable that can only be one number is that number.
std::variant<ConstValue, Variable> read_variable_value(TextCursor& in, const Variables& variables,
                                                       DType dtype) {
  std::size_t begin = in.at();
  std::string_view name = in.word("a variable");
  for (const Variable& v : variables) {
    if (v.name != name) continue;
    if (v.min == v.max) return ConstValue::of_int(v.min).as(dtype);
    return v;
  }
  in.refuse(begin, fmt::format("unknown variable {}", shown(name)));
}

// Opaque, but JSON, so that the JSON form can hold it.
std::string read_json(TextCursor& in) {
  std::size_t begin = in.at();
  std::string text = in.text();
  try {
    Json json = text.empty() ? Json() : parse_json(text);
    return json.is_null() ? "" : compact(json);
  } catch (const Failure& failure) {
    in.refuse(begin, failure.error());
  }
}

}  // namespace

std::optional<Op> op_word(std::string_view word) {
  return has_capitals(word) ? std::nullopt : op_named(upper(word));
}

std::string op_text(Op op) {
  std::string out(name_of(op));
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

ConstValue converted(const TextCursor& in, std::size_t begin, const ConstValue& value, DType dtype) {
  const double* real = std::get_if<double>(&value.variant());
  if (real != nullptr && !is_float(dtype) && *real != std::trunc(*real))
    in.refuse(begin, fmt::format("{} is no {}", value.text(), dtype_text(dtype)));
  try {
    return value.as(dtype);
  } catch (const Failure& failure) {
    in.refuse(begin, failure.error());
  }
}

ConstValue read_value(TextCursor& in, DType dtype) {
  std::size_t begin = in.at();
  return converted(in, begin, in.literal(), dtype);
}

std::string inherited_device(const Graph& graph, const Node& node) {
  if (node.op == Op::Copy) return {};
  if (node.op == Op::Assign) return graph[node.src[1].node].device;
  for (const Ref& ref : node.src)
    if (graph[ref.node].op != Op::Const) return graph[ref.node].device;
  return {};
}

Ref GraphReader::application(Op op, int depth) {
  StatedNode stated;
  stated.at = in_.at();
  stated.node.op = op;
  in_.word("an op");
  read_head(stated);
  while (read_attribute(stated) || at_operand())
    if (at_operand()) stated.operands.push_back(operand(depth));
  int arity = facts(op).arity;
  if (arity >= 0 && stated.operands.size() != static_cast<std::size_t>(arity))
    in_.refuse(stated.at, fmt::format("{} takes {} operand{}, not {}", op_text(op), arity,
                                      arity == 1 ? "" : "s", stated.operands.size()));
  if (is_reduce(op) && stated.node.axis.empty())
    in_.refuse(stated.at, fmt::format("{} without axes", op_text(op)), "axes=[0] and the like");
  take_sources(stated);
  try {
    complete(stated);
  } catch (const Failure& failure) {
    in_.refuse(stated.at, failure.error());
  }
  return add(std::move(stated.node), stated.at);
}

// What stands before the operands: the dtype where no rule gives it, and what only this op has.
void GraphReader::read_head(StatedNode& stated) {
  Node& node = stated.node;
  if (facts(node.op).dtype_rule == DTypeRule::Free) node.dtype = read_dtype(in_);
  if (node.op == Op::Const) {
    bool bound = in_.at_assigned_word() && in_.accept_word("variable");
    if (bound) in_.expect("=");
    node.constant =
        bound ? read_variable_value(in_, graph_.variables, node.dtype) : read_value(in_, node.dtype);
  }
  bool shaped = node.op == Op::Buffer || node.op == Op::Empty || node.op == Op::Custom;
  if (shaped || (node.op == Op::Const && in_.next() == '['))
    node.shape = read_dims(in_, '[', ']', graph_.variables);
  if (node.op == Op::Custom) node.custom = read_json(in_);
}

bool GraphReader::read_attribute(StatedNode& stated) {
  if (in_.accept("@")) return stated.device = in_.text(), true;
  if (in_.accept_word("forced")) return stated.node.forced_realize = true;
  if (!in_.at_assigned_word()) return false;
  std::size_t begin = in_.at();
  std::string_view key = in_.word("an attribute");
  in_.expect("=");
  if (key == "axes")
    stated.node.axis = read_axes(in_, '[', ']');
  else if (key == "bytes")
    stated.bytes = in_.count();
  else if (key == "memory")
    stated.memory = in_.integer();
  else if (key == "offset")
    stated.offset = in_.integer();
  else if (key == "metadata")
    stated.node.metadata = in_.text();
  else
    in_.refuse(begin, fmt::format("unknown attribute {}", shown(key)),
               did_you_mean(key, {"axes", "bytes", "memory", "offset", "metadata", "forced"}));
  return true;
}

void GraphReader::take_sources(StatedNode& stated) {
  Node& node = stated.node;
  for (std::size_t i = 0; i < stated.operands.size(); ++i) {
    const Operand& operand = stated.operands[i];
    if (node.op == Op::Assign && i == 1) {
      if (!operand.ref) in_.refuse(operand.at, "a number cannot be assigned to");
      take_target(stated, *operand.ref);
    } else {
      node.src.push_back(operand.ref ? *operand.ref : literal_node(stated, i));
    }
  }
}

// A CONST of its own, expanded to the shape of the other operands.
Ref GraphReader::literal_node(const StatedNode& stated, std::size_t i) {
  const Operand& literal = stated.operands[i];
  std::optional<DType> dtype = dtype_beside(graph_, stated.node.op, stated.operands, i);
  const Operand* sized = first_reference(stated.operands);
  if (!dtype || sized == nullptr)
    in_.refuse(literal.at, "no other operand says the dtype and shape of this number",
               fmt::format("write (const float32 {})", literal.literal.text()));
  ShapeTracker shape = graph_.view_of(*sized->ref);
  Node node;
  node.op = Op::Const;
  node.dtype = *dtype;
  node.constant = converted(in_, literal.at, literal.literal, *dtype);
  Ref scalar = add(std::move(node), literal.at);
  if (shape.shape().empty()) return scalar;
  Dims ones(shape.shape().size(), Sint(1));
  return {scalar.node, ShapeTracker::of_shape({}).reshape(ones).expand(shape.shape())};
}

// The target is the whole BUFFER; the view through which it is written belongs to the ASSIGN.
void GraphReader::take_target(StatedNode& stated, const Ref& target) {
  const Dims& written = graph_.shape_of(target);
  const Dims& value = graph_.shape_of(stated.node.src[0]);
  if (written != value)
    in_.refuse(stated.operands[1].at,
               fmt::format("the target's shape {} is not the value's {}", text_of(written), text_of(value)),
               "give the target a movement");
  stated.node.src.push_back(Ref{target.node});
  if (target.view && !target.view->contiguous()) stated.node.assign_view = target.view;
}

// What the line does not say.
void GraphReader::complete(StatedNode& stated) {
  Node& node = stated.node;
  const std::vector<Ref>& src = node.src;
  DTypeRule rule = facts(node.op).dtype_rule;
  if (rule == DTypeRule::Compare)
    node.dtype = Scalar::Bool;
  else if (rule != DTypeRule::Free)
    node.dtype = graph_[src[rule == DTypeRule::Select ? 1 : 0].node].dtype;
  if (is_reduce(node.op))
    node.shape = graph_.view_of(src[0]).reduced_shape(node.axis);
  else if (!src.empty() && node.op != Op::Custom)
    node.shape = graph_.shape_of(src[0]);
  node.device = stated.device ? *stated.device : inherited_device(graph_, node);
  if (node.op == Op::Copy) node.bytes = checked_mul(node.size(), item_size(node.dtype));
  if (stated.bytes) node.bytes = *stated.bytes;
  if (stated.offset && !stated.memory) throw Failure(ErrorKind::BadInput, "offset without memory");
  if (stated.memory && !stated.offset)
    throw Failure(ErrorKind::BadInput, "memory without offset", "in bytes from its beginning");
  if (stated.memory) node.memory = Memory{*stated.memory, *stated.offset};
}

Ref GraphReader::add(Node node, std::size_t at) {
  NodeId id(graph_.size());
  places_.set("node", id.value, at);
  graph_.nodes.push_back(std::move(node));
  lockstep::located(places_, in_, [&] { validate_node(graph_, id); });
  return {id};
}

}  // namespace lockstep
