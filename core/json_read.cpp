#include "core/json_read.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace lockstep {

namespace {

[[noreturn]] void refuse_kind(const Json& json, std::string_view key, std::string_view needed,
                              const Place& place) {
  place.refuse(fmt::format("\"{}\" must be {}, not {}", key, needed, json.kind()));
}

Sint read_sint(const Json& json, std::string_view key, const Variables& variables, const Place& place) {
  if (const std::int64_t* v = json.integer()) return *v;
  if (const std::string* text = json.text()) return placed(place, [&] { return parse_sint(*text, variables); });
  refuse_kind(json, key, "an integer or symbolic text", place);
}

Ranges read_mask(const Json& json, const Variables& variables, const Place& place) {
  Ranges mask;
  for (const Json& item : read_list(json, "mask", place)) {
    const Json::List& range = read_list(item, "mask", place);
    if (range.size() != 2) place.refuse(fmt::format("\"mask\" has a range of {} numbers, not 2", range.size()));
    mask.emplace_back(read_sint(range[0], "mask", variables, place),
                      read_sint(range[1], "mask", variables, place));
  }
  return mask;
}

void require_rank(std::size_t has, const char* key, const Dims& shape, const Place& place) {
  if (has != shape.size())
    place.refuse(
        fmt::format("\"{}\" has {} dimensions, the shape {} has {}", key, has, text_of(shape), shape.size()));
}

View read_view(const Json& json, const Variables& variables, const Place& place) {
  require_object(json, place);
  Dims shape = read_dims(need(json, "shape", place), "shape", variables, place);
  Dims strides = read_dims(need(json, "strides", place), "strides", variables, place);
  Sint offset = read_sint(need(json, "offset", place), "offset", variables, place);
  require_rank(strides.size(), "strides", shape, place);
  std::optional<Ranges> mask;
  if (const Json* given = json.find("mask")) {
    mask = read_mask(*given, variables, place);
    require_rank(mask->size(), "mask", shape, place);
  }
  return placed(place,
                [&] { return View::create(std::move(shape), std::move(strides), offset, std::move(mask)); });
}

DType read_image(const Json& json, const Json& scalar, const Place& place) {
  const Json::List& sizes = read_list(need(json, "shape", place), "shape", place);
  if (sizes.size() != 3)
    place.refuse(fmt::format("an image shape of {} numbers", sizes.size()), "[height,width,4]");
  std::array<std::int64_t, 3> shape;
  for (std::size_t i = 0; i < 3; ++i) shape[i] = read_integer(sizes[i], "shape", place);
  return DType::image_of(read_dtype(scalar, place).scalar, shape);
}

ConstValue number_of(const Json& json, DType dtype, std::string_view key, const Place& place) {
  if (const bool* v = json.boolean()) return ConstValue::of_bool(*v);
  if (const std::int64_t* v = json.integer()) return ConstValue::of_int(*v);
  if (const std::uint64_t* v = json.large()) return ConstValue::of_uint(*v);
  if (const double* v = json.real()) {
    if (!is_float(dtype) && *v != std::trunc(*v)) place.refuse(fmt::format("{} is no {}", *v, text_of(dtype)));
    return ConstValue::of_float(*v);
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (const std::string* text = json.text()) {
    if (*text == "nan") return ConstValue::of_float(std::nan(""));
    if (*text == "inf") return ConstValue::of_float(kInfinity);
    if (*text == "-inf") return ConstValue::of_float(-kInfinity);
    place.refuse(fmt::format("{} is no number", shown(*text)),
                 "as text, only \"nan\", \"inf\" and \"-inf\" are");
  }
  refuse_kind(json, key, "a number", place);
}

}  // namespace

void require_object(const Json& json, const Place& place) {
  if (json.object() == nullptr) place.refuse(fmt::format("must be an object, not {}", json.kind()));
}

void require_version(const Json& json, std::string_view version, const Place& place, std::string hint) {
  require_object(json, place);
  if (hint.empty()) hint = fmt::format("this reads \"{}\"", version);
  const Json* given = json.find("lockstep");
  if (given == nullptr) place.refuse("no \"lockstep\" version", hint);
  const std::string& text = read_text(*given, "lockstep", place);
  if (text != version) place.refuse(fmt::format("unknown version {}", shown(text)), hint);
}

const Json& need(const Json& object, std::string_view key, const Place& place) {
  const Json* found = object.find(key);
  if (found == nullptr) place.refuse(fmt::format("no \"{}\"", key));
  return *found;
}

std::int64_t read_integer(const Json& json, std::string_view key, const Place& place) {
  if (const std::int64_t* v = json.integer()) return *v;
  refuse_kind(json, key, "an integer", place);
}

std::int64_t read_count(const Json& json, std::string_view key, const Place& place) {
  std::int64_t count = read_integer(json, key, place);
  if (count < 0) place.refuse(fmt::format("negative \"{}\" {}", key, count));
  return count;
}

bool read_bool(const Json& json, std::string_view key, const Place& place) {
  if (const bool* v = json.boolean()) return *v;
  refuse_kind(json, key, "true or false", place);
}

const std::string& read_text(const Json& json, std::string_view key, const Place& place) {
  if (const std::string* v = json.text()) return *v;
  refuse_kind(json, key, "text", place);
}

const Json::List& read_list(const Json& json, std::string_view key, const Place& place) {
  if (const Json::List* v = json.list()) return *v;
  refuse_kind(json, key, "a list", place);
}

NodeId read_node_id(const Json& json, std::string_view key, const Place& place) {
  std::int64_t id = read_integer(json, key, place);
  if (id < 0 || id > std::numeric_limits<std::uint32_t>::max())
    place.refuse(fmt::format("{} is no node id", id));
  return NodeId(static_cast<std::size_t>(id));
}

std::vector<NodeId> read_node_ids(const Json& json, std::string_view key, const Place& place) {
  std::vector<NodeId> ids;
  for (const Json& item : read_list(json, key, place)) ids.push_back(read_node_id(item, key, place));
  return ids;
}

Dims read_dims(const Json& json, std::string_view key, const Variables& variables, const Place& place) {
  Dims dims;
  for (const Json& item : read_list(json, key, place)) dims.push_back(read_sint(item, key, variables, place));
  return dims;
}

Axes read_axes(const Json& json, const Place& place) {
  Axes axes;
  for (const Json& item : read_list(json, "axis", place)) {
    std::int64_t axis = read_integer(item, "axis", place);
    if (axis < 0 || axis > std::numeric_limits<int>::max()) place.refuse(fmt::format("{} is no axis", axis));
    axes.push_back(static_cast<int>(axis));
  }
  return axes;
}

ShapeTracker read_views(const Json& json, const Variables& variables, const Place& place) {
  const Json::List& list = read_list(json, "views", place);
  if (list.empty()) place.refuse("\"views\" is empty", "leave it out for the node's own shape");
  std::vector<View> views;
  for (std::size_t i = 0; i < list.size(); ++i)
    views.push_back(read_view(list[i], variables, Place{"view", i, &place}));
  return ShapeTracker(std::move(views));
}

DType read_dtype(const Json& json, const Place& place) {
  if (json.object() != nullptr) {
    if (const Json* to = json.find("ptr")) return DType::pointer_to(read_dtype(*to, place));
    if (const Json* of = json.find("image")) return read_image(json, *of, place);
    place.refuse("a dtype object needs \"image\" or \"ptr\"");
  }
  const std::string& name = read_text(json, "dtype", place);
  std::optional<Scalar> scalar = scalar_named(name);
  if (!scalar) place.refuse(fmt::format("unknown dtype {}", shown(name)), "such as float32, int32, bool");
  return *scalar;
}

ConstValue read_value(const Json& json, DType dtype, std::string_view key, const Place& place) {
  ConstValue value = number_of(json, dtype, key, place);
  return placed(place, [&] { return value.as(dtype); });
}

}  // namespace lockstep
