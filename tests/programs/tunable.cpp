// SPDX-License-Identifier: BSL-1.0
// Tunable generators for tests/e2e/command/tune_test.py: of text, of values that are read from JSON, with their own
// reader, and without labels.
#include <tali/gen/labelled.hpp>
#include <tali/property/main.hpp>
#include <tali/property/tunable.hpp>
#include <tali/tali.hpp>

#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace {

namespace gen = tali::gen;

const auto words = gen::repeated<std::string, "end", "letter">(gen::labelled_letters("abcdefghij"));

struct circle {
  int radius;
};
struct box {
  int width;
  int height;
};
struct drawing {
  std::vector<std::variant<circle, box>> shapes;
  std::optional<std::string> title;
};

struct chain {
  int link;
  std::unique_ptr<chain> rest;
};

struct dice {
  int sides;
};
const auto some_dice = gen::map(
    gen::pick(gen::branch<"six">(1, gen::exact(6)), gen::branch<"twenty">(1, gen::exact(20))),
    [](int sides) { return dice{sides}; }, [](const dice& d) { return d.sides; });
std::optional<dice> dice_from(std::string_view text) {
  dice d{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), d.sides);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(d) : std::nullopt;
}

TALI_TUNABLE("words", words);
TALI_TUNABLE("drawings", tali::arbitrary<drawing>());
TALI_TUNABLE("dice", some_dice, dice_from);
TALI_TUNABLE("chains", tali::arbitrary<chain>());
TALI_TUNABLE("numbers", gen::integer(0, 9));

TALI_PROPERTY("no word has an a", words, [](const std::string& w) { return w.find('a') == std::string::npos; });
TALI_PROPERTY("words are like examples", words, [](tali::test_case& c, const std::string& w) {
  c.event(w.find_first_of("defghij") == std::string::npos ? "only abc" : "others");
});

} // namespace

int main(int argc, char** argv) { return tali::run_main(argc, argv); }
