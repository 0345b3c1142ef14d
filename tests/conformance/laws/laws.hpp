// SPDX-License-Identifier: BSL-1.0
// The laws that hold for every generator of the library, with every source of choices.
//
// A law checks one subject over many fixed seeds and returns a description of the error, or nothing. The number of
// seeds depends on their cost in choices, so that it is the same on every machine.
#pragma once

#include "subject.hpp"

#include <string>

namespace conformance::laws {

/// The first violation in words; empty if there is none.
using verdict = std::string;
using law = verdict (*)(const subject& s);

/// The same seed gives the same value; every value satisfies the claims of its author.
verdict determinism(const subject& s);
/// The random source and the recording source give the same value from the same engine.
verdict program_equality(const subject& s);
/// Parsing recorded choices reproduces the value: no choice is misaligned, missing or unused.
verdict factoring(const subject& s);
/// In an any_gen, a generator makes the same choices, spans and values.
verdict type_erasure(const subject& s);
/// Spans nest, are within the choices, and have the contents that their kind requires; choices are within their ranges.
verdict well_formed_traces(const subject& s);
/// A replay that is recorded gives the same trace again.
verdict re_recording(const subject& s);
/// Choices edited at random give a valid value or are discarded, and the choices then recorded parse to the same value.
verdict mutated_choices(const subject& s);
/// The tree of a run replays to the same run; trees edited at random give a valid value or are discarded, and the
/// choices then recorded parse to the same value.
verdict trees(const subject& s);
/// Any bytes give a valid value or are discarded; no bytes give the simplest value.
verdict bytes(const subject& s);
/// A prefix of recorded choices is kept, and what follows at random gives a valid value.
verdict prefixes(const subject& s);
/// The enumeration begins with the simplest value, visits no choice sequence twice, and visits all of them if they are
/// finitely many, in either order.
verdict enumeration(const subject& s);
/// A generated value has choices that produce it; a value that cannot be generated has none.
verdict backward(const subject& s);

} // namespace conformance::laws
