// SPDX-License-Identifier: BSL-1.0
// Definitions that every includer of these headers would otherwise compile again.
#include <tali/property/interrupt.hpp>
#include <tali/property/probe.hpp>
#include <tali/property/progress.hpp>
#include <tali/property/report.hpp>
#include <tali/property/result.hpp>
#include <tali/property/stage.hpp>

namespace tali {

using namespace report;

result::result() = default;
result::result(const result&) = default;
result::result(result&&) noexcept = default;
result& result::operator=(const result&) = default;
result& result::operator=(result&&) noexcept = default;
result::~result() = default;

std::string result::report() const { return render_text(*this); }

} // namespace tali

namespace tali::host {

failure_probe::~failure_probe() = default;
bool failure_probe::works_on_threads() const { return false; }

progress_listener::~progress_listener() = default;

interrupt_switch::~interrupt_switch() = default;

failure_stage::~failure_stage() = default;
std::vector<failure> failure_stage::before_cases(case_runner& /*runner*/) { return {}; }
void failure_stage::confirmed(case_runner& /*runner*/, const failure& /*f*/) {}
void failure_stage::found(case_runner& /*runner*/, failure& /*f*/) {}
void failure_stage::finished(const result& /*r*/) {}

} // namespace tali::host
