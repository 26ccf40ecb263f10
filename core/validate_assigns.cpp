// What ASSIGNs write: places of a BUFFER, each once (validate_target), and no place by two ASSIGNs of which
// neither depends on the other (G5, validate_hazards).
//
// G5 costs a sort of the ASSIGNs. Only those of one allocation whose boxes meet are looked at again: first box
// against box, and only if some pair then lacks a path, place against place.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/graph_paths.h"
#include "core/reach.h"
#include "core/validate_parts.h"

namespace lockstep {

namespace {

// All ASSIGNs of a graph may be taken apart into so many spans; what is beyond counts as its whole box.
constexpr std::int64_t kMostSpans = std::int64_t{1} << 22;

struct Write {
  std::pair<bool, std::int64_t> allocation;  // shared or not, its number
  Span box;                                  // in bytes
  NodeId assign;
};

ShapeTracker written_view(const Node& assign) {
  return assign.assign_view ? *assign.assign_view : ShapeTracker::of_shape(assign.shape);
}

Write write_of(const Graph& graph, NodeId id) {
  const Node& assign = graph[id];
  const Node& target = graph[assign.src[1].node];
  ShapeTracker st = written_view(assign);
  Span box = bound_product(st.shape()) == 0 ? Span{} : box_of(st.views().front());
  std::int64_t item = item_size(target.dtype), base = target.memory ? target.memory->offset : 0;
  box = {base + box.begin * item, base + box.end * item};
  return {target.memory ? std::pair{true, target.memory->id}
                        : std::pair{false, std::int64_t{assign.src[1].node.value}},
          box, id};
}

std::vector<Write> all_writes(const Graph& graph) {
  std::vector<Write> writes;
  for (std::size_t i = 0; i < graph.size(); ++i)
    if (graph.nodes[i].op == Op::Assign) writes.push_back(write_of(graph, NodeId(i)));
  std::erase_if(writes, [](const Write& w) { return w.box.empty(); });
  std::sort(writes.begin(), writes.end(), [](const Write& a, const Write& b) {
    return std::tie(a.allocation, a.box, a.assign) < std::tie(b.allocation, b.box, b.assign);
  });
  return writes;
}

// Runs of writes, sorted, whose boxes hang together; those of one write alone are harmless.
using Group = std::vector<Write>;
std::vector<Group> meeting(std::vector<Write> writes) {
  std::vector<Group> groups;
  Group group;
  std::int64_t end = 0;
  for (const Write& write : writes) {
    bool meets = !group.empty() && group[0].allocation == write.allocation && write.box.begin < end;
    if (!meets) {
      if (group.size() > 1) groups.push_back(std::move(group));
      group.clear();
      end = write.box.end;
    }
    group.push_back(write);
    end = std::max(end, write.box.end);
  }
  if (group.size() > 1) groups.push_back(std::move(group));
  return groups;
}

struct OwnedSpan {
  Span span;
  NodeId assign;
};

std::vector<OwnedSpan> boxes(const Group& group) {
  std::vector<OwnedSpan> owned;
  for (const Write& write : group) owned.push_back({write.box, write.assign});
  return owned;
}

std::vector<OwnedSpan> places(const Graph& graph, const Group& group, std::int64_t& budget) {
  std::vector<OwnedSpan> owned;
  for (const Write& write : group) {
    const Node& assign = graph[write.assign];
    const Node& target = graph[assign.src[1].node];
    std::optional<std::vector<Span>> spans = spans_of(written_view(assign), budget);
    if (!spans) {
      owned.push_back({write.box, write.assign});
      continue;
    }
    budget -= static_cast<std::int64_t>(spans->size());
    std::int64_t item = item_size(target.dtype), base = target.memory ? target.memory->offset : 0;
    for (const Span& span : *spans)
      owned.push_back({{base + span.begin * item, base + span.end * item}, write.assign});
  }
  return owned;
}

// The pairs of ASSIGNs that need a path so that all that share a byte have one. A byte's writers are ordered
// iff each has a path to the next by id, so only neighbours in the set of those that cover the sweep line
// count.
void pairs_of(const std::vector<OwnedSpan>& owned, std::vector<NodePair>& pairs) {
  struct Event {
    std::int64_t at;
    bool begins;  // at one place, ends come first
    NodeId assign;
    auto operator<=>(const Event&) const = default;
  };
  std::vector<Event> events;
  for (const auto& [span, assign] : owned) {
    events.push_back({span.begin, true, assign});
    events.push_back({span.end, false, assign});
  }
  std::sort(events.begin(), events.end());
  std::set<NodeId> covering;
  for (const Event& event : events) {
    auto here =
        event.begins ? covering.insert(event.assign).first : covering.erase(covering.find(event.assign));
    auto after = event.begins ? std::next(here) : here;
    bool has_before = here != covering.begin(), has_after = after != covering.end();
    if (event.begins && has_before) pairs.emplace_back(*std::prev(here), *here);
    if (event.begins && has_after) pairs.emplace_back(*here, *after);
    if (!event.begins && has_before && has_after) pairs.emplace_back(*std::prev(here), *after);
  }
}

}  // namespace

void validate_target(const Graph& graph, const Node& assign, const Place& place) {
  const Ref& target = assign.src[1];
  const Node& buffer = graph[target.node];
  Place here{"target", {}, &place};
  if (buffer.op != Op::Buffer)
    here.refuse(fmt::format("node {} is {}, not BUFFER", target.node.value, name_of(buffer.op)));
  if (target.view) here.refuse("must be the node alone", "the view goes into \"views\"");
  ShapeTracker st = written_view(assign);
  if (st.shape() != assign.shape)
    here.refuse(fmt::format("the view ends in {}, not {}", text_of(st.shape()), text_of(assign.shape)));
  if (assign.assign_view && st.contiguous())
    here.refuse("its view is the node's own shape", "leave the view out");
  validate_reads(st, bound_product(buffer.shape), here);
  switch (placed(here, [&] { return coverage_of(st); })) {
    case Coverage::OneToOne:
      return;
    case Coverage::Repeated:
      here.refuse("the view writes a place twice", "an expanded or overlapping target has no meaning");
    case Coverage::Padded:
      here.refuse("the view is masked", "a padded target has no meaning");
    case Coverage::Unknown:
      here.refuse(Error{ErrorKind::TooLarge,
                        "too many elements to tell whether the view writes a place twice",
                        {},
                        "copy through a view with fewer parts"});
  }
}

void validate_hazards(const Graph& graph) {
  std::vector<Group> groups = meeting(all_writes(graph));
  std::vector<NodePair> pairs;
  for (const Group& group : groups) pairs_of(boxes(group), pairs);
  if (without_path(graph, std::move(pairs)).empty()) return;

  std::int64_t budget = kMostSpans;
  for (const Group& group : groups) {
    pairs.clear();
    pairs_of(places(graph, group, budget), pairs);
    for (const auto& [first, second] : without_path(graph, std::move(pairs)))
      Place{"node", second.value}.refuse(
          fmt::format("writes memory that node {} writes, and neither depends on the other", first.value),
          "let the later one take the earlier one as a source");
  }
}

}  // namespace lockstep
