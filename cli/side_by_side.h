// side_by_side.h: two texts in two columns, equal lines beside each other, the others marked.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// `!` marks lines that differ, `<` and `>` lines that only the left or the right has. Long runs of equal lines
// are shortened. A long line is wrapped nowhere: the left column is as wide as its longest line, up to
// `left_most` characters; a longer left line pushes the right one below it.
std::string side_by_side(std::string_view left_title, std::string_view left, std::string_view right_title,
                         std::string_view right, std::size_t left_most = 90);

}  // namespace lockstep
