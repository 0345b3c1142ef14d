// SPDX-License-Identifier: BSL-1.0
// The parser case of SmartCheck: programs of a small language, printed and parsed again by a parser with two bugs.
//
// The bugs: `and` comes back with its operands exchanged; `or` comes back as `and`, with its operands exchanged. The
// smallest failing program is a function with one argument: an `and` of two different leaves, or any `or` of leaves.
#pragma once

#include <tali/gen.hpp>

#include <charconv>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace challenges::language {

namespace gen = tali::gen;

struct term;
using term_ptr = std::shared_ptr<const term>;
struct term {
  std::string_view what; // bool, int, not, or a binary operator
  int value = 0;
  term_ptr left, right;
};
struct statement {
  std::string_view what; // assign, alloc, return
  std::string name;
  term_ptr value;
};
struct function {
  std::string name;
  std::vector<term_ptr> arguments;
  std::vector<statement> statements;
};
struct module {
  std::vector<std::string> imports, exports;
};
struct program {
  std::vector<module> modules;
  std::vector<function> functions;
};

// Generators ----------------------------------------------------------------------------------------------------------

inline constexpr auto any_term = gen::recursive<term_ptr>([](const auto& self, int size) {
  const auto is = [](std::string_view what) { return [what](const term_ptr& t) { return t->what == what; }; };
  auto truth = gen::compose<term_ptr>(is("bool"), [](auto& draw) {
    const bool drawn = draw(gen::boolean(), [](const term_ptr& t) { return t->value != 0; });
    return std::make_shared<const term>(term{"bool", drawn ? 1 : 0, {}, {}});
  });
  auto number = gen::compose<term_ptr>(is("int"), [](auto& draw) {
    return std::make_shared<const term>(term{"int", draw(gen::integer<int>(), &term::value), {}, {}});
  });
  auto negation = gen::compose<term_ptr>(is("not"), [=](auto& draw) {
    return std::make_shared<const term>(term{"not", 0, draw(self(size - 1), &term::left), {}});
  });
  auto both = [=](std::string_view what) {
    return gen::compose<term_ptr>(is(what), [=](auto& draw) {
      auto l = draw(self(size / 2), &term::left);
      auto r = draw(self(size / 2), &term::right);
      return std::make_shared<const term>(term{what, 0, l, r});
    });
  };
  return gen::when(size <= 1, gen::pick<term_ptr>(gen::branch<"bool">(1, truth), gen::branch<"int">(1, number)),
                   gen::pick<term_ptr>(gen::branch<"bool">(1, truth), gen::branch<"int">(1, number),
                                       gen::branch<"not">(10, negation), gen::branch<"add">(100, both("add")),
                                       gen::branch<"sub">(100, both("sub")), gen::branch<"mul">(100, both("mul")),
                                       gen::branch<"div">(100, both("div")), gen::branch<"and">(100, both("and")),
                                       gen::branch<"or">(100, both("or"))));
});

