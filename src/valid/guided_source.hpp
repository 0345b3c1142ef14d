// SPDX-License-Identifier: BSL-1.0
// guided_source: draws with a model of valid values, and records what is needed to learn from the result.
//
// Choices with at most 64 alternatives are drawn among those that no active context masks and that are not finished.
// The weights come from the prefix tree where it applies, from the bias of the site, and from the generator. Wider
// integers are drawn by symbol and within the bounds that comparisons leave. If nothing is left, the last mask is
// dropped: the value will probably be invalid, but the run must end. Reals are drawn as usual.
#pragma once

#include "valid/finished_set.hpp"
#include "valid/model.hpp"
#include "valid/prefix_tree.hpp"

#include <tali/source/dynamic.hpp>
#include <tali/source/random.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tali::detail {

inline constexpr std::uint64_t all_places = ~std::uint64_t{0};

/// Options for drawing one value.
struct drawing_options {
  bool bare = false;                      // record only the choices
  bool masks = false;                     // use the model
  bool explore = false;                   // ignore masks in unknown contexts
  bool splice = false;                    // use parts of known values
  bool avoid = false;                     // avoid finished prefixes
  std::uint64_t fit = 0;                  // repair numbers of known values that do not compare as in valid values,
                                          // at half of the sites, selected by this word, or at all
  std::uint64_t redraw = 0;               // redraw numbers at half of the sites, selected by this word
  std::uint32_t deviate_at = 0xffffffffU; // the index of the choice to make without masks
};

/// A choice of the run, to determine afterwards which prefixes are finished.
struct taken_step {
  std::uint64_t prefix; // the hash of the preceding choices
  std::uint64_t mask;   // the alternatives it was drawn from; 0: it was not drawn
};

struct observed_context {
  std::uint8_t context;
  std::uint8_t symbol;
  std::uint64_t row;
};

struct observed_choice {
  std::uint32_t site = 0; // plus one; 0: not learned from
  std::uint32_t symbol = 0;
  std::uint32_t contexts_begin = 0;
  std::uint32_t contexts_end = 0;
  std::uint32_t bias = 0; // plus one
};

class guided_source final : public dynamic_source {
public:
  /// Uses the model read-only.
  guided_source(const valid_model& model, int size);
  /// Adds new sites to the model.
  guided_source(valid_model& model, prefix_tree* tree, int size);

  /// Prepares another run.
  void start(rng engine, const drawing_options& how, int size);
  /// A run that makes these choices and observes all contexts.
  void start_forced(std::span<const choice> choices, int size, bool bare = false);
  /// After start_forced: draws the choices after the given ones with this engine.
  void go_on(rng engine) noexcept { engine_ = engine; }
  /// After start: uses these choices first, as far as they fit, then the model. They must outlive the run.
  void begin_with(std::span<const choice> choices) noexcept { forced_ = choices; }
  /// Writes each run to this journal, replacing the previous one (null: stop).
  void write_to(choice_journal* journal) noexcept;
  /// Also records the run of another source.
  void share_journal_with(dynamic_source& other) noexcept;
  /// Whether the next runs record their contexts for learning.
  void observe(bool on) noexcept { observing_ = on; }

  /// The next runs record their steps, and avoid the finished prefixes if requested (null: stop). The set must
  /// outlive them.
  void keep_steps(const finished_set* finished) noexcept { finished_ = finished; }

  [[nodiscard]] bool chance() const noexcept override { return true; }

  /// A hash of the choices made and of the size.
  [[nodiscard]] std::uint64_t hash() const noexcept { return hash_; }
  [[nodiscard]] static std::uint64_t hash_of_none(int size) noexcept {
    return mix(1, static_cast<std::uint64_t>(size));
  }
  /// A hash of the branches and of the numbers of small ranges only.
  [[nodiscard]] std::uint64_t shape() const noexcept { return shape_; }
  [[nodiscard]] const std::vector<choice>& made() const noexcept { return made_; }
  [[nodiscard]] const std::vector<observed_choice>& choices() const noexcept { return choices_; }
  [[nodiscard]] const std::vector<observed_context>& contexts() const noexcept { return contexts_; }
  [[nodiscard]] const std::vector<taken_step>& steps() const noexcept { return steps_; }
  /// How often a finished alternative was avoided, in all runs.
  [[nodiscard]] std::uint64_t avoided() const noexcept { return avoided_; }
  [[nodiscard]] const std::vector<std::uint32_t>& path() const noexcept { return path_; }
  [[nodiscard]] bool path_is_whole() const noexcept { return path_.size() == made_.size() + 1; }
  /// A random part of the last run, with its family.
  [[nodiscard]] fragment some_part(rng& engine) const;
  /// All its parts.
  [[nodiscard]] std::vector<known_value::part> parts() const;

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;
  void opened(const span_info& info) override;
  void closed() override;

private:
  struct past {
    std::uint64_t tag = 0; // site and symbol; 0: none
    std::uint64_t index = 0;
    std::uint64_t last = 0; // 0: cannot be compared
  };
  struct frame {
    std::uint32_t parent = 0;
    std::uint32_t before = 0; // the previous sibling
    std::uint32_t child = 0;  // the last child
    std::uint32_t depth = 0;
    std::uint32_t count = 0; // choices made directly in it
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint64_t slot = 0; // the position in the parent
    std::uint64_t way = 0;  // the path from the root
    std::uint64_t family = 0;
    std::array<past, 4> first{};
    std::array<past, 6> recent{};

