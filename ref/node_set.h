// node_set.h: a set of nodes that remembers the order of insertion.
//
// The order decides which kernel is lowered first, so it is part of the rules: a node that is put in twice
// keeps its place, one that is taken out and put in again goes last.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/ids.h"

namespace lockstep::ref {

class NodeSet {
 public:
  bool contains(NodeId node) const { return place_.contains(node); }
  bool empty() const { return place_.empty(); }
  std::size_t size() const { return place_.size(); }

  void insert(NodeId node) {
    if (place_.emplace(node, order_.size()).second) order_.push_back({node, true});
  }

  // False if it was not there.
  bool erase(NodeId node) {
    auto found = place_.find(node);
    if (found == place_.end()) return false;
    order_[found->second].second = false;
    place_.erase(found);
    return true;
  }

  std::vector<NodeId> in_order() const {
    std::vector<NodeId> nodes;
    for (const auto& [node, present] : order_)
      if (present) nodes.push_back(node);
    return nodes;
  }

 private:
  std::vector<std::pair<NodeId, bool>> order_;  // node, still there
  std::unordered_map<NodeId, std::size_t> place_;
};

}  // namespace lockstep::ref
