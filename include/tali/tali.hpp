// SPDX-License-Identifier: BSL-1.0
// Everything that the README, the tutorial and the how-to guides use of the core library: properties with their
// stand-alone main, the supervisor and TALI_TUNABLE; the generators of gen.hpp, gen::labelled, gen::holey and
// gen::valid; showing, comparing and reading values; and the interpretations that most programs need: sample, record
// and parse, reflect, enumerate, tune, shrink.
//
// Left out, because they need more of the standard library or more time to compile, or because few programs use them:
//
//   generators         gen/containers.hpp, gen/chrono.hpp, gen/function.hpp, gen/variant.hpp, gen/regex.hpp,
//                      gen/permutation.hpp, gen/sized_exactly.hpp, gen/bitset.hpp, gen/complex.hpp
//   interpretations    interpret/complete.hpp, interpret/mutate.hpp, interpret/validate.hpp,
//                      interpret/derivative.hpp, interpret/coverage.hpp
//   observing runs     property/probe.hpp, property/progress.hpp, property/stage.hpp, property/interrupt.hpp,
//                      property/case_marks.hpp
//   sources            source/bytes.hpp (a fuzzer's bytes), source/prefixed.hpp, source/tree.hpp, source/journal.hpp
//   formatting         value/show_fmt.hpp
//   stored cases       store/
//   assessment         assess/, the library tali::assess
//   test frameworks    adapter/
//
// It includes only light headers of the standard library, and neither <memory> nor <ostream>: a program that uses
// std::unique_ptr or std::cout includes their headers itself.
//
// A program that needs less includes less: property/check.hpp is enough for tali::check.
// docs/decisions/0012-umbrella.md has the rule for what is included, and its compile-time budget.
#pragma once

#include <tali/gen.hpp>
#include <tali/gen/holey.hpp>
#include <tali/gen/labelled.hpp>
#include <tali/interpret/enumerate.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/reflect.hpp>
#include <tali/interpret/sample.hpp>
#include <tali/interpret/tune.hpp>
#include <tali/isolate/supervisor.hpp>
#include <tali/property/check.hpp>
#include <tali/property/main.hpp>
#include <tali/property/registry.hpp>
#include <tali/property/report.hpp>
#include <tali/property/tunable.hpp>
#include <tali/shrink/shrink.hpp>
#include <tali/valid.hpp>
#include <tali/value/diff.hpp>
#include <tali/value/show.hpp>
#include <tali/version.hpp>
