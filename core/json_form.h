// json_form.h: the JSON form of graphs, cases and schedules (docs/FORMAT.md: graph/1, case/1, schedule/1).
//
// Readers refuse, with one placed and hinted Error, whatever is not of the form: a broken JSON text by line and
// column, an unknown version, a wrong type by its path, a graph that contradicts itself by its node. Unknown
// keys are ignored. Writers print one graph node and one AST node a line; what they print reads back equal.
#pragma once

#include <string>
#include <string_view>

#include "core/case.h"
#include "core/error.h"

namespace lockstep {

Result<Graph> graph_from_json(std::string_view text);
Result<Case> case_from_json(std::string_view text);
// A graph/1 becomes a case with default options and no expectation.
Result<Case> case_or_graph_from_json(std::string_view text);
Result<Schedule> schedule_from_json(std::string_view text, const Graph& graph);

std::string to_json(const Graph& graph);
std::string to_json(const Case& c);
std::string to_json(const Schedule& schedule);

}  // namespace lockstep
