// SPDX-License-Identifier: BSL-1.0
// Properties with their stand-alone main, the generators of gen.hpp, showing and comparing values, and the
// interpretations that most programs need: sample, record and parse, reflect, enumerate, shrink.
//
// Left out, because they need more of the standard library or more time to compile:
//
//   generators         gen/containers.hpp, gen/chrono.hpp, gen/function.hpp, gen/variant.hpp, gen/regex.hpp,
//                      gen/holey.hpp, gen/permutation.hpp, gen/sized_exactly.hpp, gen/bitset.hpp, gen/complex.hpp
//   interpretations    interpret/complete.hpp, interpret/mutate.hpp, interpret/tune.hpp, interpret/validate.hpp,
//                      interpret/derivative.hpp, interpret/coverage.hpp
//   valid values       valid.hpp
//   tuning             property/tunable.hpp
//   stored cases       store/
//   assessment         assess/, the library tali::assess
//   test frameworks    adapter/
//
// A program that wants less includes less: property/check.hpp alone is enough for tali::check.
#pragma once

#include <tali/gen.hpp>
#include <tali/gen/labelled.hpp>
#include <tali/interpret/enumerate.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/reflect.hpp>
#include <tali/interpret/sample.hpp>
#include <tali/property/check.hpp>
#include <tali/property/main.hpp>
#include <tali/property/registry.hpp>
#include <tali/property/report.hpp>
#include <tali/shrink/shrink.hpp>
#include <tali/value/diff.hpp>
#include <tali/value/show.hpp>
#include <tali/version.hpp>