    [[nodiscard]] const past& last_but(std::uint32_t n) const noexcept;
    void add(const past& made) noexcept;
    /// The last one; `replaced` is the previous content of its slot.
    void take_back(const past& replaced) noexcept;
  };
  struct place { // an open span
    std::uint64_t base;
    std::uint64_t branch; // the last branch taken in it
    std::uint32_t parts;
    std::uint32_t frame;
  };
  /// The current request.
  struct question {
    std::uint64_t last;
    std::uint64_t origin;
    const integer_request* integer;
    const branch_request* branch;
    std::uint64_t site_key;
    std::uint64_t legal; // symbols
    const detail::branch_bias* biased;
  };
  struct branch_taken {
    std::uint32_t site = 0; // plus one; 0: none, or not learned from
    std::uint32_t frame = 0;
    std::uint32_t index = 0;
  };
  struct bounds { // for wide ranges, from comparisons
    std::uint64_t low;
    std::uint64_t high;
    std::array<std::pair<std::uint64_t, std::uint64_t>, 16> relations; // reference, mask
    std::uint32_t count;
  };

  [[nodiscard]] std::uint64_t number_of(const void* family);
  [[nodiscard]] std::uint64_t decide(question& q);
  [[nodiscard]] std::uint64_t draw_unfinished(const question& q, std::uint64_t mask, std::uint32_t alternatives);
  [[nodiscard]] std::uint64_t draw_narrow(const question& q, std::uint64_t mask, std::uint32_t alternatives);
  [[nodiscard]] std::uint64_t draw_wide(const question& q, std::uint64_t mask, const bounds& within);
  [[nodiscard]] std::uint64_t draw_plain(const question& q);
  [[nodiscard]] std::uint64_t draw_near(const question& q, const site_model& site);
  [[nodiscard]] std::uint64_t fitted(const question& q, const site_model& site, std::uint64_t given);
  void apply(const site_model& site, std::uint64_t site_key, std::uint32_t context, std::uint64_t& mask,
             bounds& within);
  [[nodiscard]] std::uint64_t with_room_after(const question& q, const site_model& site, std::uint64_t mask);
  [[nodiscard]] bool room_after(const question& q, std::uint32_t alternative, const site_model& next);
  void note_what_follows(std::uint32_t site, std::uint32_t frame_index);
  [[nodiscard]] std::uint64_t value_context(const frame& f, std::uint32_t context) const;
  template <class F>
  void each_reference(const frame& f, std::uint32_t context, const F& use) const;
  void observe_all(const question& q, std::uint64_t index);
  [[nodiscard]] bool surroundings_known(const question& q) const;
  void end_part(std::uint32_t frame_index);

  const valid_model& model_;
  valid_model* learner_ = nullptr;
  prefix_tree* tree_ = nullptr;
  rng engine_;
  random_context context_;
  drawing_options how_;
  bool observing_ = false;
  bool in_tree_ = false;
  void note_made(choice_kind kind, std::uint64_t index, std::uint64_t last, std::uint64_t origin);

  std::uint64_t hash_ = 0;
  std::uint64_t shape_ = 0;
  std::vector<frame> frames_;
  std::vector<place> places_;
  std::vector<choice> made_;
  std::vector<taken_step> steps_;
  const finished_set* finished_ = nullptr;
  std::uint64_t avoided_ = 0;
  branch_taken last_branch_; // if the last choice was a branch
  std::vector<observed_choice> choices_;
  std::vector<observed_context> contexts_;
  std::vector<std::uint32_t> path_;
  std::span<const choice> forced_;
  std::size_t next_forced_ = 0;
  choice_journal* running_ = nullptr;
  std::uint32_t journal_begin_ = 0;
  std::uint32_t spliced_frame_ = 0; // the frame being filled from a fragment
};

} // namespace tali::detail
