// roster.h: the list of engines, by name. The only place that knows them all.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/scheduler.h"

namespace lockstep {

std::vector<std::string_view> engine_names();

// Error(BadInput) with the list of engines, if there is none of that name.
Result<std::unique_ptr<Scheduler>> make_engine(std::string_view name);

}  // namespace lockstep
