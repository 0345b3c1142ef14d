// SPDX-License-Identifier: BSL-1.0
// Observers that count: the remarks of passing cases (tally.hpp), and the value that a case reaches for one target.
#pragma once

#include "property/observe/run_observer.hpp"
#include "property/observe/tally.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tali::detail {

/// Keeps the remarks of a case separate and adds them to a tally once the case has passed.
class tally_observer final : public run_observer {
public:
  explicit tally_observer(tally& counts) : counts_(&counts) {}

  void label(std::string_view text) override { remarks_.push_back(counts_->on_label(text)); }
  void number(std::string_view name, double value) override { remarks_.push_back(counts_->on_number(name, value)); }
  void text(std::string_view name, std::string_view payload) override {
    remarks_.push_back(counts_->on_text(name, payload));
  }
  void target(std::string_view name, double value) override { remarks_.push_back(counts_->on_target(name, value)); }
  void cover(double percent, std::string_view label, bool hit) override {
    const remark met = counts_->on_cover(percent, label);
    if (hit) {
      remarks_.push_back(met);
    }
  }
  void case_started() override { remarks_.clear(); }
  void case_finished(const case_end& end) override;

  // The parts of case_finished. The loop over random cases calls them directly: constructing an outcome for each case
  // would cost more than the case itself.
  void passed(std::uint64_t index) {
    counts_->commit(remarks_, index);
    remarks_.clear();
  }
  void discarded(std::string_view reason) {
    counts_->discarded(reason);
    remarks_.clear();
  }

private:
  tally* counts_;
  std::vector<remark> remarks_;
};

/// The highest value that a case reports for one target.
class target_observer final : public run_observer {
public:
  explicit target_observer(std::string_view name) : name_(name) {}

  void case_started() override { highest_.reset(); }
  void target(std::string_view name, double value) override {
    if (name == name_ && (!highest_ || value > *highest_)) {
      highest_ = value;
    }
  }
  [[nodiscard]] std::optional<double> highest() const { return highest_; }

private:
  std::string_view name_;
  std::optional<double> highest_;
};

} // namespace tali::detail
