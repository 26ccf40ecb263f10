#include "cli/side_by_side.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lockstep {

namespace {

using Lines = std::vector<std::string_view>;

struct Row {
  char mark;  // ' ', '!', '<' or '>'
  std::string_view left = {};
  std::string_view right = {};
};

constexpr std::string_view kDots = "...";      // for equal lines that are left out
constexpr std::size_t kContext = 3;            // equal lines shown around a difference
constexpr std::size_t kMostCells = 4'000'000;  // of the alignment table; beyond it lines pair up by position

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// length[i][j]: the longest common subsequence of the lines from i and from j on.
std::vector<std::vector<std::uint32_t>> common_lengths(const Lines& a, const Lines& b) {
  std::vector<std::vector<std::uint32_t>> length(a.size() + 1, std::vector<std::uint32_t>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      length[i][j] = a[i] == b[j] ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
  return length;
}

// Lines between two equal ones, paired up by position.
void add_changed(std::vector<Row>& rows, const Lines& a, const Lines& b, std::size_t i, std::size_t i_end,
                 std::size_t j, std::size_t j_end) {
  while (i < i_end && j < j_end) rows.push_back({a[i] == b[j] ? ' ' : '!', a[i], b[j]}), ++i, ++j;
  for (; i < i_end; ++i) rows.push_back({'<', a[i]});
  for (; j < j_end; ++j) rows.push_back({'>', {}, b[j]});
}

std::vector<Row> aligned(const Lines& a, const Lines& b) {
  std::vector<Row> rows;
  if (a.size() * b.size() > kMostCells) {
    add_changed(rows, a, b, 0, a.size(), 0, b.size());
    return rows;
  }
  auto length = common_lengths(a, b);
  std::size_t i = 0, j = 0, i_done = 0, j_done = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i] == b[j]) {
      add_changed(rows, a, b, i_done, i, j_done, j);
      rows.push_back({' ', a[i], b[j]});
      i_done = ++i, j_done = ++j;
    } else if (length[i + 1][j] >= length[i][j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  add_changed(rows, a, b, i_done, a.size(), j_done, b.size());
  return rows;
}

// Which rows lie within kContext of one that differs.
std::vector<bool> worth_showing(const std::vector<Row>& rows) {
  std::vector<bool> shown(rows.size(), false);
  auto hidden = [&](std::size_t k) { return k < rows.size() && !shown[k]; };
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k].mark == ' ') continue;
    std::size_t begin = k < kContext ? 0 : k - kContext;
    for (std::size_t near = begin; near < std::min(rows.size(), k + kContext + 1); ++near) shown[near] = true;
  }
  // Dots for a single line would save nothing.
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (hidden(k) && (k == 0 || !hidden(k - 1)) && !hidden(k + 1)) shown[k] = true;
  return shown;
}

std::string in_columns(char mark, std::string_view left, std::string_view right, std::size_t width) {
  if (left.size() <= width) return fmt::format("{} {:<{}} | {}\n", mark, left, width, right);
  return fmt::format("{} {}\n{} {:<{}} | {}\n", mark, left, mark, "", width, right);
}

}  // namespace

std::string side_by_side(std::string_view left_title, std::string_view left, std::string_view right_title,
                         std::string_view right, std::size_t left_most) {
  Lines a = lines_of(left), b = lines_of(right);
  std::size_t width = std::max(left_title.size(), kDots.size());
  for (std::string_view line : a) width = std::max(width, line.size());
  width = std::min(width, left_most);

  std::vector<Row> rows = aligned(a, b);
  std::vector<bool> shown = worth_showing(rows);
  std::string text = in_columns(' ', left_title, right_title, width);
  bool skipping = false;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (shown[k]) text += in_columns(rows[k].mark, rows[k].left, rows[k].right, width);
    if (!shown[k] && !skipping) text += in_columns(' ', kDots, kDots, width);
    skipping = !shown[k];
  }
  return text;
}

}  // namespace lockstep
