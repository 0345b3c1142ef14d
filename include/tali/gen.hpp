// SPDX-License-Identifier: BSL-1.0
// The generator language. Standard containers by name, chrono, functions and regular expressions have separate headers.
#pragma once

#include <tali/gen/any_gen.hpp>
#include <tali/gen/arbitrary.hpp>
#include <tali/gen/compose.hpp>
#include <tali/gen/element.hpp>
#include <tali/gen/exact.hpp>
#include <tali/gen/generator.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/integer128.hpp>
#include <tali/gen/map.hpp>
#include <tali/gen/optional.hpp>
#include <tali/gen/pick.hpp>
#include <tali/gen/real.hpp>
#include <tali/gen/recursive.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/gen/set.hpp>
#include <tali/gen/size.hpp>
#include <tali/gen/text.hpp>
#include <tali/gen/tuple.hpp>
#include <tali/gen/when.hpp>
