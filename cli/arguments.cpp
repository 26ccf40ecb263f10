#include "cli/arguments.h"

#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/complain.h"

namespace lockstep {

struct Arguments::Parser {
  CLI::App app;
};

Arguments::Arguments(const std::string& verb, const std::string& purpose)
    : verb_(verb), parser_(std::make_unique<Parser>()) {
  parser_->app.name("lockstep " + verb);
  parser_->app.description(purpose);
  parser_->app.get_formatter()->column_width(28);
}

Arguments::~Arguments() = default;

void Arguments::flag(const std::string& name, bool& value, const std::string& help) {
  parser_->app.add_flag(name, value, help);
}

void Arguments::text(const std::string& name, std::string& value, const std::string& help) {
  parser_->app.add_option(name, value, help)->option_text("NAME");
}

void Arguments::choice(const std::string& name, std::string& value, const std::vector<std::string>& among,
                       const std::string& help) {
  std::string words;
  for (const std::string& word : among) words += (words.empty() ? "" : "|") + word;
  parser_->app.add_option(name, value, help + " (default " + value + ")")
      ->check(CLI::IsMember(among))
      ->option_text(words);
}

void Arguments::bit(const std::string& name, std::optional<bool>& value, const std::string& help) {
  auto store = [&value](const std::string& word) { value = word == "1"; };
  parser_->app.add_option_function<std::string>(name, store, help)
      ->check(CLI::IsMember(std::vector<std::string>{"0", "1"}))
      ->option_text("0|1");
}

void Arguments::count(const std::string& name, std::optional<int>& value, int least, int most,
                      const std::string& help) {
  auto store = [&value](const int& number) { value = number; };
  parser_->app.add_option_function<int>(name, store, help)->check(CLI::Range(least, most))->option_text("N");
}

void Arguments::paths(const std::string& name, std::vector<std::string>& values, const std::string& help) {
  parser_->app.add_option(name, values, help)->option_text("PATH...");
}

void Arguments::place(const std::string& name, std::string& value, const std::string& help, Need need) {
  parser_->app.add_option(name, value, help)->required(need == Required)->option_text(" ");
}

void Arguments::places(const std::string& name, std::vector<std::string>& values, const std::string& help) {
  parser_->app.add_option(name, values, help)->required()->option_text("...");
}

std::optional<int> Arguments::parse(const Words& words) {
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // the order that CLI11 takes
  try {
    parser_->app.parse(reversed);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", parser_->app.help());
    return kFine;
  } catch (const CLI::ParseError& error) {
    return refuse(error.what());
  }
}

int Arguments::refuse(const std::string& message) const {
  complain("lockstep " + verb_, Error{ErrorKind::BadInput, message, {}, "lockstep help " + verb_});
  return kBadInput;
}

}  // namespace lockstep
