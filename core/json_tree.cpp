// The only file that sees nlohmann/json: its parser, which does not recurse, fills the tree.

#include "core/json_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/const_value.h"
#include "core/place.h"

namespace lockstep {

namespace {

constexpr std::size_t kDeepest = 64;

// "line 3, column 9" of the byte at `at`, counted from 0.
std::string position(std::string_view text, std::size_t at) {
  at = std::min(at, text.size());
  std::string_view before = text.substr(0, at);
  auto line = std::count(before.begin(), before.end(), '\n') + 1;
  std::size_t newline = before.rfind('\n');
  std::size_t column = newline == std::string_view::npos ? at + 1 : at - newline;
  return fmt::format("line {}, column {}", line, column);
}

// Where the text, taken to be JSON, opens one level too many.
std::size_t too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inside && c == '\\')
      ++i;
    else if (c == '"')
      inside = !inside;
    else if (!inside && (c == '{' || c == '[') && ++depth > kDeepest)
      return i;
    else if (!inside && (c == '}' || c == ']') && depth > 0)
      --depth;
  }
  return text.size();
}

// A parser quotes what it read: bytes that may be anything, and as many as the file has.
std::string printable(std::string text) {
  constexpr std::size_t kMost = 100;
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  for (char& c : text)
    if (c < ' ' || c > '~') c = '?';
  return text;
}

// nlohmann's "[…] parse error at line 1, column 2: syntax error while parsing value - WHY; expected WHAT".
Error syntax_error(std::string_view text, std::size_t at, std::string_view what) {
  if (std::size_t dash = what.find(" - "); dash != std::string_view::npos)
    what.remove_prefix(dash + 3);
  else if (std::size_t bracket = what.find("] "); bracket != std::string_view::npos)
    what.remove_prefix(bracket + 2);
  std::size_t semicolon = what.find("; ");
  std::string why(what.substr(0, semicolon));
  std::string hint(semicolon == std::string_view::npos ? "" : what.substr(semicolon + 2));
  return Error{ErrorKind::BadInput, printable(why), position(text, at), printable(hint)};
}

// nlohmann calls these as it reads.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit TreeBuilder(std::string_view text) : text_(text) {}
  Json take() { return std::move(root_); }

  bool null() override { return add(Json()); }
  bool boolean(bool v) override { return add(v); }
  bool number_integer(std::int64_t v) override { return add(v); }
  bool number_unsigned(std::uint64_t v) override {
    return v <= std::uint64_t{INT64_MAX} ? add(static_cast<std::int64_t>(v)) : add(v);
  }
  bool number_float(double v, const std::string&) override { return add(v); }
  bool string(std::string& v) override { return add(std::move(v)); }
  bool binary(nlohmann::json::binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(Json(Json::Object())); }
  bool start_array(std::size_t) override { return open(Json(Json::List())); }
  bool key(std::string& v) override {
    open_.back()->object()->emplace_back(std::move(v), Json());
    return true;
  }
  bool end_array() override { return close(); }
  bool end_object() override {
    Json::Object& object = *open_.back()->object();
    std::sort(object.begin(), object.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    auto twice = std::adjacent_find(object.begin(), object.end(),
                                    [](const auto& a, const auto& b) { return a.first == b.first; });
    if (twice != object.end())
      throw Failure(Error{
          ErrorKind::BadInput, fmt::format("the key {} is given twice", shown(twice->first)), path(), {}});
    return close();
  }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::json::exception& error) override {
    throw Failure(syntax_error(text_, byte > 0 ? byte - 1 : 0, error.what()));
  }

 private:
  Json* put(Json value) {
    if (open_.empty()) return &(root_ = std::move(value));
    if (Json::List* list = open_.back()->list()) return &list->emplace_back(std::move(value));
    return &(open_.back()->object()->back().second = std::move(value));
  }
  bool add(Json value) { return put(std::move(value)), true; }
  bool open(Json value) {
    if (open_.size() == kDeepest)
      throw Failure(Error{ErrorKind::BadInput,
                          fmt::format("nested more than {} levels deep", kDeepest),
                          position(text_, too_deep(text_)),
                          {}});
    open_.push_back(put(std::move(value)));
    return true;
  }
  bool close() { return open_.pop_back(), true; }

  // The object being closed, as "graph.nodes[3]".
  std::string path() const {
    std::string path;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      if (const Json::List* list = open_[i]->list())
        path += fmt::format("[{}]", list->size() - 1);
      else
        path += fmt::format("{}{}", path.empty() ? "" : ".", open_[i]->object()->back().first);
    }
    return path;
  }

  std::string_view text_;
  Json root_;
  std::vector<Json*> open_;  // a container grows only while it is the innermost, so these stay
};

void append(const Json& json, std::string& out) {
  if (json.is_null())
    out += "null";
  else if (const bool* v = json.boolean())
    out += *v ? "true" : "false";
  else if (const std::int64_t* v = json.integer())
    out += fmt::format("{}", *v);
  else if (const std::uint64_t* v = json.large())
    out += fmt::format("{}", *v);
  else if (const double* v = json.real())
    out += ConstValue::of_float(*v).text();
  else if (const std::string* v = json.text())
    out += json_text(*v);
  else if (const Json::List* list = json.list()) {
    out += '[';
    for (const Json& item : *list) {
      if (&item != list->data()) out += ", ";
      append(item, out);
    }
    out += ']';
  } else {
    out += '{';
    for (const auto& [key, value] : *json.object()) {
      if (&key != &json.object()->front().first) out += ", ";
      out += json_text(key) + ": ";
      append(value, out);
    }
    out += '}';
  }
}

}  // namespace

const Json* Json::find(std::string_view key) const {
  const Object& fields = *object();
  auto found = std::lower_bound(fields.begin(), fields.end(), key,
                                [](const auto& field, std::string_view k) { return field.first < k; });
  bool there = found != fields.end() && found->first == key && !found->second.is_null();
  return there ? &found->second : nullptr;
}

std::string_view Json::kind() const {
  constexpr std::string_view kKinds[] = {
      "null",       "true or false", "an integer", "an integer beyond 63 bits",
      "a fraction", "text",          "a list",     "an object"};
  return kKinds[value_.index()];
}

Json parse_json(std::string_view text) {
  TreeBuilder builder(text);
  nlohmann::json::sax_parse(text, &builder);
  return builder.take();
}

std::string compact(const Json& json) {
  std::string out;
  append(json, out);
  return out;
}

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (static_cast<unsigned char>(c) < ' ')
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + '"';
}

}  // namespace lockstep
