// Writes what json_read*.cpp read back equal: one graph node and one AST node a line.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/json_form.h"
#include "core/json_tree.h"

namespace lockstep {

namespace {

template <typename Items, typename Print>
std::string list_of(const Items& items, Print&& print) {
  std::string out = "[";
  for (const auto& item : items) {
    if (out.size() > 1) out += ", ";
    out += print(item);
  }
  return out + "]";
}

std::string json_of(const Sint& value) {
  return value.is_number() ? fmt::format("{}", value.value()) : json_text(value.text());
}

std::string json_of(const Dims& dims) {
  return list_of(dims, [](const Sint& d) { return json_of(d); });
}

std::string json_of(const Axes& axes) { return fmt::format("[{}]", fmt::join(axes, ", ")); }

template <typename Tag>
std::string json_of(const std::vector<Id<Tag>>& ids) {
  return list_of(ids, [](Id<Tag> id) { return fmt::format("{}", id.value); });
}

std::string json_of(const View& view) {
  std::string out = fmt::format("{{\"shape\": {}, \"strides\": {}, \"offset\": {}", json_of(view.shape()),
                                json_of(view.strides()), json_of(view.offset()));
  if (view.mask())
    out += ", \"mask\": " + list_of(*view.mask(), [](const Range& r) {
             return fmt::format("[{}, {}]", json_of(r.first), json_of(r.second));
           });
  return out + "}";
}

std::string json_of(const ShapeTracker& st) {
  return list_of(st.views(), [](const View& view) { return json_of(view); });
}

std::string json_of(DType dtype) {
  if (dtype.pointer) {
    dtype.pointer = false;
    return fmt::format("{{\"ptr\": {}}}", json_of(dtype));
  }
  std::string scalar = json_text(name_of(dtype.scalar));
  if (!dtype.image) return scalar;
  return fmt::format("{{\"image\": {}, \"shape\": [{}]}}", scalar, fmt::join(dtype.image_shape, ", "));
}

std::string json_of(const ConstValue& value) {
  std::string text = value.text();
  return text == "nan" || text == "inf" || text == "-inf" ? json_text(text) : text;
}

std::string json_of(const Ref& ref) {
  if (ref.plain()) return fmt::format("{}", ref.node.value);
  return fmt::format("{{\"node\": {}, \"views\": {}}}", ref.node.value, json_of(*ref.view));
}

std::string json_of(const std::vector<Ref>& refs) {
  return list_of(refs, [](const Ref& ref) { return json_of(ref); });
}

std::string constant_json(const Node& node) {
  if (const Variable* v = std::get_if<Variable>(&node.constant))
    return fmt::format("{{\"var\": {}}}", json_text(v->name));
  return json_of(std::get<ConstValue>(node.constant));
}

std::string json_of(const Node& node) {
  std::string out = fmt::format("{{\"op\": \"{}\", \"dtype\": {}, \"shape\": {}", name_of(node.op),
                                json_of(node.dtype), json_of(node.shape));
  auto add = [&](const char* key, const std::string& value) { out += fmt::format(", \"{}\": {}", key, value); };
  if (node.assign_view) add("views", json_of(*node.assign_view));
  if (!node.device.empty()) add("device", json_text(node.device));
  if (node.op == Op::Const) add("arg", constant_json(node));
  if (node.memory) add("memory", fmt::format("{}", node.memory->id));
  if (node.memory) add("offset", fmt::format("{}", node.memory->offset));
  if (!node.axis.empty()) add("axis", json_of(node.axis));
  if (node.op == Op::Copy) add("bytes", fmt::format("{}", node.bytes));
  if (!node.custom.empty()) add("custom", node.custom);
  if (node.forced_realize) add("forced_realize", "true");
  if (!node.metadata.empty()) add("metadata", json_text(node.metadata));
  if (!node.src.empty()) add("src", json_of(node.src));
  return out + "}";
}

std::string json_of(const Variable& v) {
  std::string value = v.value ? fmt::format(", \"value\": {}", *v.value) : "";
  return fmt::format("{{\"name\": {}, \"min\": {}, \"max\": {}{}}}", json_text(v.name), v.min, v.max, value);
}

std::string uop_json(const AstNode& node) {
  std::string out = fmt::format("{{\"op\": \"{}\", \"dtype\": {}", name_of(node), json_of(node.dtype));
  auto add = [&](const char* key, const std::string& value) { out += fmt::format(", \"{}\": {}", key, value); };
  if (!node.src.empty()) add("src", fmt::format("[{}]", fmt::join(node.src, ", ")));
  if (const auto* st = std::get_if<ShapeTracker>(&node.arg)) add("views", json_of(*st));
  if (const auto* value = std::get_if<ConstValue>(&node.arg)) add("arg", json_of(*value));
  if (const auto* index = std::get_if<std::int64_t>(&node.arg)) add("arg", fmt::format("{}", *index));
  if (const auto* v = std::get_if<DefineVar>(&node.arg))
    add("arg", fmt::format("[{}, {}, {}]", json_text(v->name), v->min, v->max));
  if (const auto* op = std::get_if<Op>(&node.arg); op != nullptr && node.kind == UOpKind::Ext)
    add("arg", json_text(name_of(*op)));
  if (const auto* reduce = std::get_if<ReduceArg>(&node.arg)) {
    add("alu", json_text(name_of(reduce->alu)));
    add("axis", json_of(reduce->axis));
  }
  return out + "}";
}

// A document of lines, indented by depth. Each member of an object or list ends in "," but the last.
class Lines {
 public:
  void open(const std::string& head) {
    start(head);
    fresh_ = true;
    ++depth_;
  }
  void line(const std::string& text) {
    start(text);
    fresh_ = false;
  }
  void close(char bracket) {
    --depth_;
    if (!fresh_) out_ += '\n' + std::string(depth_, ' ');
    out_ += bracket;
    fresh_ = false;
  }
  std::string take() { return std::move(out_) + "\n"; }

