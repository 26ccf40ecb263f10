// const_value.h: the value of a CONST: a bool, an integer or a float, as its dtype has it.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "core/dtype.h"

namespace lockstep {

// Integers beyond int64 are kept as uint64; every other integer is int64.
class ConstValue {
 public:
  ConstValue() : value_(std::int64_t{0}) {}
  static ConstValue of_bool(bool v) { return ConstValue(v); }
  static ConstValue of_int(std::int64_t v) { return ConstValue(v); }
  static ConstValue of_uint(std::uint64_t v);
  static ConstValue of_float(double v) { return ConstValue(v); }

  // The value in the form that `dtype` has: 1 becomes 1.0 for a float and true for a bool; a float becomes
  // an integer toward zero. Throws Failure(BadInput) for NaN or infinity as an integer, or out of 64 bits.
  ConstValue as(DType dtype) const;

  bool is_bool() const { return std::holds_alternative<bool>(value_); }
  bool is_float() const { return std::holds_alternative<double>(value_); }
  bool is_int() const { return !is_bool() && !is_float(); }
  const auto& variant() const { return value_; }

  // Same kind and same value; every NaN is equal to every other, 0.0 and -0.0 are equal.
  bool operator==(const ConstValue& other) const;
  std::size_t hash() const;
  std::string text() const;  // "true", "-3", "0.5", "nan", "inf", "-inf"; reads back as the same value

 private:
  using Variant = std::variant<bool, std::int64_t, std::uint64_t, double>;
  explicit ConstValue(Variant v) : value_(v) {}
  Variant value_;
};

}  // namespace lockstep
