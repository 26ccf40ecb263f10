#include "core/const_value.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/error.h"

namespace lockstep {

namespace {

// A float toward zero, as an integer of 64 bits.
ConstValue truncated(double v) {
  if (!std::isfinite(v)) throw Failure(ErrorKind::BadInput, fmt::format("{} is not an integer", v));
  v = std::trunc(v);
  if (v >= -0x1p63 && v < 0x1p63) return ConstValue::of_int(static_cast<std::int64_t>(v));
  if (v >= 0 && v < 0x1p64) return ConstValue::of_uint(static_cast<std::uint64_t>(v));
  throw Failure(ErrorKind::BadInput, fmt::format("{} does not fit 64 bits", v));
}

std::string float_text(double v) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v > 0 ? "inf" : "-inf";
  std::string text = fmt::format("{}", v);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

}  // namespace

ConstValue ConstValue::of_uint(std::uint64_t v) {
  if (v <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return of_int(static_cast<std::int64_t>(v));
  return ConstValue(Variant(v));
}

ConstValue ConstValue::as(DType dtype) const {
  if (lockstep::is_float(dtype))
    return std::visit([](auto v) { return of_float(static_cast<double>(v)); }, value_);
  if (lockstep::is_bool(dtype)) return std::visit([](auto v) { return of_bool(static_cast<bool>(v)); }, value_);
  if (const double* v = std::get_if<double>(&value_)) return truncated(*v);
  if (const bool* v = std::get_if<bool>(&value_)) return of_int(*v);
  return *this;
}

bool ConstValue::operator==(const ConstValue& other) const {
  const double* a = std::get_if<double>(&value_);
  const double* b = std::get_if<double>(&other.value_);
  if (a != nullptr && b != nullptr && std::isnan(*a) && std::isnan(*b)) return true;
  return value_ == other.value_;
}

std::size_t ConstValue::hash() const {
  const double* v = std::get_if<double>(&value_);
  if (v != nullptr && (std::isnan(*v) || *v == 0)) return std::isnan(*v) ? 1 : 2;  // as equality has it
  return std::hash<Variant>()(value_);
}

std::string ConstValue::text() const {
  if (const double* v = std::get_if<double>(&value_)) return float_text(*v);
  if (const bool* v = std::get_if<bool>(&value_)) return *v ? "true" : "false";
  if (const std::uint64_t* v = std::get_if<std::uint64_t>(&value_)) return fmt::format("{}", *v);
  return fmt::format("{}", std::get<std::int64_t>(value_));
}

}  // namespace lockstep
