// What a name stands for.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/place.h"
#include "core/text_read.h"

namespace lockstep {

namespace {

// A misspelt op stands where a name may, unless the line ends after it.
[[noreturn]] void refuse_unknown(TextCursor& in, std::size_t at, std::string_view word,
                                 const NodeNames& names) {
  bool maybe_op = !in.at_line_end();
  std::vector<std::string> known;
  for (const auto& [name, ref] : names) known.push_back(name);
  std::sort(known.begin(), known.end());
  for (const OpFacts& row : all_ops())
    if (maybe_op) known.push_back(op_text(row.op));
  in.refuse(at, fmt::format("unknown name{} {}", maybe_op ? " or op" : "", shown(word)),
            did_you_mean(word, {known.begin(), known.end()}));
}

std::optional<std::uint32_t> number_in(std::string_view word) {
  std::uint32_t id = 0;
  if (word.size() < 2 || word[0] != 'n' || (word[1] == '0' && word.size() > 2)) return std::nullopt;
  auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), id);
  return error == std::errc() && end == word.data() + word.size() ? std::optional(id) : std::nullopt;
}

}  // namespace

Ref read_named(TextCursor& in, const NodeNames& names) {
  std::size_t begin = in.at();
  std::string word(in.word("a name"));
  auto found = names.find(word);
  if (found == names.end()) refuse_unknown(in, begin, word, names);
  return found->second;
}

NodeId read_node(TextCursor& in, const NodeNames& names, const Graph& graph) {
  std::size_t begin = in.at();
  std::string word(in.peek_word());
  std::optional<std::uint32_t> id = number_in(word);
  if (!id || names.contains(word)) return read_named(in, names).node;
  in.word("a name");
  if (*id >= graph.size())
    in.refuse(begin, fmt::format("there is no node {}", *id),
              fmt::format("the graph has {} nodes", graph.size()));
  return NodeId(*id);
}

}  // namespace lockstep
