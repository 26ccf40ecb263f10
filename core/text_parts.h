// text_parts.h: the words of the text form that graphs and schedules share, read and written: dtypes, shapes,
// views. Private to text_*.cpp.
//
// What read_X reads of text_X(x) is x.
#pragma once

#include "core/dtype.h"
#include "core/shapetracker.h"
#include "core/text_cursor.h"

namespace lockstep {

using Variables = std::vector<Variable>;

bool at_dtype(TextCursor& in);
DType read_dtype(TextCursor& in);  // float32, image_float16[4,8,4], ptr float32
Dims read_dims(TextCursor& in, char open, char close, const Variables& variables);
Axes read_axes(TextCursor& in, char open, char close);
Ranges read_ranges(TextCursor& in, char open, char close, const Variables& variables);  // [(1,2), (0,0)]
// What follows ".view": ([4,8], strides=[8,1], offset=3, mask=[(0,2),(0,8)]), all but the shape at will.
View read_view(TextCursor& in, const Variables& variables);
ShapeTracker read_views(TextCursor& in, const Variables& variables);  // .view(…).view(…)

std::string dtype_text(DType dtype);
std::string axes_text(const Axes& axes);
std::string views_text(const ShapeTracker& st);
std::string name_text(const std::string& name);  // quoted unless it is a word

}  // namespace lockstep
