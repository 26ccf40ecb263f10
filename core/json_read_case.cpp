#include <fmt/format.h>

#include <charconv>

#include "core/json_form.h"
#include "core/json_read.h"
#include "core/validate_case.h"

namespace lockstep {

namespace {

const Place kFile;

Options read_options(const Json& json, const Place& place) {
  require_object(json, place);
  Options options;
  auto flag = [&](std::string_view key, bool& value) {
    if (const Json* given = json.find(key)) value = read_bool(*given, key, place);
  };
  flag("multioutput", options.multioutput);
  flag("fuse_arange", options.fuse_arange);
  flag("fuse_conv_bw", options.fuse_conv_bw);
  flag("ast_rewrite", options.ast_rewrite);
  if (const Json* most = json.find("buf_max")) {
    require_object(*most, Place{"buf_max", {}, &place});
    for (const auto& [device, count] : *most->object())
      options.buf_max[device] = read_count(count, "buf_max", place);
  }
  return options;
}

ExpectedSchedule read_expected_schedule(const Json& json, const Graph& graph, const Place& place) {
  ExpectedSchedule expected;
  if (const Json* v = json.find("kernel_count")) expected.kernel_count = read_count(*v, "kernel_count", place);
  if (const Json* v = json.find("compute_kernel_count"))
    expected.compute_kernel_count = read_count(*v, "compute_kernel_count", place);
  if (const Json* v = json.find("schedule"))
    expected.schedule = read_schedule(*v, graph, Place{"schedule", {}, &place});
  if (const Json* v = json.find("groups")) {
    expected.groups.emplace();
    for (const Json& group : read_list(*v, "groups", place))
      expected.groups->push_back(read_node_ids(group, "groups", place));
  }
  return expected;
}

std::variant<ExpectedError, ExpectedSchedule> read_expect(const Json& json, const Graph& graph,
                                                          const Place& place) {
  require_object(json, place);
  const Json* error = json.find("error");
  if (error == nullptr) return read_expected_schedule(json, graph, place);
  if (json.find("schedule") != nullptr) place.refuse("both an error and a schedule");
  return ExpectedError{read_text(*error, "error", place)};
}

NodeId node_of_key(const std::string& key, const Graph& graph, const Place& place) {
  std::uint32_t id = 0;
  auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), id);
  if (error != std::errc() || end != key.data() + key.size() || fmt::format("{}", id) != key)
    place.refuse(fmt::format("{} is no node id", shown(key)));
  if (id >= graph.size()) place.refuse(fmt::format("there is no node {}", id));
  return NodeId(id);
}

std::map<std::uint32_t, ElementList> read_elements(const Json& json, const Graph& graph, const Place& place) {
  require_object(json, place);
  std::map<std::uint32_t, ElementList> elements;
  for (const auto& [key, list] : *json.object()) {
    NodeId id = node_of_key(key, graph, place);
    Place here{"node", id.value, &place};
    for (const Json& item : read_list(list, key, here))
      elements[id.value].push_back(read_value(item, graph[id].dtype, key, here));
    elements[id.value];  // also where it is empty
  }
  return elements;
}

Values read_values(const Json& json, const Graph& graph, const Place& place) {
  require_object(json, place);
  Values values;
  if (const Json* v = json.find("inputs"))
    values.inputs = read_elements(*v, graph, Place{"inputs", {}, &place});
  if (const Json* v = json.find("outputs"))
    values.outputs = read_elements(*v, graph, Place{"outputs", {}, &place});
  if (const Json* v = json.find("memory"))
    values.memory = read_elements(*v, graph, Place{"memory", {}, &place});
  return values;
}

std::string read_upstream(const Json& json) {
  const std::string& text = read_text(json, "upstream", kFile);
  if (text != "fails" && text != "wrong values")
    kFile.refuse(fmt::format("\"upstream\" is {}", shown(text)), "\"fails\" or \"wrong values\"");
  return text;
}

double read_seconds(const Json& json) {
  if (const double* v = json.real()) return *v;
  return static_cast<double>(read_integer(json, "upstream_seconds", kFile));
}

Case read_case(Json& json) {
  require_version(json, "case/1", kFile);
  Case c;
  if (const Json* v = json.find("name")) c.name = read_text(*v, "name", kFile);
  if (const Json* v = json.find("options")) c.options = read_options(*v, Place{"options"});
  need(json, "graph", kFile);
  c.graph = read_graph(*json.find("graph"), Place{"graph"});
  if (const Json* v = json.find("expect")) c.expect = read_expect(*v, c.graph, Place{"expect"});
  if (const Json* v = json.find("upstream")) c.upstream = read_upstream(*v);
  if (const Json* v = json.find("values")) c.values = read_values(*v, c.graph, Place{"values"});
  if (const Json* v = json.find("upstream_seconds")) c.upstream_seconds = read_seconds(*v);
  validate_case(c);
  return c;
}

bool is_graph(const Json& json) {
  const Json* version = json.object() != nullptr ? json.find("lockstep") : nullptr;
  return version != nullptr && version->text() != nullptr && *version->text() == "graph/1";
}

}  // namespace

Result<Graph> graph_from_json(std::string_view text) {
  return caught([&] {
    Json json = parse_json(text);
    return read_graph(json, kFile);
  });
}

Result<Case> case_from_json(std::string_view text) {
  return caught([&] {
    Json json = parse_json(text);
    return read_case(json);
  });
}

Result<Case> case_or_graph_from_json(std::string_view text) {
  return caught([&] {
    Json json = parse_json(text);
    if (!is_graph(json)) {
      require_version(json, "case/1", kFile, "this reads \"case/1\" and \"graph/1\"");
      return read_case(json);
    }
    Case c;
    c.graph = read_graph(json, kFile);
    return c;
  });
}

Result<Schedule> schedule_from_json(std::string_view text, const Graph& graph) {
  return caught([&] { return read_schedule(parse_json(text), graph, kFile); });
}

}  // namespace lockstep
