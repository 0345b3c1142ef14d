// SPDX-License-Identifier: BSL-1.0
// Derived generators: aggregates, enumerations, variants, containers and owning pointers need no generator, also if
// nested. Constraints that the type does not express (an age is not negative) are stated once, for a field or for a
// class.
#include <tali/property/registry.hpp>
#include <tali/tali.hpp>

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gen = tali::gen;

enum class currency { eur, usd, jpy };

struct money {
  currency unit;
  long cents;
};

struct card {
  std::string number;
};
struct transfer {
  std::string iban;
  std::optional<std::string> reference;
};

struct order {
  int id;
  std::map<std::string, money> items;
  std::variant<card, transfer> payment;
};

// A class with an invariant: its constructor takes an hour and a minute, not any two integers.
class time_of_day {
public:
  time_of_day(int hour, int minute) : minutes_(60 * hour + minute) {}
  [[nodiscard]] int hour() const { return minutes_ / 60; }
  [[nodiscard]] int minute() const { return minutes_ % 60; }

  friend bool operator==(time_of_day, time_of_day) = default;

private:
  int minutes_;
};

// This generator is used wherever a time_of_day occurs, also as a part of another type.
template <>
struct tali::arbitrary_for<time_of_day> {
  static constexpr auto make() {
    return gen::map(
        gen::pair(gen::integer(0, 23), gen::integer(0, 59)),
        [](const auto& p) { return time_of_day(p.first, p.second); },
        [](const time_of_day& t) { return std::pair(t.hour(), t.minute()); }); // the inverse
  }
};

// How it is printed in reports.
void tali_show(std::string& out, const time_of_day& t) {
  out += tali::show(t.hour()) + (t.minute() < 10 ? ":0" : ":") + tali::show(t.minute());
}

struct meeting {
  std::string title;
  time_of_day begin;
  std::vector<std::string> guests;
};

namespace {

/// One line for each item, one for the payment.
std::vector<std::string> printed(const order& o) {
  std::vector<std::string> lines;
  lines.reserve(o.items.size() + 1);
  for (const auto& [article, price] : o.items) {
    lines.push_back(article + ": " + std::to_string(price.cents));
  }
  lines.emplace_back(std::holds_alternative<card>(o.payment) ? "paid by card" : "paid by transfer");
  return lines;
}

// An order needs no generator: tali derives it from the type.
TALI_PROPERTY("orders are printed line by line", [](tali::test_case& c, const order& o) {
  c.classify(o.items.empty(), "no items");
  c.classify(std::holds_alternative<card>(o.payment), "by card", "by transfer");
  return printed(o).size() == o.items.size() + 1;
});

TALI_PROPERTY("meetings begin within the day", [](const meeting& m) { return m.begin.hour() < 24; });

// A different generator for one field, in one property only.
TALI_PROPERTY("amounts are positive", tali::arbitrary<money>().with(&money::cents, gen::integer(1L, 1'000'000L)),
              [](const money& m) { return m.cents > 0; });

} // namespace
