// text_form.h: the text form of graphs, cases and schedules, for reading and for short tests.
//
// docs/TEXT.md has the grammar. Readers answer like json_form.h's; what the writers print reads back equal.
#pragma once

#include <string>
#include <string_view>

#include "core/case.h"
#include "core/error.h"

namespace lockstep {

Result<Graph> graph_from_text(std::string_view text);
Result<Case> case_from_text(std::string_view text);
Result<Schedule> schedule_from_text(std::string_view text, const Graph& graph);

std::string to_text(const Graph& graph);
std::string to_text(const Case& c);
std::string to_text(const Schedule& schedule);

}  // namespace lockstep
