// text_cursor.h: a place in a text of the text form, and the pieces that are read there. Private to text_*.cpp.
//
//   C1  blanks and comments (# to the end of the line) stand between pieces; a line's end is one only within
//   the
//       brackets of list()
//   C2  every refusal is a Failure(BadInput) placed at "line L, column C", counted from 1
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/const_value.h"
#include "core/error.h"
#include "core/sint.h"

namespace lockstep {

class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) {}

  bool next_line();  // to the next line that says something; false at the end of the text
  void end_line();   // refuses what is left of the line
  bool at_line_end();
  std::size_t at();  // where the next piece begins

  char next();  // the next character; 0 at a line's end
  bool accept(std::string_view mark);
  void expect(std::string_view mark);
  // Between two brackets: what `body` reads; what `item` reads, any number of times, with commas between.
  template <typename Body>
  void bracketed(char open, char close, Body&& body);
  template <typename Item>
  void list(char open, char close, Item&& item);

  std::string_view peek_word();  // letters, digits and _, no digit first; empty if there is none
  std::string_view word(std::string_view needed);
  bool accept_word(std::string_view word);
  bool at_assigned_word();  // a word followed by "="
  bool at_literal();        // a number, true, false, nan, inf or -inf

  std::int64_t integer();
  std::int64_t count();  // an integer that is not negative
  ConstValue literal();
  std::string text();  // between quotes, with JSON's escapes
  std::string name();  // a word, or text
  Sint symbolic(const std::vector<Variable>& variables);

  std::string place(std::size_t at) const;
  [[noreturn]] void refuse(std::size_t at, std::string message, std::string hint = {}) const;
  [[noreturn]] void refuse(std::size_t at, Error error) const;  // the error, placed there
  [[noreturn]] void refuse_next(std::string_view needed);       // expected …, not what stands here

 private:
  void skip();
  void close(char opening, char closing);
  std::string_view number();
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::size_t> lists_ = {};  // where the lists around here begin
};

template <typename Body>
void TextCursor::bracketed(char opening, char closing, Body&& body) {
  expect({&opening, 1});
  body();
  expect({&closing, 1});
}

template <typename Item>
void TextCursor::list(char opening, char closing, Item&& item) {
  lists_.push_back(at());
  expect({&opening, 1});
  if (next() != closing) {
    item();
    while (accept(",")) item();
  }
  close(opening, closing);
}

bool is_text_word(std::string_view text);
// "did you mean WORD?", of the nearest candidate; empty if none is near.
std::string did_you_mean(std::string_view misspelt, const std::vector<std::string_view>& candidates);

}  // namespace lockstep
