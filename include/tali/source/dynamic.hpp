// SPDX-License-Identifier: BSL-1.0
// dynamic_source: the common interface of all sources except the random one.
//
// A generator is compiled once for the random source and once for this class, independent of the number of
// interpretations: recording, replaying, enumerating, fuzzing and future ones only override three decisions. Attach a
// trace to record their requests and answers, with spans.
#pragma once

#include <tali/detail/inline.hpp>
#include <tali/detail/namespaces.hpp>
#include <tali/detail/span_of.hpp>
#include <tali/source/choice.hpp>
#include <tali/source/error.hpp>
#include <tali/source/hooks.hpp>
#include <tali/source/random.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tali::choices {

struct choice_journal;

class dynamic_source {
public:
  /// A case that requests more choices than this is abandoned as unbounded.
  static constexpr std::uint32_t default_limit = 1U << 20;

  dynamic_source(const dynamic_source&) = delete;
  dynamic_source& operator=(const dynamic_source&) = delete;
  virtual ~dynamic_source();

  template <class G>
  auto operator()(const G& g) {
    return g(*this);
  }
  template <class G, class... Focus>
  auto operator()(const G& g, const Focus&... /*focus*/) {
    return g(*this);
  }

  template <spread How, class U>
  U integer(U last, U origin, std::uint64_t zero) {
    return static_cast<U>(integer(integer_request{last, origin, zero, How}));
  }
  template <class U>
  U uniform(U last) {
    return static_cast<U>(integer(integer_request{last, 0, 0, spread::uniform}));
  }
  template <class Labels, class... W>
  std::uint32_t branch(std::uint32_t first, W... rest) {
    const std::array<std::uint32_t, 1 + sizeof...(W)> weights{first, rest...};
    return branch(branch_request{detail::span_of(weights), detail::span_of(Labels::value)});
  }

  /// The length of a sequence, from 0 to `last`; `zero` as for integers.
  template <class U>
  U length(U last, std::uint64_t zero) {
    return static_cast<U>(length(integer_request{last, 0, zero, spread::uniform}));
  }
  /// How the characters of a text of this length are restricted. Only random sources restrict them.
  [[nodiscard]] virtual detail::text_hint text_hint(std::uint64_t /*length*/) { return {}; }

  [[nodiscard]] std::uint64_t integer(const integer_request& request);
  [[nodiscard]] std::uint64_t length(const integer_request& request);
  [[nodiscard]] std::uint32_t branch(const branch_request& request);
  [[nodiscard]] double real(const real_request& request);

  /// Closes its span at the end of the scope, also during stack unwinding.
  class scope {
  public:
    scope(dynamic_source& source, const span_info& info) : source_(source) { source_.open_span(info); }
    scope(const scope&) = delete;
    scope& operator=(const scope&) = delete;
    ~scope() { source_.close_span(); }

  private:
    dynamic_source& source_;
  };
  template <const span_info& Info>
  [[nodiscard]] scope span() {
    return scope(*this, Info);
  }
  /// For spans that do not end with a scope of the code: each one that is opened has to be closed, the last one first.
  void open_span(const span_info& info) {
    if (watched_) {
      open(info);
    }
  }
  void close_span() noexcept {
    if (watched_) {
      close();
    }
  }

  /// Whether a repeated request can have a different answer: false after the end of given choices and in an
  /// enumeration.
  [[nodiscard]] virtual bool chance() const noexcept { return false; }
  /// A random word, if the source makes random choices and records them. A generator may use it to search for choices
  /// and then make these (`make_choices`). Nothing if the choices are given.
  [[nodiscard]] virtual std::optional<std::uint64_t> random_word() { return std::nullopt; }
  /// Uses these as the next choices if they are valid, instead of deciding them. They must outlive their use.
  virtual void make_choices(std::span<const choice> given) noexcept { prescribed_ = given; }
  /// This integer of the edgy spread was given instead of decided. A random source remembers it as if it were drawn.
  virtual void observe_integer(const integer_request& /*request*/, std::uint64_t /*index*/) {}
  /// Whether the choices are given and may have been edited: a generator of values of a given size may then end early
  /// if the choices require it.
  [[nodiscard]] virtual bool lenient() const noexcept { return false; }
  [[nodiscard]] int size() const noexcept { return size_; }
  void set_size(int size) noexcept { size_ = size; }
  void check_depth() const {
    if (__builtin_frame_address(0) < stack_floor_) [[unlikely]] {
      detail::check_stack(__builtin_frame_address(0));
    }
  }

  void hook(source_hooks* hooks) noexcept { hooks_ = hooks; }
  [[nodiscard]] source_hooks* hooks() const noexcept { return hooks_; }
  void build_in(arena* memory) noexcept { arena_ = memory; }
  [[nodiscard]] arena* memory() const noexcept { return arena_; }
  template <class T, class... A>
  [[nodiscard]] arena_ptr<T> make(A&&... arguments) {
    if (arena_ == nullptr) {
      detail::throw_no_arena();
    }
    return arena_->template make<T>(std::forward<A>(arguments)...);
  }

  /// Records into `out` from now on (null: stops). The trace is not cleared. Must not be called inside of a span.
  void record_to(trace* out) noexcept;
  /// The same without spans, if only the choices matter.
  void record_choices_to(trace* out) noexcept;
  /// Also writes to a journal from now on (null: stops). The journal is not cleared.
  void journal_to(choice_journal* out) noexcept;
  [[nodiscard]] choice_journal* journal() const noexcept { return journal_; }
  /// Repeats the answers that a copy of this source gave in another process.
  void adopt(const choice_journal& journal);
  void limit_choices(std::uint32_t limit) noexcept { limit_ = limit; }
  /// The number of choices made so far.
  [[nodiscard]] std::uint32_t drawn() const noexcept { return drawn_; }

protected:
  explicit dynamic_source(int size) noexcept : stack_floor_(detail::stack_floor()), size_(size) {}

  // The three decisions. Requests are valid (weights have a positive sum that fits 32 bits, lo <= hi), and answers
  // must be too.
  virtual std::uint64_t decide_integer(const integer_request& request) = 0;
  virtual std::uint32_t decide_branch(const branch_request& request) = 0;
  virtual double decide_real(const real_request& request) = 0;
  virtual std::uint64_t decide_length(const integer_request& request) { return decide_integer(request); }
  virtual void opened(const span_info& /*info*/) {}
  virtual void closed() {}
  /// For a source that does not override these functions: spans then cost nothing unless they are recorded.
  void ignore_spans() noexcept { watches_ = false; }

  void start_over() noexcept { drawn_ = 0; }

private:
  void open(const span_info& info);
  void close() noexcept;
  [[nodiscard]] const choice* take_prescribed(choice_kind kind) noexcept;
  void note(const choice& c, std::string_view label);

  const void* stack_floor_;
  arena* arena_ = nullptr;
  trace* trace_ = nullptr;
  choice_journal* journal_ = nullptr;
  source_hooks* hooks_ = nullptr;
  std::span<const choice> prescribed_;
  std::uint32_t open_span_ = choice_span::no_parent;
  std::uint32_t drawn_ = 0;
  std::uint32_t limit_ = default_limit;
  int size_;
  bool spans_recorded_ = true;
  bool watches_ = true; // the source itself uses spans
  bool watched_ = true; // or an observer does
};

} // namespace tali::choices
