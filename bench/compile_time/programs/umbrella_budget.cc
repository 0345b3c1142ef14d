// SPDX-License-Identifier: BSL-1.0
// A fixed set of standard headers, the unit of the umbrella's budget (docs/decisions/0012-umbrella.md): those that the
// umbrella included when the budget was set. It stays as it is when the umbrella changes.
#include <array>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iosfwd>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <source_location>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
