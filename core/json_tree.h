// json_tree.h: a JSON text as a tree of values. Private to the json_*.cpp files, validate and load.
//
// Refuses what is not JSON, a key given twice in one object, and nesting beyond 64 levels; so whoever walks the
// tree may recurse. Numbers are int64 where they fit, else uint64, else double.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lockstep {

class Json {
 public:
  using List = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;  // by key

  Json() = default;
  Json(bool v) : value_(v) {}
  Json(std::int64_t v) : value_(v) {}
  Json(std::uint64_t v) : value_(v) {}
  Json(double v) : value_(v) {}
  Json(std::string v) : value_(std::make_unique<std::string>(std::move(v))) {}
  Json(List v) : value_(std::make_unique<List>(std::move(v))) {}
  Json(Object v) : value_(std::make_unique<Object>(std::move(v))) {}

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  // The value if it is of that type, else null.
  const bool* boolean() const { return std::get_if<bool>(&value_); }
  const std::int64_t* integer() const { return std::get_if<std::int64_t>(&value_); }
  const std::uint64_t* large() const { return std::get_if<std::uint64_t>(&value_); }
  const double* real() const { return std::get_if<double>(&value_); }
  const std::string* text() const { return held<std::string>(); }
  const List* list() const { return held<List>(); }
  const Object* object() const { return held<Object>(); }
  List* list() { return const_cast<List*>(held<List>()); }
  Object* object() { return const_cast<Object*>(held<Object>()); }

  // Of an object; null where the key is absent or its value null.
  const Json* find(std::string_view key) const;
  Json* find(std::string_view key) { return const_cast<Json*>(std::as_const(*this).find(key)); }
  std::string_view kind() const;  // "a list", "text", …

 private:
  template <typename T>
  const T* held() const {
    const auto* pointer = std::get_if<std::unique_ptr<T>>(&value_);
    return pointer != nullptr ? pointer->get() : nullptr;
  }

  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::unique_ptr<std::string>,
               std::unique_ptr<List>, std::unique_ptr<Object>>
      value_;
};

Json parse_json(std::string_view text);  // throws Failure(BadInput), placed by line and column
std::string compact(const Json& json);   // on one line, keys in order
std::string json_text(std::string_view text);

}  // namespace lockstep
