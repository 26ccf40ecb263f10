#include "core/error.h"

namespace lockstep {

std::string_view name_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::BadInput:
      return "bad input";
    case ErrorKind::Overflow:
      return "overflow";
    case ErrorKind::View:
      return "view";
    case ErrorKind::Symbolic:
      return "symbolic";
    case ErrorKind::Shape:
      return "shape";
    case ErrorKind::Assign:
      return "assign";
    case ErrorKind::Cycle:
      return "cycle";
    case ErrorKind::BufferLimit:
      return "buffer limit";
    case ErrorKind::Unrealized:
      return "unrealized";
    case ErrorKind::TooLarge:
      return "too large";
    case ErrorKind::Internal:
      return "internal";
  }
  return "unknown";
}

std::string Error::line() const {
  std::string text = place.empty() ? message : place + ": " + message;
  return hint.empty() ? text : text + " (" + hint + ")";
}

Failure::Failure(Error error) : std::runtime_error(error.line()), error_(std::move(error)) {}

Failure::Failure(ErrorKind kind, std::string message, std::string hint)
    : Failure(Error{kind, std::move(message), {}, std::move(hint)}) {}

void check(bool holds, std::string_view what) {
  if (!holds) throw Failure(ErrorKind::Internal, "broken invariant: " + std::string(what));
}

}  // namespace lockstep