inline constexpr auto any_name =
    gen::string(gen::alphabet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"), 1U, 8U);

inline constexpr auto any_module = gen::compose<module>([](auto& draw) {
  auto imports = draw(gen::vector(any_name), &module::imports);
  auto exports = draw(gen::vector(any_name), &module::exports);
  return module{std::move(imports), std::move(exports)};
});

/// Programs at a size: lists of lists use a fourth of it, so that the whole is of the order of the size.
inline constexpr auto any_program = gen::sized([](int given) {
  const int size = std::min(given, 30);
  const auto expression = any_term(size);
  const auto is = [](std::string_view what) { return [what](const statement& s) { return s.what == what; }; };
  const auto any_statement = gen::pick<statement>(
      gen::branch<"return">(
          1,
          gen::compose<statement>(
              is("return"), [=](auto& draw) { return statement{"return", {}, draw(expression, &statement::value)}; })),
      gen::branch<"assign">(1, gen::compose<statement>(is("assign"),
                                                       [=](auto& draw) {
                                                         auto name = draw(any_name, &statement::name);
                                                         return statement{"assign", std::move(name),
                                                                          draw(expression, &statement::value)};
                                                       })),
      gen::branch<"alloc">(1, gen::compose<statement>(is("alloc"), [=](auto& draw) {
                             auto name = draw(any_name, &statement::name);
                             return statement{"alloc", std::move(name), draw(expression, &statement::value)};
                           })));
  const auto any_function = gen::compose<function>([=](auto& draw) {
    auto name = draw(any_name, &function::name);
    auto arguments = draw(gen::vector(expression), &function::arguments);
    auto statements = draw(gen::vector(any_statement), &function::statements);
    return function{std::move(name), std::move(arguments), std::move(statements)};
  });
  return gen::resize(size / 4, gen::compose<program>([=](auto& draw) {
                       auto modules = draw(gen::vector(any_module), &program::modules);
                       auto functions = draw(gen::vector(any_function), &program::functions);
                       return program{std::move(modules), std::move(functions)};
                     }));
});

// Printing: keywords first, every operand in parentheses --------------------------------------------------------------

inline std::string print(const term& t) {
  if (t.what == "int" || t.what == "bool") {
    return std::string(t.what) + " " + std::to_string(t.value);
  }
  const std::string first = std::string(t.what) + " (" + print(*t.left) + ")";
  return t.right ? first + " (" + print(*t.right) + ")" : first;
}
template <class T, class Print>
std::string joined(const std::vector<T>& items, char separator, Print print_item) {
  std::string out;
  for (const T& item : items) {
    out += (out.empty() ? "" : std::string(1, separator)) + print_item(item);
  }
  return out;
}
inline std::string print(const statement& s) {
  return std::string(s.what) + " " + s.name + " (" + print(*s.value) + ")";
}
inline std::string print(const program& p) {
  const auto name = [](const std::string& n) { return n; };
  return "program (" +
         joined(p.modules, ';',
                [&](const module& m) {
                  return "module (" + joined(m.imports, ':', name) + ") (" + joined(m.exports, ':', name) + ")";
                }) +
         ") (" +
         joined(p.functions, ';',
                [&](const function& f) {
                  return "function " + f.name + " (" +
                         joined(f.arguments, ',', [](const term_ptr& t) { return print(*t); }) + ") (" +
                         joined(f.statements, ',', [](const statement& s) { return print(s); }) + ")";
                }) +
         ")";
}

// Parsing -------------------------------------------------------------------------------------------------------------

class parser {
public:
  explicit parser(std::string_view text) : rest_(text) {}

  program whole() {
    program p;
    word();
    p.modules = list<module>(';', [&] {
      word();
      module m;
      m.imports = list<std::string>(':', [&] { return std::string(word()); });
      m.exports = list<std::string>(':', [&] { return std::string(word()); });
      return m;
    });
    p.functions = list<function>(';', [&] {
      word();
      function f;
      f.name = word();
      f.arguments = list<term_ptr>(',', [&] { return expression(); });
      f.statements = list<statement>(',', [&] {
        statement s;
        s.what = known(word());
        s.name = word();
        s.value = operand();
        return s;
      });
      return f;
    });
    return p;
  }

private:
  static std::string_view known(std::string_view word) {
    for (const std::string_view k :
         {"bool", "int", "not", "add", "sub", "mul", "div", "and", "or", "assign", "alloc", "return"}) {
      if (k == word) {
        return k;
      }
    }
    return {};
  }
  std::string_view word() {
    const std::size_t end = std::min(rest_.size(), rest_.find_first_of(" ():;,"));
    const std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (rest_.starts_with(' ')) {
      rest_.remove_prefix(1);
    }
    return found;
  }
  void punctuation() {
    rest_.remove_prefix(1);
    if (rest_.starts_with(' ')) {
      rest_.remove_prefix(1);
    }
  }
  template <class T, class Item>
  std::vector<T> list(char separator, Item item) {
    std::vector<T> items;
    punctuation();
    while (!rest_.starts_with(')')) {
      items.push_back(item());
      if (rest_.starts_with(separator)) {
        punctuation();
      }
    }
    punctuation();
    return items;
  }
  term_ptr operand() {
    punctuation();
    term_ptr t = expression();
    punctuation();
    return t;
  }
  term_ptr expression() {
    const std::string_view what = known(word());
    if (what == "int" || what == "bool") {
      const std::string_view digits = word();
      int value = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
      return std::make_shared<const term>(term{what, value, {}, {}});
    }
    term_ptr l = operand();
    if (what == "not") {
      return std::make_shared<const term>(term{what, 0, l, {}});
    }
    term_ptr r = operand();
    if (what == "and" || what == "or") { // the bugs
      return std::make_shared<const term>(term{"and", 0, r, l});
    }
    return std::make_shared<const term>(term{what, 0, l, r});
  }

  std::string_view rest_;
};

inline bool survives_parsing(const program& p) {
  const std::string text = print(p);
  return print(parser(text).whole()) == text; // different programs print differently
}

/// Names, statements, nodes of expressions.
inline int size_of(const term& t) { return 1 + (t.left ? size_of(*t.left) : 0) + (t.right ? size_of(*t.right) : 0); }
inline int size_of(const program& p) {
  std::size_t n = 0;
  for (const module& m : p.modules) {
    n += m.imports.size() + m.exports.size();
  }
  for (const function& f : p.functions) {
    for (const term_ptr& t : f.arguments) {
      n += static_cast<std::size_t>(size_of(*t));
    }
    for (const statement& s : f.statements) {
      n += 1 + static_cast<std::size_t>(size_of(*s.value));
    }
  }
  return static_cast<int>(n);
}

} // namespace challenges::language
