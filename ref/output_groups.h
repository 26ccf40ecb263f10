// output_groups.h: stage 5. Which realized nodes one kernel writes.
//
// Seed: the end of _get_output_groups. SPEC R17, R18.
#pragma once

#include <map>
#include <vector>

#include "ref/decisions.h"

namespace lockstep::ref {

struct OutputGroups {
  std::vector<std::vector<NodeId>> groups;  // in the order in which their first member was realized
  std::map<NodeId, DType> no_images;        // realized images that their shape cannot be: plain float32
};

OutputGroups group_outputs(const Decisions& d);

}  // namespace lockstep::ref
