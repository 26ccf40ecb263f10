#include "core/dtype.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

struct ScalarFacts {
  Scalar scalar;
  std::string_view name;
  int bytes;
};

constexpr std::array kScalars = {
    ScalarFacts{Scalar::Void, "void", 0},       ScalarFacts{Scalar::Bool, "bool", 1},
    ScalarFacts{Scalar::Int8, "int8", 1},       ScalarFacts{Scalar::UInt8, "uint8", 1},
    ScalarFacts{Scalar::Int16, "int16", 2},     ScalarFacts{Scalar::UInt16, "uint16", 2},
    ScalarFacts{Scalar::Int32, "int32", 4},     ScalarFacts{Scalar::UInt32, "uint32", 4},
    ScalarFacts{Scalar::Int64, "int64", 8},     ScalarFacts{Scalar::UInt64, "uint64", 8},
    ScalarFacts{Scalar::Float16, "float16", 2}, ScalarFacts{Scalar::BFloat16, "bfloat16", 2},
    ScalarFacts{Scalar::Float32, "float32", 4}, ScalarFacts{Scalar::Float64, "float64", 8},
};

}  // namespace

DType DType::image_of(Scalar scalar, std::array<std::int64_t, 3> shape) {
  DType dtype(scalar);
  dtype.image = true;
  dtype.image_shape = shape;
  return dtype;
}

DType DType::pointer_to(DType dtype) {
  dtype.pointer = true;
  return dtype;
}

int item_size(DType dtype) { return kScalars[static_cast<std::size_t>(dtype.scalar)].bytes; }

bool is_float(DType dtype) { return dtype.scalar >= Scalar::Float16; }
bool is_int(DType dtype) { return dtype.scalar >= Scalar::Int8 && dtype.scalar <= Scalar::UInt64; }
bool is_bool(DType dtype) { return dtype.scalar == Scalar::Bool; }

bool is_unsigned(DType dtype) {
  return dtype.scalar == Scalar::UInt8 || dtype.scalar == Scalar::UInt16 || dtype.scalar == Scalar::UInt32 ||
         dtype.scalar == Scalar::UInt64;
}

DType computed_dtype(DType dtype) { return dtype.image ? DType(Scalar::Float32) : dtype; }

std::string_view name_of(Scalar scalar) { return kScalars[static_cast<std::size_t>(scalar)].name; }

std::optional<Scalar> scalar_named(std::string_view name) {
  for (const ScalarFacts& row : kScalars)
    if (row.name == name) return row.scalar;
  return std::nullopt;
}

std::string text_of(DType dtype) {
  std::string text(name_of(dtype.scalar));
  if (dtype.image)
    text = fmt::format("image {} [{},{},{}]", text, dtype.image_shape[0], dtype.image_shape[1],
                       dtype.image_shape[2]);
  return dtype.pointer ? "ptr " + text : text;
}

}  // namespace lockstep
