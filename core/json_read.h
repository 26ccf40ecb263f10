// json_read.h: from a tree of JSON values to ours. Private to the json_read*.cpp files.
//
// Each refuses, at the given place, a value that is not of the form; `key` names the value in the message.
#pragma once

#include "core/case.h"
#include "core/json_tree.h"
#include "core/place.h"

namespace lockstep {

void require_object(const Json& json, const Place& place);
void require_version(const Json& json, std::string_view version, const Place& place, std::string hint = {});
const Json& need(const Json& object, std::string_view key, const Place& place);

std::int64_t read_integer(const Json& json, std::string_view key, const Place& place);
std::int64_t read_count(const Json& json, std::string_view key, const Place& place);  // not negative
bool read_bool(const Json& json, std::string_view key, const Place& place);
const std::string& read_text(const Json& json, std::string_view key, const Place& place);
const Json::List& read_list(const Json& json, std::string_view key, const Place& place);
NodeId read_node_id(const Json& json, std::string_view key, const Place& place);
std::vector<NodeId> read_node_ids(const Json& json, std::string_view key, const Place& place);

using Variables = std::vector<Variable>;
Dims read_dims(const Json& json, std::string_view key, const Variables& variables, const Place& place);
Axes read_axes(const Json& json, const Place& place);
ShapeTracker read_views(const Json& json, const Variables& variables, const Place& place);
DType read_dtype(const Json& json, const Place& place);
// In the form that the dtype has; a fraction is no integer.
ConstValue read_value(const Json& json, DType dtype, std::string_view key, const Place& place);

Graph read_graph(Json& json, const Place& place);  // eats the nodes as it goes
Schedule read_schedule(const Json& json, const Graph& graph, const Place& place);

}  // namespace lockstep
