#include "core/uop.h"

#include <unordered_set>

namespace lockstep {

namespace {

std::size_t mix(std::size_t h, std::size_t x) { return (h ^ x) * 0x9E3779B97F4A7C15ULL + (h >> 29); }

struct HashArg {
  std::size_t operator()(std::monostate) const { return 0; }
  std::size_t operator()(const ShapeTracker& st) const { return st.hash(); }
  std::size_t operator()(const ConstValue& value) const { return value.hash(); }
  std::size_t operator()(std::int64_t value) const { return std::hash<std::int64_t>()(value); }
  std::size_t operator()(const DefineVar& var) const { return std::hash<std::string>()(var.name); }
  std::size_t operator()(const ReduceArg& arg) const {
    std::size_t h = static_cast<std::size_t>(arg.alu);
    for (int a : arg.axis) h = mix(h, static_cast<std::size_t>(a));
    return h;
  }
  std::size_t operator()(Op op) const { return static_cast<std::size_t>(op); }
};

struct Hash {
  std::size_t operator()(const UOp* u) const {
    std::size_t h = mix(static_cast<std::size_t>(u->kind), static_cast<std::size_t>(u->dtype.scalar));
    for (const UOp* s : u->src) h = mix(h, s->id);
    return mix(h, std::visit(HashArg(), u->arg));
  }
};

struct Equal {
  bool operator()(const UOp* a, const UOp* b) const {
    return a->kind == b->kind && a->dtype == b->dtype && a->src == b->src && a->arg == b->arg;
  }
};

}  // namespace

struct UOpArena::Table {
  std::unordered_set<const UOp*, Hash, Equal> known;
};

UOpArena::UOpArena() : table_(std::make_unique<Table>()) {}
UOpArena::~UOpArena() = default;
UOpArena::UOpArena(UOpArena&&) noexcept = default;
UOpArena& UOpArena::operator=(UOpArena&&) noexcept = default;

const UOp* UOpArena::make(UOpKind kind, DType dtype, Sources src, UOpArg arg) {
  nodes_.push_back({kind, dtype, std::move(src), std::move(arg), static_cast<std::uint32_t>(nodes_.size())});
  auto [found, fresh] = table_->known.insert(&nodes_.back());
  if (!fresh) nodes_.pop_back();
  return *found;
}

std::string_view name_of(UOpKind kind) {
  switch (kind) {
    case UOpKind::Sink:
      return "SINK";
    case UOpKind::Ext:
      return "EXT";
    case UOpKind::ShapeTracker:
      return "SHAPETRACKER";
    case UOpKind::Swizzle:
      return "SWIZZLE";
    case UOpKind::DefineGlobal:
      return "DEFINE_GLOBAL";
    case UOpKind::DefineVar:
      return "DEFINE_VAR";
    case UOpKind::Const:
      return "CONST";
    case UOpKind::Valid:
      return "VALID";
    case UOpKind::ReduceAxis:
      return "REDUCE_AXIS";
    case UOpKind::Cast:
      return "CAST";
    case UOpKind::Bitcast:
      return "BITCAST";
    case UOpKind::Load:
      return "LOAD";
    case UOpKind::Store:
      return "STORE";
    case UOpKind::Assign:
      return "ASSIGN";
    case UOpKind::Alu:
      return "ALU";
  }
  return "?";
}

std::string_view name_of(const UOp& uop) {
  return uop.kind == UOpKind::Alu ? name_of(uop.alu()) : name_of(uop.kind);
}

}  // namespace lockstep
