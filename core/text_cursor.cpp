#include "core/text_cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/json_tree.h"
#include "core/place.h"
#include "core/spelling.h"

namespace lockstep {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

template <typename Number>
bool parsed(std::string_view digits, Number& value) {
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size();
}

}  // namespace

void TextCursor::skip() {
  while (at_ < text_.size()) {
    char c = text_[at_];
    if (c == '#')
      at_ = std::min(text_.find('\n', at_), text_.size());
    else if (c == ' ' || c == '\t' || c == '\r' || (c == '\n' && !lists_.empty()))
      ++at_;
    else
      return;
  }
}

bool TextCursor::next_line() {
  for (skip(); peek() == '\n'; skip()) ++at_;
  return at_ < text_.size();
}

bool TextCursor::at_line_end() {
  skip();
  return at_ == text_.size() || text_[at_] == '\n';
}

void TextCursor::end_line() {
  if (!at_line_end()) refuse_next("the end of the line");
}

std::size_t TextCursor::at() {
  skip();
  return at_;
}

char TextCursor::next() {
  skip();
  return peek() == '\n' ? '\0' : peek();
}

bool TextCursor::accept(std::string_view mark) {
  skip();
  if (text_.substr(at_, mark.size()) != mark) return false;
  at_ += mark.size();
  return true;
}

void TextCursor::expect(std::string_view mark) {
  if (!accept(mark)) refuse_next(fmt::format("\"{}\"", mark));
}

void TextCursor::close(char opening, char closing) {
  if (next() != closing) {
    std::size_t begin = lists_.back();
    bool elsewhere = text_.substr(begin, at_ - begin).find('\n') != std::string_view::npos;
    std::string which = elsewhere ? fmt::format(" for the \"{}\" of {}", opening, place(begin)) : "";
    refuse_next(fmt::format("\",\" or \"{}\"{}", closing, which));
  }
  ++at_;
  lists_.pop_back();
}

std::string_view TextCursor::peek_word() {
  skip();
  std::size_t end = at_;
  if (is_letter(peek()))
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
  return text_.substr(at_, end - at_);
}

std::string_view TextCursor::word(std::string_view needed) {
  std::string_view word = peek_word();
  if (word.empty()) refuse_next(needed);
  at_ += word.size();
  return word;
}

bool TextCursor::accept_word(std::string_view word) {
  if (peek_word() != word) return false;
  at_ += word.size();
  return true;
}

bool TextCursor::at_assigned_word() {
  std::string_view word = peek_word();
  if (word.empty()) return false;
  std::size_t begin = std::exchange(at_, at_ + word.size());
  bool assigned = next() == '=';
  at_ = begin;
  return assigned;
}

bool TextCursor::at_literal() {
  std::string_view word = peek_word();
  if (!word.empty()) return word == "true" || word == "false" || word == "nan" || word == "inf";
  return is_digit(peek()) || (peek() == '-' && (is_digit(peek(1)) || text_.substr(at_ + 1, 3) == "inf"));
}

// -? digits (. digits)? ([eE] [+-]? digits)?
std::string_view TextCursor::number() {
  skip();
  std::size_t begin = at_;
  auto digits = [&] {
    while (is_digit(peek())) ++at_;
  };
  if (peek() == '-') ++at_;
  digits();
  if (peek() == '.' && is_digit(peek(1))) ++at_, digits();
  bool exponent = peek() == 'e' || peek() == 'E';
  std::size_t sign = exponent && (peek(1) == '+' || peek(1) == '-') ? 1 : 0;
  if (exponent && is_digit(peek(1 + sign))) at_ += 1 + sign, digits();
  return text_.substr(begin, at_ - begin);
}

std::int64_t TextCursor::integer() {
  std::size_t begin = at();
  if (!is_digit(peek()) && !(peek() == '-' && is_digit(peek(1)))) refuse_next("an integer");
  std::string_view digits = number();
  std::int64_t value = 0;
  if (!parsed(digits, value)) refuse(begin, fmt::format("{} is no 64-bit integer", shown(digits)));
  return value;
}

