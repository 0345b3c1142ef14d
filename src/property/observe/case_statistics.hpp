// SPDX-License-Identifier: BSL-1.0
// case_statistics: one line of OpenPBTStats for each observed case, in the order of the cases.
//
// Lines are kept until `commit`, so that threads can commit the lines of their chunks in order. With `write_through`
// each line is passed on immediately, so that none is missing if the next case kills the process.
#pragma once

#include "property/observe/run_observer.hpp"
#include "stats/coverage.hpp"
#include "stats/recorder.hpp"
#include "stats/writer.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace tali::detail {

/// The destination of the lines of one run, and their common parts.
struct stats_sink {
  stats_sink(const std::string& file, std::string_view property, std::uint64_t seed)
      : run(property, seed), writer(file, run) {}
  stats_sink(const stats_sink&) = delete;
  stats_sink& operator=(const stats_sink&) = delete;
  ~stats_sink() = default;
  stats_run run;
  stats_writer writer;
};

/// The position of a shrink step between the original failing case and the simplest one.
struct shrink_position {
  std::uint64_t step = 0; // from 1
  std::uint64_t run = 0;
  std::uint64_t failure = 0; // from 1
};

class case_statistics final : public run_observer {
public:
  /// Includes the places in instrumented code that a case reaches, if there are any.
  explicit case_statistics(stats_sink& sink);

  void case_started() override;
  void draw_started() override { recorder_.draw_begins(); }
  void value_drawn(const draw_event& drawn) override {
    recorder_.draw_ends(drawn.name, drawn.number, drawn.argument, drawn.value, *drawn.type);
  }
  void label(std::string_view text) override { recorder_.label(text); }
  void number(std::string_view name, double value) override { recorder_.number(name, value); }
  void text(std::string_view name, std::string_view payload) override { recorder_.text(name, payload); }
  void pair(std::string_view name, std::string_view x_name, double x, std::string_view y_name, double y) override {
    recorder_.pair(name, x_name, x, y_name, y);
  }
  void target(std::string_view name, double value) override { recorder_.target(name, value); }
  void cover(double /*percent*/, std::string_view label, bool hit) override { recorder_.cover(label, hit); }
  void note(std::string_view text) override { recorder_.note(text); }
  void case_finished(const case_end& end) override;
  /// Adds the alerts and settings of the run, and flushes the file.
  void run_finished(result& r) override;

  /// A line for a described case: a stored case, or one that crashed before it could write its line.
  void add_described(const failure& f, const case_outcome& outcome, std::string_view how, shrink_position at = {});
  /// The same for a failure of the run.
  void add_failure(const failure& f);

  void write_through(bool on) { write_through_ = on; }
  void commit();
  /// Lines from a copy of the process, or in a copy, the lines to send.
  [[nodiscard]] std::string& lines() { return lines_; }
  /// A fingerprint of all values that the case drew.
  [[nodiscard]] std::uint64_t hash() const noexcept { return recorder_.hash(); }

private:
  stats_sink& sink_;
  stats_recorder recorder_;
  std::unique_ptr<coverage_recorder> coverage_;
  std::string lines_;
  bool write_through_ = false;
};

} // namespace tali::detail
