#include "core/text_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/json_tree.h"
#include "core/place.h"

namespace lockstep {

namespace {

constexpr std::string_view kImage = "image_";

const std::vector<std::string_view>& scalar_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (int s = 0; s <= static_cast<int>(Scalar::Float64); ++s) all.push_back(name_of(static_cast<Scalar>(s)));
    return all;
  }();
  return names;
}

DType read_image(TextCursor& in, Scalar scalar) {
  std::size_t begin = in.at();
  std::vector<std::int64_t> sizes;
  in.list('[', ']', [&] { sizes.push_back(in.integer()); });
  if (sizes.size() != 3)
    in.refuse(begin, fmt::format("an image shape of {} numbers", sizes.size()), "[height,width,4]");
  return DType::image_of(scalar, {sizes[0], sizes[1], sizes[2]});
}

int read_axis(TextCursor& in) {
  std::size_t begin = in.at();
  std::int64_t axis = in.count();
  if (axis > std::numeric_limits<int>::max()) in.refuse(begin, fmt::format("{} is no axis", axis));
  return static_cast<int>(axis);
}

Range read_range(TextCursor& in, const Variables& variables) {
  std::size_t begin = in.at();
  Dims pair = read_dims(in, '(', ')', variables);
  if (pair.size() != 2) in.refuse(begin, fmt::format("a range of {} numbers, not 2", pair.size()));
  return {pair[0], pair[1]};
}

struct ViewFields {
  Dims shape = {};
  std::optional<Dims> strides = {};
  Sint offset = 0;
  std::optional<Ranges> mask = {};
};

void read_view_field(TextCursor& in, ViewFields& view, const Variables& variables) {
  std::size_t begin = in.at();
  std::string_view key = in.word("strides, offset or mask");
  in.expect("=");
  if (key == "strides")
    view.strides = read_dims(in, '[', ']', variables);
  else if (key == "offset")
    view.offset = in.symbolic(variables);
  else if (key == "mask")
    view.mask = read_ranges(in, '[', ']', variables);
  else
    in.refuse(begin, fmt::format("a view has no {}", shown(key)),
              did_you_mean(key, {"strides", "offset", "mask"}));
}

// What a view without strides has. Absent if they do not fit 64 bits.
std::optional<Dims> default_strides(const Dims& shape) {
  if (std::find(shape.begin(), shape.end(), Sint(0)) != shape.end()) return Dims(shape.size(), Sint(0));
  try {
    return row_major_strides(shape);
  } catch (const Failure&) {
    return std::nullopt;
  }
}

void require_rank(const TextCursor& in, std::size_t at, std::size_t has, const char* what, const Dims& shape) {
  if (has != shape.size())
    in.refuse(at, fmt::format("the {} has {} dimensions, the shape {} has {}", what, has, text_of(shape),
                              shape.size()));
}

std::string range_text(const Range& range) {
  return fmt::format("({},{})", range.first.text(), range.second.text());
}

std::string view_text(const View& view) {
  std::string out = ".view(" + text_of(view.shape());
  if (default_strides(view.shape()) != view.strides()) out += ", strides=" + text_of(view.strides());
  if (view.offset() != Sint(0)) out += ", offset=" + view.offset().text();
  if (view.mask()) {
    std::vector<std::string> ranges;
    for (const Range& range : *view.mask()) ranges.push_back(range_text(range));
    out += fmt::format(", mask=[{}]", fmt::join(ranges, ","));
  }
  return out + ")";
}

}  // namespace

bool at_dtype(TextCursor& in) {
  std::string_view word = in.peek_word();
  if (word.starts_with(kImage)) word.remove_prefix(kImage.size());
  return word == "ptr" || scalar_named(word).has_value();
}

DType read_dtype(TextCursor& in) {
  if (in.accept_word("ptr")) {
    if (in.peek_word() == "ptr") in.refuse_next("a dtype");
    return DType::pointer_to(read_dtype(in));
  }
  std::size_t begin = in.at();
  std::string_view word = in.word("a dtype");
  std::string_view name = word.starts_with(kImage) ? word.substr(kImage.size()) : word;
  std::optional<Scalar> scalar = scalar_named(name);
  if (!scalar)
    in.refuse(begin, fmt::format("unknown dtype {}", shown(word)), did_you_mean(name, scalar_names()));
  return name == word ? DType(*scalar) : read_image(in, *scalar);
}

Dims read_dims(TextCursor& in, char open, char close, const Variables& variables) {
  Dims dims;
  in.list(open, close, [&] { dims.push_back(in.symbolic(variables)); });
  return dims;
}

Axes read_axes(TextCursor& in, char open, char close) {
  Axes axes;
  in.list(open, close, [&] { axes.push_back(read_axis(in)); });
  return axes;
}

Ranges read_ranges(TextCursor& in, char open, char close, const Variables& variables) {
  Ranges ranges;
  in.list(open, close, [&] { ranges.push_back(read_range(in, variables)); });
  return ranges;
}

View read_view(TextCursor& in, const Variables& variables) {
  std::size_t begin = in.at();
  ViewFields view;
  bool first = true;
  in.list('(', ')', [&] {
    if (std::exchange(first, false))
      view.shape = read_dims(in, '[', ']', variables);
    else
      read_view_field(in, view, variables);
  });
  if (view.strides) require_rank(in, begin, view.strides->size(), "list of strides", view.shape);
  if (view.mask) require_rank(in, begin, view.mask->size(), "mask", view.shape);
  if (!view.strides) view.strides = default_strides(view.shape);
  if (!view.strides) in.refuse(begin, fmt::format("the shape {} does not fit 64 bits", text_of(view.shape)));
  try {
    return View::create(std::move(view.shape), std::move(*view.strides), view.offset, std::move(view.mask));
  } catch (const Failure& failure) {
    in.refuse(begin, failure.error());
  }
}

ShapeTracker read_views(TextCursor& in, const Variables& variables) {
  std::vector<View> views;
  if (in.next() != '.') in.refuse_next("\".view(...)\"");
  while (in.accept(".")) {
    if (!in.accept_word("view")) in.refuse_next("\"view\"");
    views.push_back(read_view(in, variables));
  }
  return ShapeTracker(std::move(views));
}

std::string dtype_text(DType dtype) {
  std::string out = dtype.pointer ? "ptr " : "";
  if (dtype.image) out += kImage;
  out += name_of(dtype.scalar);
  return dtype.image ? fmt::format("{}[{}]", out, fmt::join(dtype.image_shape, ",")) : out;
}

std::string axes_text(const Axes& axes) { return fmt::format("[{}]", fmt::join(axes, ",")); }

std::string views_text(const ShapeTracker& st) {
  std::string out;
  for (const View& view : st.views()) out += view_text(view);
  return out;
}

std::string name_text(const std::string& name) { return is_text_word(name) ? name : json_text(name); }

}  // namespace lockstep
