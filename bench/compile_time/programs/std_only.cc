// SPDX-License-Identifier: BSL-1.0
// The standard headers that the other programs use: the cost that no testing library can go below.
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

int main() {
  std::vector<int> xs{1, 2};
  std::reverse(xs.begin(), xs.end());
  return xs[0] - 2;
}
