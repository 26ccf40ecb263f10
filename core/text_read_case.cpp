// The lines that only a case has, and the three readers.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/place.h"
#include "core/text_form.h"
#include "core/text_read.h"
#include "core/validate_case.h"

namespace lockstep {

namespace {

const std::vector<std::string_view> kLines = {
    "variable",         "out",    "name",   "options", "buf_max", "upstream",
    "upstream_seconds", "expect", "values", "kernel",  "bound",   "lockstep"};

// lockstep text/1, as a first line; a file without it is read as the same.
void read_version(TextCursor& in) {
  std::size_t begin = in.at();
  in.expect("lockstep");
  if (!in.accept("text/1") || !in.at_line_end())
    in.refuse(begin, "unknown version", "this reads \"lockstep text/1\"");
}

[[noreturn]] void refuse_line(TextCursor& in, std::string_view file) {
  std::size_t begin = in.at();
  if (in.accept("%")) in.refuse(begin, "an AST without a schedule", "a line \"expect schedule\" goes before");
  std::string_view word = in.word("a line such as \"NAME = OP ...\" or \"out NAME\"");
  if (word == "kernel" || word == "bound")
    in.refuse(begin, fmt::format("\"{}\" without a schedule", word), "a line \"expect schedule\" goes before");
  if (std::find(kLines.begin(), kLines.end(), word) != kLines.end())
    in.refuse(begin, fmt::format("a line {} in a {}", shown(word), file), "it belongs to a case");
  in.refuse(begin, fmt::format("unknown line {}", shown(word)), did_you_mean(word, kLines));
}

class CaseReader {
 public:
  explicit CaseReader(std::string_view text) : in_(text), graph_(in_, places_) {}

  Case whole() {
    while (in_.next_line()) line();
    graph_.finish();
    if (schedule_) expected(in_.at()).schedule = schedule_->take();
    case_.graph = graph_.take();
    located(places_, in_, [&] { validate_case(case_); });
    return std::move(case_);
  }

 private:
  void line() {
    if (graph_.line()) return;
    if (schedule_ && schedule_->line()) return;
    std::size_t at = in_.at();
    if (in_.peek_word() == "lockstep")
      read_version(in_);
    else if (in_.accept_word("name"))
      once("name", at), case_.name = in_.text();
    else if (in_.accept_word("options"))
      read_options();
    else if (in_.accept_word("buf_max"))
      read_buf_max();
    else if (in_.accept_word("upstream"))
      once("upstream", at), read_upstream();
    else if (in_.accept_word("upstream_seconds"))
      once("upstream_seconds", at), read_seconds();
    else if (in_.accept_word("expect"))
      read_expect(at);
    else if (in_.accept_word("values"))
      read_values(at);
    else
      refuse_line(in_, "case");
    in_.end_line();
  }

  void once(const std::string& what, std::size_t at) {
    if (!said_.insert(what).second) in_.refuse(at, fmt::format("a second line \"{}\"", what));
  }

  // options multioutput=0 fuse_arange=1
  void read_options() {
    const std::pair<std::string_view, bool*> flags[] = {{"multioutput", &case_.options.multioutput},
                                                        {"fuse_arange", &case_.options.fuse_arange},
                                                        {"fuse_conv_bw", &case_.options.fuse_conv_bw},
                                                        {"ast_rewrite", &case_.options.ast_rewrite}};
    while (!in_.at_line_end()) {
      std::size_t begin = in_.at();
      std::string_view key = in_.word("an option");
      auto flag =
          std::find_if(std::begin(flags), std::end(flags), [&](const auto& f) { return f.first == key; });
      if (flag == std::end(flags))
        in_.refuse(begin, fmt::format("unknown option {}", shown(key)),
                   did_you_mean(key, {"multioutput", "fuse_arange", "fuse_conv_bw", "ast_rewrite"}));
      in_.expect("=");
      if (in_.next() != '0' && in_.next() != '1') in_.refuse_next("0 or 1");
      *flag->second = in_.integer() != 0;
    }
  }

  // buf_max METAL=32 "CLANG:1"=8
  void read_buf_max() {
    do {
      std::string device = in_.name();
      in_.expect("=");
      case_.options.buf_max[device] = in_.count();
    } while (!in_.at_line_end());
  }

  void read_upstream() {
    std::size_t begin = in_.at();
    case_.upstream = in_.text();
    if (case_.upstream != "fails" && case_.upstream != "wrong values")
      in_.refuse(begin, fmt::format("unknown upstream {}", shown(case_.upstream)),
                 "\"fails\" or \"wrong values\"");
  }

