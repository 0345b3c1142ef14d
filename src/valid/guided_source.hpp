// SPDX-License-Identifier: BSL-1.0
// guided_source: draws as a model of valid values suggests, and keeps what is needed to learn from what comes of it.
//
// Choices with at most 64 alternatives are drawn among those that no active context masks and that are not finished, by
// the prefix tree where it reaches, by the tilt of the place, by the generator's own weights. Wider integers are drawn
// by symbol and by the bounds that comparisons leave. If nothing is left the last mask is dropped: the value will
// hardly be valid, but the run has to end. Reals are drawn as ever.
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

/// How one value is drawn.
struct manner {
  bool bare = false;        // keep the choices only
  bool masks = false;       // use the model at all
  bool explore = false;     // doubt masks where nothing is known of the surroundings
  bool splice = false;      // use parts of known values
  bool avoid = false;       // what is finished
  std::uint64_t fit = 0;    // numbers of known values are changed where they do not compare as they should,
                            // at half of the places, chosen by this word, or at all
  std::uint64_t redraw = 0; // numbers at half of the places, chosen by this word, are not as given
  std::uint32_t deviate_at = 0xffffffffU; // the choice that is made without masks
};

/// A choice on the way, to see afterwards what is finished with it.
struct taken_step {
  std::uint64_t prefix; // the hash before it
  std::uint64_t mask;   // what it was drawn from; 0: it was not
};

struct observed_context {
  std::uint8_t context;
  std::uint8_t symbol;
  std::uint64_t row;
};

struct observed_choice {
  std::uint32_t site = 0; // plus one; 0: not one to learn from
  std::uint32_t symbol = 0;
  std::uint32_t contexts_begin = 0;
  std::uint32_t contexts_end = 0;
  std::uint32_t tilt = 0; // plus one
};

class guided_source final : public dynamic_source {
public:
  /// Reads the model only.
  guided_source(const valid_model& model, int size);
  /// Adds places to the model as it comes to them.
  guided_source(valid_model& model, prefix_tree* tree, int size);

  /// Ready for another run.
  void start(rng engine, const manner& how, int size);
  /// A run that makes these choices and observes all contexts.
  void start_forced(std::span<const choice> choices, int size, bool bare = false);
  /// After start_forced: what comes after the given choices is drawn with this engine.
  void go_on(rng engine) noexcept { engine_ = engine; }
  /// After start: the first choices are these, as far as they fit; then the model goes on. They must outlive the run.
  void begin_with(std::span<const choice> choices) noexcept { forced_ = choices; }
  /// Each run is written to this journal, over the one before (null: no longer).
  void write_to(choice_journal* journal) noexcept;
  /// Another source's run as well.
  void share_journal_with(dynamic_source& other) noexcept;
  /// Whether the next runs keep their contexts, to be learned from.
  void observe(bool on) noexcept { observing_ = on; }

  /// The next runs keep their steps, and avoid what is in there if asked to (null: no longer). It must outlive them.
  void keep_steps(const finished_set* finished) noexcept { finished_ = finished; }

  [[nodiscard]] bool chance() const noexcept override { return true; }

  /// Of the choices made and of the size.
  [[nodiscard]] std::uint64_t hash() const noexcept { return hash_; }
  [[nodiscard]] static std::uint64_t hash_of_none(int size) noexcept {
    return mix(1, static_cast<std::uint64_t>(size));
  }
  /// Of the branches and the numbers of small ranges only.
  [[nodiscard]] std::uint64_t shape() const noexcept { return shape_; }
  [[nodiscard]] const std::vector<choice>& made() const noexcept { return made_; }
  [[nodiscard]] const std::vector<observed_choice>& choices() const noexcept { return choices_; }
  [[nodiscard]] const std::vector<observed_context>& contexts() const noexcept { return contexts_; }
  [[nodiscard]] const std::vector<taken_step>& steps() const noexcept { return steps_; }
  /// How often something was not drawn because it is finished, in all runs.
  [[nodiscard]] std::uint64_t avoided() const noexcept { return avoided_; }
  [[nodiscard]] const std::vector<std::uint32_t>& path() const noexcept { return path_; }
  [[nodiscard]] bool path_is_whole() const noexcept { return path_.size() == made_.size() + 1; }
  /// Some part of the run just made, with the family it belongs to.
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
    std::uint64_t last = 0; // 0: does not compare
  };
  struct frame {
    std::uint32_t parent = 0;
    std::uint32_t before = 0; // the sibling before
    std::uint32_t child = 0;  // the last child
    std::uint32_t depth = 0;
    std::uint32_t count = 0; // choices made directly in it
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint64_t slot = 0; // where in the parent
    std::uint64_t way = 0;  // from the root
    std::uint64_t family = 0;
    std::array<past, 4> first{};
    std::array<past, 6> recent{};

    [[nodiscard]] const past& last_but(std::uint32_t n) const noexcept;
    void add(const past& made) noexcept;
    /// The last one; `replaced` is what was recent in its place.
    void take_back(const past& replaced) noexcept;
  };
  struct place { // an open span
    std::uint64_t base;
    std::uint64_t branch; // the branch taken last in it
    std::uint32_t parts;
    std::uint32_t frame;
  };
  /// What is being asked.
  struct question {
    std::uint64_t last;
    std::uint64_t origin;
    const integer_request* integer;
    const branch_request* branch;
    std::uint64_t site_key;
    std::uint64_t legal; // symbols
    const detail::tilt* tilted;
  };
  struct branch_taken {
    std::uint32_t site = 0; // plus one; 0: none, or not one to learn from
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
  manner how_;
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
  branch_taken last_branch_; // by the last choice, if it was one
  std::vector<observed_choice> choices_;
  std::vector<observed_context> contexts_;
  std::vector<std::uint32_t> path_;
  std::span<const choice> forced_;
  std::size_t next_forced_ = 0;
  choice_journal* running_ = nullptr;
  std::uint32_t journal_begin_ = 0;
  std::uint32_t spliced_frame_ = 0; // the frame that is being filled from a fragment
};

} // namespace tali::detail
