#include "core/graph_paths.h"

#include <algorithm>

namespace lockstep {

namespace {

// One bit a node for each of up to 64 starts; a pass over the nodes between the first start and the last end of
// their pairs decides them all. Pairs that lie close together cost little wherever they are.
constexpr std::size_t kStartsAtOnce = 64;

using Pairs = std::vector<NodePair>;

struct Batch {
  Pairs::const_iterator begin, end;  // pairs of at most kStartsAtOnce first nodes
  std::uint32_t lowest = 0, highest = 0;
};

Batch next_batch(Pairs::const_iterator from, Pairs::const_iterator last) {
  Batch batch{from, from, from->first.value, 0};
  std::size_t starts = 0;
  for (; batch.end != last; ++batch.end) {
    bool fresh = batch.end == from || batch.end->first != std::prev(batch.end)->first;
    if (fresh && ++starts > kStartsAtOnce) break;
    batch.highest = std::max(batch.highest, batch.end->second.value);
  }
  return batch;
}

void decide(const Graph& graph, const Batch& batch, Pairs& unordered) {
  std::vector<std::uint64_t> reached(batch.highest - batch.lowest + 1);
  std::vector<std::uint32_t> starts;
  for (auto pair = batch.begin; pair != batch.end; ++pair)
    if (starts.empty() || starts.back() != pair->first.value) starts.push_back(pair->first.value);
  std::size_t next = 0;
  for (std::uint32_t n = batch.lowest; n <= batch.highest; ++n) {
    std::uint64_t& bits = reached[n - batch.lowest];
    for (const Ref& source : graph.nodes[n].src)
      if (source.node.value >= batch.lowest) bits |= reached[source.node.value - batch.lowest];
    if (next < starts.size() && starts[next] == n) bits |= std::uint64_t{1} << next++;
  }
  std::size_t slot = 0;
  for (auto pair = batch.begin; pair != batch.end; ++pair) {
    if (starts[slot] != pair->first.value) ++slot;
    if ((reached[pair->second.value - batch.lowest] >> slot & 1) == 0) unordered.push_back(*pair);
  }
}

}  // namespace

std::vector<NodePair> without_path(const Graph& graph, std::vector<NodePair> pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  Pairs unordered;
  for (auto at = pairs.cbegin(); at != pairs.cend();) {
    Batch batch = next_batch(at, pairs.cend());
    decide(graph, batch, unordered);
    at = batch.end;
  }
  return unordered;
}

}  // namespace lockstep
