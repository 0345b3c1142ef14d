// SPDX-License-Identifier: BSL-1.0
// tali replay-text: prints the choices that a text encodes.
#include "command/command.hpp"

#include <tali/store/encoding.hpp>

#include <bit>

#include <fmt/format.h>

namespace tali::command {

using namespace choices;
using namespace store;

int decode_replay_text(const std::string& text) {
  const decoded_choices spelt = choices_from_text(text);
  if (!spelt) {
    print_error(fmt::format("the replay text is {}", spelt.error));
    return wrong_usage;
  }
  const auto& choices = spelt.choices.choices;
  out(fmt::format("size {}, {}\n", spelt.choices.size, plural(choices.size(), "choice", "choices")));
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const choice& c = choices[i];
    std::string words;
    switch (c.kind) {
    case choice_kind::integer:
      words = c.value == c.origin  ? std::string("integer: the simplest")
              : c.value > c.origin ? fmt::format("integer: {} above the simplest", c.value - c.origin)
                                   : fmt::format("integer: {} below the simplest", c.origin - c.value);
      break;
    case choice_kind::branch:
      words = fmt::format("branch: {}", c.value);
      break;
    case choice_kind::real:
      words = fmt::format("real: {}", std::bit_cast<double>(c.value));
      break;
    }
    out(fmt::format("{:>5}  {}\n", i + 1, words));
  }
  return done;
}

} // namespace tali::command
