// error.h: what went wrong, where, and what to do about it, as a value.
//
// An Error is one line: `place: message (hint)`. Inside the library it travels as an exception (the view
// algebra fails deep inside loops); every public entry point hands it out as a Result instead.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace lockstep {

enum class ErrorKind {
  BadInput,     // a file that is not a case, graph or schedule, or one that contradicts itself
  Overflow,     // a size, stride or offset that does not fit 64 bits
  View,         // a movement operation that its view does not allow
  Symbolic,     // symbolic arithmetic that has no answer, or a variable that has no value
  Shape,        // shapes or sizes inside a kernel that do not agree
  Assign,       // an in-place update whose own operand is read through a view that is not contiguous
  Cycle,        // kernels that wait for each other
  BufferLimit,  // a kernel with more buffers than its device takes, or none with an element
  Unrealized,   // a node that nothing writes, though something needs it
  TooLarge,     // work beyond a stated bound
  Internal,     // a broken invariant of lockstep itself
};

std::string_view name_of(ErrorKind kind);

struct Error {
  ErrorKind kind = ErrorKind::BadInput;
  std::string message;
  std::string place = {};  // "node 7", "line 3, column 9"; empty where there is none
  std::string hint = {};

  // The one line that a user sees, without the file name.
  std::string line() const;
  bool operator==(const Error&) const = default;
};

// How an Error travels inside the library. what() is Error::line().
class Failure : public std::runtime_error {
 public:
  explicit Failure(Error error);
  Failure(ErrorKind kind, std::string message, std::string hint = {});
  const Error& error() const { return error_; }

 private:
  Error error_;
};

template <typename T>
using Result = tl::expected<T, Error>;

// Runs `body` and turns a Failure into an Error value.
template <typename Body>
auto caught(Body&& body) -> Result<decltype(body())> {
  try {
    return body();
  } catch (const Failure& failure) {
    return tl::make_unexpected(failure.error());
  }
}

// A broken invariant: stays on in every build.
void check(bool holds, std::string_view what);

}  // namespace lockstep
