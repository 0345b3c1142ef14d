// SPDX-License-Identifier: BSL-1.0
// What must hold for every generator of the library, whoever supplies the choices.
//
// A law looks at one subject over many fixed seeds and says what is wrong, or nothing. How many seeds is decided by
// what they cost: the number of choices, so that it is the same on every machine.
#pragma once

#include "subject.hpp"

#include <string>

namespace conformance::laws {

/// The first violation in words; empty if there is none.
using verdict = std::string;
using law = verdict (*)(const subject& s);

/// The same seed gives the same value; every value satisfies what its author claims.
verdict determinism(const subject& s);
/// The random source and the recording source give the same value from the same engine.
verdict program_equality(const subject& s);
/// Parsing what was recorded gives the value back: nothing misaligned, nothing missing, nothing left over.
verdict factoring(const subject& s);
/// In an any_gen, a generator makes the same choices, spans and values.
verdict type_erasure(const subject& s);
/// Spans nest, lie within the choices, and hold what their kind says; choices are within their ranges.
verdict well_formed_traces(const subject& s);
/// A replay that is recorded gives the same trace again.
verdict re_recording(const subject& s);
/// Choices edited at random give a valid value or are discarded, and what then is recorded parses to the same value.
verdict mutated_choices(const subject& s);
/// The tree of a run replays to the same run; trees edited at random give a valid value or are discarded, and what then
/// is recorded parses to the same value.
verdict trees(const subject& s);
/// Any bytes give a valid value or are discarded; no bytes give the simplest value.
verdict bytes(const subject& s);
/// A prefix of recorded choices is kept, and what follows at random gives a valid value.
verdict prefixes(const subject& s);
/// The walk begins with the simplest value, visits no choice sequence twice, and all of them if they are finitely many,
/// in either order.
verdict enumeration(const subject& s);
/// A value that was made has choices that make it; a value that cannot be made has none.
verdict backward(const subject& s);

} // namespace conformance::laws
