// text_read.h: from text to graphs, schedules and cases, line by line. Private to text_*.cpp.
#pragma once

#include <unordered_map>

#include "core/case.h"
#include "core/text_parts.h"

namespace lockstep {

// Which line says what, so that what validate.h refuses at "node 7, source 1" is refused at that line.
class TextPlaces {
 public:
  void set(std::string_view what, std::size_t index, std::size_t at);
  // The error at the line of its node, output, kernel …; what its place says beyond goes into the message.
  Error located(Error error, const TextCursor& in) const;

 private:
  std::optional<std::size_t> find(std::string_view what) const;
  std::map<std::string, std::vector<std::size_t>, std::less<>> at_;
};

// Runs `body`; a Failure that is not placed at a line is placed at its part's.
template <typename Body>
void located(const TextPlaces& places, const TextCursor& in, Body&& body) {
  try {
    body();
  } catch (const Failure& failure) {
    throw Failure(places.located(failure.error(), in));
  }
}

using NodeNames = std::unordered_map<std::string, Ref>;
Ref read_named(TextCursor& in, const NodeNames& names);
// Outside the graph itself, a node without a name is called n and its number.
NodeId read_node(TextCursor& in, const NodeNames& names, const Graph& graph);

// An operand of an op: a reference, or a number whose dtype and shape the other operands fix.
struct Operand {
  std::size_t at = 0;
  std::optional<Ref> ref = {};
  ConstValue literal = {};
};

// A node as its line states it; the rest follows from its sources.
struct StatedNode {
  std::size_t at = 0;
  Node node = {};
  std::vector<Operand> operands = {};
  std::optional<std::string> device = {};
  std::optional<std::int64_t> bytes = {}, memory = {}, offset = {};
};

// The lines of a graph. Nodes are numbered as they are read: operands before their user, numbers last.
class GraphReader {
 public:
  GraphReader(TextCursor& in, TextPlaces& places) : in_(in), places_(places) {}

  bool line();    // reads the line if it is one of a graph's: variable, out, NAME = …
  void finish();  // validates the whole
  const Graph& graph() const { return graph_; }
  const NodeNames& names() const { return names_; }
  Graph take() { return std::move(graph_); }

 private:
  void read_variable();
  void read_outputs();
  void read_definition();

  // What an operand is.
  Ref expression(int depth);
  Operand operand(int depth);
  Ref reference(int depth);
  Ref moved(Ref ref);
  Ref moved_by(const Ref& ref, std::string_view method);
  bool at_operand();

  // text_read_node.cpp
  Ref application(Op op, int depth);
  void read_head(StatedNode& stated);
  bool read_attribute(StatedNode& stated);
  void take_sources(StatedNode& stated);
  Ref literal_node(const StatedNode& stated, std::size_t operand);
  void take_target(StatedNode& stated, const Ref& target);
  void complete(StatedNode& stated);
  Ref add(Node node, std::size_t at);

  TextCursor& in_;
  TextPlaces& places_;
  Graph graph_;
  NodeNames names_;
};

// The lines of a schedule: bound, kernel, %0 = …
class ScheduleReader {
 public:
  ScheduleReader(TextCursor& in, TextPlaces& places, const Graph& graph, const NodeNames& names);
  bool line();
  Schedule take() { return std::move(schedule_); }

 private:
  void read_bound();
  void read_kernel();
  void read_ast_node();
  UOpArg read_argument(const AstNode& node);
  DefineVar read_define_var();

  TextCursor& in_;
  TextPlaces& places_;
  const Graph& graph_;
  const NodeNames& names_;
  Variables variables_;  // without their bindings, as an AST has them
  Schedule schedule_;
};

std::optional<Op> op_word(std::string_view word);  // "reduce_sum"; the names of FORMAT in small letters
std::string op_text(Op op);
// The value in the form that the dtype has; a fraction is no integer.
ConstValue converted(const TextCursor& in, std::size_t at, const ConstValue& value, DType dtype);
ConstValue read_value(TextCursor& in, DType dtype);
// Where a node lies if it does not say: where its first source lies that is not CONST; an ASSIGN with its
// target; a COPY on the default device.
std::string inherited_device(const Graph& graph, const Node& node);

}  // namespace lockstep