  template <typename Items, typename Print>
  void list(const std::string& head, const Items& items, Print&& print) {
    open(head + "[");
    for (const auto& item : items) line(print(item));
    close(']');
  }

 private:
  void start(const std::string& text) {
    if (!out_.empty()) out_ += (fresh_ ? "\n" : ",\n") + std::string(depth_, ' ');
    out_ += text;
  }

  std::string out_;
  std::size_t depth_ = 0;
  bool fresh_ = true;  // nothing yet in the innermost bracket
};

void write_graph(Lines& lines, const std::string& head, const Graph& graph) {
  lines.open(head + "{");
  lines.line("\"lockstep\": \"graph/1\"");
  if (!graph.variables.empty())
    lines.list("\"variables\": ", graph.variables, [](const Variable& v) { return json_of(v); });
  lines.list("\"nodes\": ", graph.nodes, [](const Node& node) { return json_of(node); });
  lines.line("\"outputs\": " + json_of(graph.outputs));
  lines.close('}');
}

void write_kernel(Lines& lines, const Kernel& kernel) {
  lines.open("{");
  lines.line("\"outputs\": " + json_of(kernel.outputs));
  lines.line("\"inputs\": " + json_of(kernel.inputs));
  lines.line("\"after\": " + json_of(kernel.after));
  if (!kernel.metadata.empty())
    lines.line("\"metadata\": " + list_of(kernel.metadata, [](const std::string& m) { return json_text(m); }));
  lines.list("\"ast\": ", kernel.ast, uop_json);
  lines.close('}');
}

std::string members(const std::map<std::string, std::int64_t>& map) {
  std::string out = "{";
  for (const auto& [name, value] : map)
    out += fmt::format("{}{}: {}", out.size() > 1 ? ", " : "", json_text(name), value);
  return out + "}";
}

void write_schedule(Lines& lines, const std::string& head, const Schedule& schedule) {
  lines.open(head + "{");
  lines.line("\"lockstep\": \"schedule/1\"");
  lines.open("\"kernels\": [");
  for (const Kernel& kernel : schedule.kernels) write_kernel(lines, kernel);
  lines.close(']');
  if (!schedule.variables.empty()) lines.line("\"variables\": " + members(schedule.variables));
  lines.close('}');
}

void write_expected(Lines& lines, const ExpectedSchedule& expected) {
  if (expected.kernel_count) lines.line(fmt::format("\"kernel_count\": {}", *expected.kernel_count));
  if (expected.compute_kernel_count)
    lines.line(fmt::format("\"compute_kernel_count\": {}", *expected.compute_kernel_count));
  if (expected.groups)
    lines.line("\"groups\": " + list_of(*expected.groups, [](const auto& group) { return json_of(group); }));
  if (expected.schedule) write_schedule(lines, "\"schedule\": ", *expected.schedule);
}

void write_expect(Lines& lines, const std::variant<ExpectedError, ExpectedSchedule>& expect) {
  lines.open("\"expect\": {");
  if (const auto* error = std::get_if<ExpectedError>(&expect))
    lines.line("\"error\": " + json_text(error->text));
  else
    write_expected(lines, std::get<ExpectedSchedule>(expect));
  lines.close('}');
}

std::string options_json(const Options& o) {
  std::string out =
      fmt::format("{{\"multioutput\": {}, \"fuse_arange\": {}, \"fuse_conv_bw\": {}, \"ast_rewrite\": {}",
                  o.multioutput, o.fuse_arange, o.fuse_conv_bw, o.ast_rewrite);
  if (!o.buf_max.empty()) out += ", \"buf_max\": " + members(o.buf_max);
  return out + "}";
}

std::string elements_json(const std::map<std::uint32_t, ElementList>& elements) {
  std::string out = "{";
  for (const auto& [id, list] : elements)
    out += fmt::format("{}\"{}\": {}", out.size() > 1 ? ", " : "", id,
                       list_of(list, [](const ConstValue& v) { return json_of(v); }));
  return out + "}";
}

void write_values(Lines& lines, const Values& values) {
  lines.open("\"values\": {");
  lines.line("\"inputs\": " + elements_json(values.inputs));
  lines.line("\"outputs\": " + elements_json(values.outputs));
  if (!values.memory.empty()) lines.line("\"memory\": " + elements_json(values.memory));
  lines.close('}');
}

}  // namespace

std::string to_json(const Graph& graph) {
  Lines lines;
  write_graph(lines, "", graph);
  return lines.take();
}

std::string to_json(const Schedule& schedule) {
  Lines lines;
  write_schedule(lines, "", schedule);
  return lines.take();
}

std::string to_json(const Case& c) {
  Lines lines;
  lines.open("{");
  lines.line("\"lockstep\": \"case/1\"");
  lines.line("\"name\": " + json_text(c.name));
  if (!c.upstream.empty()) lines.line("\"upstream\": " + json_text(c.upstream));
  lines.line("\"options\": " + options_json(c.options));
  write_graph(lines, "\"graph\": ", c.graph);
  if (c.expect) write_expect(lines, *c.expect);
  if (c.values) write_values(lines, *c.values);
  if (c.upstream_seconds)
    lines.line("\"upstream_seconds\": " + ConstValue::of_float(*c.upstream_seconds).text());
  lines.close('}');
  return lines.take();
}

}  // namespace lockstep
