// SPDX-License-Identifier: BSL-1.0
// Predicates for sortacle.
#include "assess/forever.hpp"

#include <tali/assess/examples.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace tali::assess {

namespace sortacle_examples {

using person = sorting::person<concrete>;
using people = std::vector<person>;
using key = std::pair<int, int>;

key key_of(const person& p) { return {p.age, p.name}; }

std::map<key, int> counts(const people& list) {
  std::map<key, int> n;
  for (const person& p : list) {
    ++n[key_of(p)];
  }
  return n;
}
std::vector<key> keys(const people& list) {
  std::vector<key> k;
  for (const person& p : list) {
    k.push_back(key_of(p));
  }
  return k;
}
std::vector<key> sorted_keys(const people& list) {
  std::vector<key> k = keys(list);
  std::sort(k.begin(), k.end());
  return k;
}
std::set<key> members(const people& list) {
  const std::vector<key> k = keys(list);
  return {k.begin(), k.end()};
}
bool ordered(const people& list) {
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (list[i - 1].age > list[i].age) {
      return false;
    }
  }
  return true;
}
bool permuted(const people& a, const people& b) { return counts(a) == counts(b); }
bool within(const people& a, const people& b) {
  const std::set<key> all = members(b);
  return std::all_of(a.begin(), a.end(), [&](const person& p) { return all.contains(key_of(p)); });
}
bool same_counts_for(const people& which, const people& a, const people& b) {
  std::map<key, int> in_a = counts(a);
  std::map<key, int> in_b = counts(b);
  return std::all_of(which.begin(), which.end(), [&](const person& p) { return in_a[key_of(p)] == in_b[key_of(p)]; });
}
int sum_of_ages(const people& list) {
  int n = 0;
  for (const person& p : list) {
    n += p.age;
  }
  return n;
}
template <class F>
auto projected(const people& list, const F& f) {
  std::multiset<int> out;
  for (const person& p : list) {
    out.insert(f(p));
  }
  return out;
}

} // namespace sortacle_examples

