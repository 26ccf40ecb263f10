// spelling.h: how far apart two spellings are, for "did you mean".
#pragma once

#include <cstddef>
#include <string_view>

namespace lockstep {

// Levenshtein: how many letters must be put in, left out or changed. Costs the product of the lengths.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace lockstep
