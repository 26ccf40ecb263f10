#include "core/reason.h"

#include <array>

namespace lockstep {

std::string_view title_of(Rule rule) {
  static constexpr std::array<std::string_view, 38> kTitles = {
      "",
      "a requested output is realized",
      "a node that is read through an expanding view is realized",
      "a node that is read through a mask may have to be realized",
      "a mask is fused past an op only if the op maps zeros to zero",
      "a node realized by request, and every meta op, is realized",
      "the source of a copy is realized",
      "the source of a buffer view is realized",
      "an assign writes a realized buffer in place",
      "a cast between images is not realized for an expand",
      "the users of a reduce that may share its kernel",
      "a reduce with several users shares with them only if they are isolated",
      "a kernel that assigns reads no other assigned buffer",
      "a reduce that cannot share is realized at its last contiguous user",
      "a cast to a wider dtype is not stored",
      "a reduce of a reduce of the same kind is fused",
      "a reduce of a constant is folded into its users",
      "the outputs of one reduce share a kernel",
      "an image that its shape cannot be is a float32 buffer",
      "a realized node is loaded",
      "a constant is a value under the validity of its view",
      "a reduce is a REDUCE_AXIS under its view",
      "an elementwise op passes its view to its sources",
      "the own operand of an assign is read contiguously",
      "a kernel stores each of its outputs",
      "copies, buffer views, empties and custom ops are items of their own",
      "variables are unbound in a kernel and their values collected",
      "an AST is rewritten to its fixed point, sources first",
      "a view is pushed up through a reduce",
      "a reshape is pushed down through a reduce",
      "a reshape is pushed down through an elementwise op",
      "a reduce of a reduce is one reduce",
      "buffers are numbered by their place in the kernel",
      "a kernel runs after those that write what it reads, and before those that assign it",
      "kernels run in breadth-first order",
      "kernels that wait for each other are no schedule",
      "a kernel stays below its device's limit of buffers",
      "a node is inlined through a bounded number of views",
  };
  return kTitles[static_cast<std::size_t>(rule)];
}

}  // namespace lockstep