// long: a table of predicates, one statement each.
std::vector<example> examples_of(const problem_of<sorting>& problem) {
  using namespace sortacle_examples;
  std::vector<example> out;
  const auto add = [&](const char* name, bool right, const char* about, const auto& f) {
    out.push_back({predicate_of(problem, name, f), right, about});
  };
  const auto right = [&](const char* name, const char* about, const auto& f) { add(name, true, about, f); };
  const auto wrong = [&](const char* name, const char* about, const auto& f) { add(name, false, about, f); };

  right("right-counts", "compares counts, and checks the order",
        [](const people& in, const people& o) { return permuted(in, o) && ordered(o); });
  right("right-sorted-copies", "compares sorted copies, and uses is_sorted", [](const people& in, const people& o) {
    return sorted_keys(in) == sorted_keys(o) &&
           std::is_sorted(o.begin(), o.end(), [](const person& a, const person& b) { return a.age < b.age; });
  });
  right("right-cross-off", "crosses people off one by one", [](const people& in, const people& o) {
    people rest = in;
    int last = -1;
    for (const person& p : o) {
      const auto found =
          std::find_if(rest.begin(), rest.end(), [&](const person& q) { return key_of(p) == key_of(q); });
      if (found == rest.end() || p.age < last) {
        return false;
      }
      last = p.age;
      rest.erase(found);
    }
    return rest.empty();
  });
  right("right-is-permutation", "std::is_permutation, and any two in order", [](const people& in, const people& o) {
    const std::vector<key> a = keys(in);
    const std::vector<key> b = keys(o);
    for (std::size_t j = 0; j < o.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        if (o[i].age > o[j].age) {
          return false;
        }
      }
    }
    return std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
  });

  wrong("always-true", "accepts everything", [](const people&, const people&) { return true; });
  wrong("always-false", "rejects everything", [](const people&, const people&) { return false; });
  wrong("ordered-only", "does not check the contents", [](const people&, const people& o) { return ordered(o); });
  wrong("permutation-only", "does not check the order",
        [](const people& in, const people& o) { return permuted(in, o); });
  wrong("length-only", "checks the length and the order only",
        [](const people& in, const people& o) { return in.size() == o.size() && ordered(o); });
  wrong("sets", "compares sets instead of multisets",
        [](const people& in, const people& o) { return members(in) == members(o) && ordered(o); });
  wrong("sets-and-length", "compares sets instead of multisets, and the length", [](const people& in, const people& o) {
    return members(in) == members(o) && in.size() == o.size() && ordered(o);
  });
  wrong("output-in-input", "the output within the input, and the length",
        [](const people& in, const people& o) { return within(o, in) && in.size() == o.size() && ordered(o); });
  wrong("input-in-output", "the input within the output, and the length",
        [](const people& in, const people& o) { return within(in, o) && in.size() == o.size() && ordered(o); });
  wrong("no-length-output", "the output within the input",
        [](const people& in, const people& o) { return within(o, in) && ordered(o); });
  wrong("no-length-input", "the input within the output",
        [](const people& in, const people& o) { return within(in, o) && ordered(o); });
  wrong("counts-of-output", "counts the people of the output only",
        [](const people& in, const people& o) { return same_counts_for(o, in, o) && ordered(o); });
  wrong("counts-of-input", "counts the people of the input only",
        [](const people& in, const people& o) { return same_counts_for(in, in, o) && ordered(o); });
  wrong("descending", "the wrong direction",
        [](const people& in, const people& o) { return permuted(in, o) && ordered(people(o.rbegin(), o.rend())); });
  wrong("strictly-ascending", "no two of the same age", [](const people& in, const people& o) {
    return permuted(in, o) && std::adjacent_find(o.begin(), o.end(), [](const person& a, const person& b) {
                                return a.age >= b.age;
                              }) == o.end();
  });
  wrong("skips-last-pair", "off by one at the end", [](const people& in, const people& o) {
    return permuted(in, o) && ordered(o.empty() ? o : people(o.begin(), o.end() - 1));
  });
  wrong("skips-first-pair", "off by one at the start", [](const people& in, const people& o) {
    return permuted(in, o) && ordered(o.empty() ? o : people(o.begin() + 1, o.end()));
  });
  wrong("every-other-pair", "checks every other pair", [](const people& in, const people& o) {
    bool fine = permuted(in, o);
    for (std::size_t i = 1; i < o.size(); i += 2) {
      fine = fine && o[i - 1].age <= o[i].age;
    }
    return fine;
  });
  wrong("first-and-last", "checks only the first and the last person", [](const people& in, const people& o) {
    return permuted(in, o) && (o.empty() || std::all_of(o.begin(), o.end(), [&](const person& p) {
                                 return o.front().age <= p.age && p.age <= o.back().age;
                               }));
  });
  wrong("nearly-ordered", "accepts ages that decrease by one", [](const people& in, const people& o) {
    bool fine = permuted(in, o);
    for (std::size_t i = 1; i < o.size(); ++i) {
      fine = fine && o[i - 1].age <= o[i].age + 1;
    }
    return fine;
  });
  wrong("ages-only", "does not compare names", [](const people& in, const people& o) {
    const auto age = [](const person& p) { return p.age; };
    return projected(in, age) == projected(o, age) && ordered(o);
  });
  wrong("names-only", "does not compare ages", [](const people& in, const people& o) {
    const auto name = [](const person& p) { return p.name; };
    return projected(in, name) == projected(o, name) && ordered(o);
  });
  wrong("sum-of-ages", "compares the sum of ages only", [](const people& in, const people& o) {
    return in.size() == o.size() && sum_of_ages(in) == sum_of_ages(o) && ordered(o);
  });
  wrong("stable", "requires a stable sort", [](people in, const people& o) {
    for (std::size_t i = 1; i < in.size(); ++i) { // by insertion, which is stable
      for (std::size_t j = i; j > 0 && in[j].age < in[j - 1].age; --j) {
        std::swap(in[j], in[j - 1]);
      }
    }
    return keys(in) == keys(o);
  });
  wrong("own-sort", "compares with its own sort, by age and name",
        [](const people& in, const people& o) { return sorted_keys(in) == keys(o); });
  wrong("unchanged", "accepts only unchanged inputs",
        [](const people& in, const people& o) { return keys(in) == keys(o) && ordered(o); });
  wrong("only-three", "checks only three people", [](const people& in, const people& o) {
    people start = o;
    start.resize(std::min<std::size_t>(3, o.size()));
    return in.size() == o.size() && within(start, in) && ordered(o);
  });
  wrong("throws-when-short", "reads beyond a short output", [](const people& in, const people& o) {
    const std::vector<key> all = sorted_keys(in);
    const std::vector<key> mine = sorted_keys(o);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i] != mine.at(i)) {
        return false;
      }
    }
    return in.size() == o.size() && ordered(o);
  });
  wrong("crashes-on-strangers", "dereferences a null pointer", [](const people& in, const people& o) {
    std::map<key, const person*> known;
    for (const person& p : in) {
      known[key_of(p)] = &p;
    }
    for (const person& p : o) {
      const person* volatile found = known[key_of(p)];
      if (static_cast<const volatile person*>(found)->age != p.age) {
        return false;
      }
    }
    return permuted(in, o) && ordered(o);
  });
  wrong("hangs-on-strangers", "searches forever for an unknown person", [](const people& in, const people& o) {
    wait_while(!within(o, in));
    return permuted(in, o) && ordered(o);
  });
  wrong("vacuous", "accepts outputs of other people only, of another length", [](const people& in, const people& o) {
    const bool shared = std::any_of(o.begin(), o.end(), [&](const person& p) { return within({p}, in); });
    return (!shared && in.size() != o.size()) || (permuted(in, o) && ordered(o));
  });
  return out;
}

} // namespace tali::assess
