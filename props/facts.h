// facts.h: reads the files of facts in props/data: what the upstream project answers, one fact a line.
//
// Fields stand between tabs. `var NAME LOWEST HIGHEST VALUE` declares a variable, VALUE "-" where it is
// unbound. props/data/make_facts.py makes these files and describes the rest of the form.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/sint.h"

namespace lockstep::props {

using Fields = std::vector<std::string>;

struct Facts {
  std::vector<Variable> variables;
  std::vector<Fields> rows;
};

inline Fields split_at(const std::string& text, const std::string& between) {
  Fields fields;
  std::size_t begin = 0, end = 0;
  while ((end = text.find(between, begin)) != std::string::npos) {
    fields.push_back(text.substr(begin, end - begin));
    begin = end + between.size();
  }
  fields.push_back(text.substr(begin));
  return fields;
}

inline Variable declared(const Fields& f) {
  Variable v{f.at(1), std::stoll(f.at(2)), std::stoll(f.at(3)), {}};
  if (f.at(4) != "-") v.value = std::stoll(f.at(4));
  return v;
}

inline Facts read_facts(const std::string& name) {
  std::ifstream file(std::string(LOCKSTEP_SOURCE_DIR) + "/props/data/" + name);
  if (!file) throw std::runtime_error("cannot read props/data/" + name);
  Facts facts;
  for (std::string line; std::getline(file, line);) {
    Fields fields = split_at(line, "\t");
    if (fields[0] == "var")
      facts.variables.push_back(declared(fields));
    else
      facts.rows.push_back(std::move(fields));
  }
  return facts;
}

}  // namespace lockstep::props
