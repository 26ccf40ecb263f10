// options.h: what a schedule depends on besides the graph.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace lockstep {

enum class Rules : std::uint8_t {
  Upstream,  // what the seed's system does, its failures included
  Sound,     // the same, except where upstream fails or computes a wrong value (docs/BUGS.md)
};

struct Options {
  bool multioutput = true;    // several outputs of one reduce may share a kernel
  bool fuse_arange = false;   // fold reductions of constants into their users
  bool fuse_conv_bw = false;  // fuse a reduce of a reduce of the same kind
  bool ast_rewrite = true;    // push views to loads and stores
  Rules rules = Rules::Sound;
  std::map<std::string, std::int64_t> buf_max = {};  // device → most buffers a kernel may have, exclusive
  bool operator==(const Options&) const = default;
};

}  // namespace lockstep
