// SPDX-License-Identifier: BSL-1.0
// Holey generators: uniform shapes by both ways of making them, and shapes by weightings.
#include "tables.hpp"

#include <tali/gen.hpp>
#include <tali/gen/holey.hpp>

#include <memory>

namespace conformance {

namespace gen = tali::gen;

namespace {

struct twig;
using branch = std::unique_ptr<twig>;
struct twig {
  branch left;
  int mark;
  branch right;
};
std::size_t twigs(const branch& t) { return t == nullptr ? 0 : twigs(t->left) + 1 + twigs(t->right); }
bool ordered(const branch& t, int lo, int hi) {
  return t == nullptr ||
         (lo <= t->mark && t->mark <= hi && ordered(t->left, lo, t->mark - 1) && ordered(t->right, t->mark + 1, hi));
}
branch make_twig(branch l, int mark, branch r) {
  return std::make_unique<twig>(twig{std::move(l), mark, std::move(r)});
}

constexpr auto free_tree = gen::holey<branch>([](auto self) {
  return gen::hole(gen::exact<branch>(), [=](auto& draw) {
    const int mark = draw(gen::integer(0, 1));
    return gen::fill([=](branch l, branch r) { return make_twig(std::move(l), mark, std::move(r)); }, self(), self());
  });
});
constexpr auto search_tree = gen::holey<branch>([](auto self, int lo, int hi) {
  return gen::hole(lo <= hi, gen::exact<branch>(), [=](auto& draw) {
    const int key = draw(gen::integer(lo, hi));
    return gen::fill([=](branch l, branch r) { return make_twig(std::move(l), key, std::move(r)); }, self(lo, key - 1),
                     self(key + 1, hi));
  });
});

} // namespace

void holey_values(table& into) {
  FORWARD_SUBJECT(free_tree()).valid([](const branch& t, int size) { return twigs(t) <= std::size_t(size); });
  FORWARD_SUBJECT(free_tree().exactly(3)).sequences(5 * 8).valid([](const branch& t) { return twigs(t) == 3; });
  FORWARD_SUBJECT(free_tree().between(1, 2)).sequences(2 + 2 * 4);
  FORWARD_SUBJECT(search_tree(0, 9)).valid([](const branch& t) { return ordered(t, 0, 9); });
  FORWARD_SUBJECT(search_tree(0, 9).exactly(10)).long_sequences().valid([](const branch& t) { return twigs(t) == 10; });
  FORWARD_SUBJECT(search_tree(0, 9).at_most(5).by(gen::deep())).valid([](const branch& t) {
    return ordered(t, 0, 9) && twigs(t) <= 5;
  });
  FORWARD_SUBJECT(free_tree().by(gen::mixture(gen::uniform_shapes{}, gen::any_hole{}, gen::leaning_left())));
}

} // namespace conformance