  void read_seconds() {
    case_.upstream_seconds = *std::get_if<double>(&read_value(in_, Scalar::Float64).variant());
  }

  ExpectedSchedule& expected(std::size_t at) {
    if (!case_.expect) case_.expect = ExpectedSchedule();
    ExpectedSchedule* schedule = std::get_if<ExpectedSchedule>(&*case_.expect);
    if (schedule == nullptr) in_.refuse(at, "both an error and a schedule");
    return *schedule;
  }

  // expect error "…", count 3, compute_count 2, kernels {m} {s, t}, schedule; or anything at all
  void read_expect(std::size_t at) {
    std::size_t begin = in_.at();
    std::string what(in_.at_line_end() ? "" : in_.word("what is expected"));
    once("expect " + what, at);
    if (what == "error") {
      if (case_.expect) in_.refuse(at, "both an error and a schedule");
      case_.expect = ExpectedError{in_.text()};
    } else if (what == "count") {
      expected(at).kernel_count = in_.count();
    } else if (what == "compute_count") {
      expected(at).compute_kernel_count = in_.count();
    } else if (what == "kernels") {
      read_groups(at);
    } else if (what == "schedule") {
      expected(at);
      schedule_.emplace(in_, places_, graph_.graph(), graph_.names());
    } else if (what.empty()) {
      expected(at);
    } else {
      in_.refuse(begin, fmt::format("unknown expectation {}", shown(what)),
                 did_you_mean(what, {"error", "count", "compute_count", "kernels", "schedule"}));
    }
  }

  void read_groups(std::size_t at) {
    places_.set("groups", 0, at);
    auto& groups = expected(at).groups.emplace();
    while (in_.next() == '{') {
      std::vector<NodeId>& group = groups.emplace_back();
      in_.list('{', '}', [&] { group.push_back(read_node(in_, graph_.names(), graph_.graph())); });
    }
  }

  // values inputs x = [1.0, 2.0]
  void read_values(std::size_t at) {
    if (!case_.values) case_.values.emplace();
    if (in_.at_line_end()) return;
    std::size_t begin = in_.at();
    std::string kind(in_.word("inputs, outputs or memory"));
    auto* elements = kind == "inputs"    ? &case_.values->inputs
                     : kind == "outputs" ? &case_.values->outputs
                     : kind == "memory"  ? &case_.values->memory
                                         : nullptr;
    if (elements == nullptr)
      in_.refuse(begin, fmt::format("unknown values {}", shown(kind)),
                 did_you_mean(kind, {"inputs", "outputs", "memory"}));
    NodeId node = read_node(in_, graph_.names(), graph_.graph());
    if (elements->contains(node.value))
      in_.refuse(at, fmt::format("the values of node {} are given twice", node.value));
    places_.set(fmt::format("values, {}, node", kind), node.value, at);
    in_.expect("=");
    ElementList& list = (*elements)[node.value];
    DType dtype = graph_.graph()[node].dtype;
    in_.list('[', ']', [&] { list.push_back(read_value(in_, dtype)); });
  }

  TextCursor in_;
  TextPlaces places_;
  GraphReader graph_;
  std::optional<ScheduleReader> schedule_;
  Case case_;
  std::set<std::string> said_;
};

Graph read_graph(std::string_view text) {
  TextCursor in(text);
  TextPlaces places;
  GraphReader graph(in, places);
  while (in.next_line()) {
    if (graph.line()) continue;
    if (in.peek_word() != "lockstep") refuse_line(in, "graph");
    read_version(in);
  }
  graph.finish();
  return graph.take();
}

Schedule read_schedule(std::string_view text, const Graph& graph) {
  TextCursor in(text);
  TextPlaces places;
  NodeNames names;
  ScheduleReader reader(in, places, graph, names);
  while (in.next_line()) {
    if (reader.line()) continue;
    if (in.peek_word() != "lockstep") refuse_line(in, "schedule");
    read_version(in);
  }
  Schedule schedule = reader.take();
  located(places, in, [&] { validate_schedule(schedule, graph); });
  return schedule;
}

}  // namespace

Result<Graph> graph_from_text(std::string_view text) {
  return caught([&] { return read_graph(text); });
}

Result<Case> case_from_text(std::string_view text) {
  return caught([&] { return CaseReader(text).whole(); });
}

Result<Schedule> schedule_from_text(std::string_view text, const Graph& graph) {
  return caught([&] { return read_schedule(text, graph); });
}

}  // namespace lockstep
