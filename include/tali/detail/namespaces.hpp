// SPDX-License-Identifier: BSL-1.0
// The namespaces next to tali::gen. They limit tali:: itself to the names that most users need. Inside the library
// (tali::detail) their names are used unqualified.
//
//   tali::choices  choices, the sources that answer requests for them, forests of choice sequences
//   tali::values   fields, kinds and names of values
//   tali::host     running properties: registry, adapters, observers, supervisor
//   tali::report   the parts of a result, and its text and JSON
//   tali::learn    what is learned from examples and valid values: options, statistics, errors
//   tali::store    choice sequences as bytes and text, and stored failing cases
#pragma once

namespace tali {

namespace choices {}
namespace values {}
namespace host {}
namespace report {}
namespace learn {}
namespace store {}

namespace detail {
using namespace choices;
using namespace values;
using namespace host;
using namespace report;
using namespace learn;
using namespace store;
} // namespace detail

} // namespace tali