std::int64_t TextCursor::count() {
  std::size_t begin = at();
  std::int64_t value = integer();
  if (value < 0) refuse(begin, fmt::format("{} is negative", value));
  return value;
}

ConstValue TextCursor::literal() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!at_literal()) refuse_next("a number");
  if (accept("true")) return ConstValue::of_bool(true);
  if (accept("false")) return ConstValue::of_bool(false);
  if (accept("nan")) return ConstValue::of_float(std::nan(""));
  if (accept("inf")) return ConstValue::of_float(kInfinity);
  if (accept("-inf")) return ConstValue::of_float(-kInfinity);
  std::size_t begin = at();
  std::string_view digits = number();
  std::int64_t small = 0;
  std::uint64_t large = 0;
  double real = 0;
  if (parsed(digits, small)) return ConstValue::of_int(small);
  if (parsed(digits, large)) return ConstValue::of_uint(large);
  if (digits.find_first_of(".eE") == std::string_view::npos)
    refuse(begin, fmt::format("{} does not fit 64 bits", shown(digits)));
  if (!parsed(digits, real)) refuse(begin, fmt::format("{} is no float64", shown(digits)));
  return ConstValue::of_float(real);
}

std::string TextCursor::text() {
  if (next() != '"') refuse_next("text in quotes");
  std::size_t begin = at_++;
  while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
  if (peek() != '"') refuse(begin, "the quote is not closed");
  ++at_;
  try {
    return *parse_json(text_.substr(begin, at_ - begin)).text();
  } catch (const Failure& failure) {
    refuse(begin, failure.error());
  }
}

std::string TextCursor::name() {
  if (next() == '"') return text();
  return std::string(word("a name"));
}

// An integer, a variable, or an expression in brackets: upstream's spelling has brackets around every other
// one.
Sint TextCursor::symbolic(const std::vector<Variable>& variables) {
  char first = next();
  if (first != '(' && !is_letter(first)) return integer();
  std::size_t begin = at_, depth = 0;
  do {
    if (peek() == '(') ++depth;
    if (peek() == ')') --depth;
    at_ += is_letter(peek()) ? peek_word().size() : 1;
  } while (depth > 0 && at_ < text_.size() && peek() != '\n');
  if (depth > 0) refuse(begin, "the bracket is not closed");
  try {
    return parse_sint(text_.substr(begin, at_ - begin), variables);
  } catch (const Failure& failure) {
    refuse(begin, failure.error());
  }
}

std::string TextCursor::place(std::size_t at) const {
  std::string_view before = text_.substr(0, at);
  std::size_t newline = before.rfind('\n');
  std::size_t column = newline == std::string_view::npos ? at + 1 : at - newline;
  return fmt::format("line {}, column {}", std::count(before.begin(), before.end(), '\n') + 1, column);
}

void TextCursor::refuse(std::size_t at, std::string message, std::string hint) const {
  throw Failure(Error{ErrorKind::BadInput, std::move(message), place(at), std::move(hint)});
}

void TextCursor::refuse(std::size_t at, Error error) const {
  error.place = place(at);
  throw Failure(std::move(error));
}

void TextCursor::refuse_next(std::string_view needed) {
  std::string_view rest = text_.substr(at());
  std::string_view word = peek_word();
  if (word.empty()) word = rest.substr(0, 1);
  std::string found = at_ == text_.size() ? "the text ends"
                      : rest[0] == '\n'   ? "the line ends"
                                          : shown(word) + " stands";
  refuse(at_, fmt::format("expected {}, but {} here", needed, found));
}

bool is_text_word(std::string_view text) {
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

std::string did_you_mean(std::string_view misspelt, const std::vector<std::string_view>& candidates) {
  misspelt = misspelt.substr(0, 32);  // the distance costs the length
  std::size_t nearest = std::min(misspelt.size(), std::max<std::size_t>(2, misspelt.size() / 2) + 1);
  std::string_view best;
  for (std::string_view candidate : candidates) {
    std::size_t distance = edit_distance(misspelt, candidate);
    if (distance < nearest) nearest = distance, best = candidate;
  }
  return best.empty() ? "" : fmt::format("did you mean {}?", best);
}

}  // namespace lockstep
