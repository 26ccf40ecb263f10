// reason.h: why a scheduler decided what it decided: a rule of SPEC.md, about a node, because of others.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/ids.h"

namespace lockstep {

// The decisions of docs/SPEC.md, "Scheduling". The number is the rule's: Rule::R4 is SPEC R4.
enum class Rule : std::uint8_t {
  R1 = 1,
  R2,
  R3,
  R4,
  R5,
  R6,
  R7,
  R8,
  R9,
  R10,
  R11,
  R12,
  R13,
  R14,
  R15,
  R16,
  R17,
  R18,
  R19,
  R20,
  R21,
  R22,
  R23,
  R24,
  R25,
  R26,
  R27,
  R28,
  R29,
  R30,
  R31,
  R32,
  R33,
  R34,
  R35,
  R36,
  R37,
};
std::string_view title_of(Rule rule);  // "an expanded node is realized"

struct Reason {
  Rule rule;
  NodeId node;
  std::vector<NodeId> because = {};
  bool operator==(const Reason&) const = default;
};

// Receives decisions as they are made. Schedulers take a pointer; null records nothing and costs nothing.
class Recorder {
 public:
  virtual ~Recorder() = default;
  virtual void record(Reason reason) = 0;
};

class ReasonList : public Recorder {
 public:
  void record(Reason reason) override { reasons.push_back(std::move(reason)); }
  std::vector<Reason> reasons;
};

inline void note(Recorder* recorder, Rule rule, NodeId node, std::vector<NodeId> because = {}) {
  if (recorder != nullptr) recorder->record({rule, node, std::move(because)});
}

}  // namespace lockstep
