// dtype.h: the element types and the facts about them.
//
//   D1  an image dtype is stored as its scalar (float16 or float32) and computed in float32
//   D2  a pointer dtype appears only on the buffers of a kernel's AST
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

enum class Scalar : std::uint8_t {
  Void,
  Bool,
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  Float16,
  BFloat16,
  Float32,
  Float64,
};

struct DType {
  Scalar scalar = Scalar::Void;
  bool pointer = false;
  bool image = false;
  std::array<std::int64_t, 3> image_shape = {0, 0, 0};  // height, width, 4; all zero where it is no image

  constexpr DType() = default;
  constexpr DType(Scalar s) : scalar(s) {}  // NOLINT: a scalar is a dtype
  static DType image_of(Scalar scalar, std::array<std::int64_t, 3> shape);
  static DType pointer_to(DType dtype);

  bool operator==(const DType&) const = default;
};

int item_size(DType dtype);  // bytes of one stored element
bool is_float(DType dtype);
bool is_int(DType dtype);  // signed or unsigned; bool is not
bool is_unsigned(DType dtype);
bool is_bool(DType dtype);
DType computed_dtype(DType dtype);  // what an element is once loaded: float32 for an image (D1)

std::string_view name_of(Scalar scalar);
std::optional<Scalar> scalar_named(std::string_view name);
std::string text_of(DType dtype);  // "float32", "ptr float32", "image float16 [4,8,4]"

}  // namespace lockstep
