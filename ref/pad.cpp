#include "ref/pad.h"

#include <algorithm>

namespace lockstep::ref {

namespace {

// Which nodes would show something else than zero in a padded zone: those that reach an unsafe op with nothing
// realized in between. The seed asks again for every pad; here each node loses that mark at most once, when the
// last source that has it is realized, so all pads together cost one walk of the graph.
class Unsafe {
 public:
  explicit Unsafe(Decisions& d) : d_(d), unsafe_(d.graph.size()), unsafe_sources_(d.graph.size()) {
    std::vector<NodeId> sources_first = d.reached;
    std::sort(sources_first.begin(), sources_first.end());
    for (NodeId node : sources_first) {
      if (d.realizes.contains(node)) continue;
      if (is_unsafe_under_padding(d.graph[node].op)) unsafe_[node.value] = true;
      if (!unsafe_[node.value] && unsafe_sources_[node.value] == 0) continue;
      unsafe_[node.value] = true;
      for (NodeId user : d.users[node.value]) ++unsafe_sources_[user.value];
    }
  }

  bool contains(NodeId node) const { return unsafe_[node.value]; }

  void realize(NodeId node) {
    std::vector<NodeId> cleared = {node};
    while (!cleared.empty()) {
      NodeId now_safe = cleared.back();
      cleared.pop_back();
      unsafe_[now_safe.value] = false;
      for (NodeId user : d_.users[now_safe.value]) {
        --unsafe_sources_[user.value];
        bool clears = unsafe_[user.value] && unsafe_sources_[user.value] == 0 &&
                      !is_unsafe_under_padding(d_.graph[user].op);
        if (clears) cleared.push_back(user);
      }
    }
  }

 private:
  Decisions& d_;
  std::vector<bool> unsafe_;
  std::vector<std::size_t> unsafe_sources_;  // how many of a node's sources are unsafe
};

}  // namespace

bool is_unsafe_under_padding(Op op) {
  return op == Op::Exp2 || op == Op::Log2 || op == Op::Recip || op == Op::IDiv;
}

// SPEC R4. In the order in which the masks were met: a node realized for one mask may make the next one safe.
void realize_unsafe_pads(Decisions& d) {
  Unsafe unsafe(d);
  for (NodeId node : d.masked.in_order()) {
    if (!unsafe.contains(node)) continue;
    d.realizes.insert(node);
    unsafe.realize(node);
    note(d.recorder, Rule::R4, node);
  }
}

}  // namespace lockstep::ref
