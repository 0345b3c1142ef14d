// SPDX-License-Identifier: BSL-1.0
// The format: "tali-valid" and a newline, the version as four bytes, then numbers of 7 bits a byte (the lowest first,
// the high bit set in all but the last byte), then eight bytes of checksum over everything before.
// docs/reference/valid.md describes the file for users.
//
// The file contains what drawing needs: the active contexts, and for each site the data that masks its alternatives.
// Sites are hashes of the numbers that families of spans got in order of appearance in training. Families are
// addresses, which differ between processes. So the file also contains the runs in which new families appeared
// (`witnesses`): repeating them in order gives each family its number. This also shows whether the generator still
// makes the same choices. Valid values and some invalid ones show whether the predicate is unchanged.
#include "valid/model_file.hpp"

#include "valid/guided_source.hpp"

#include <tali/source/error.hpp>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <unistd.h>

namespace tali::detail {

std::uint64_t model_checksum(std::span<const std::uint8_t> bytes) {
  std::uint64_t sum = 0;
  for (const std::uint8_t b : bytes) {
    sum = mix(sum, b + 1U);
  }
  return sum;
}

namespace {

constexpr std::string_view model_magic = "tali-valid\n";
constexpr std::uint32_t model_format = 2;
constexpr std::size_t most_model_bytes = std::size_t{1} << 28U;

class model_writer {
public:
  void number(std::uint64_t n) {
    for (; n >= 0x80; n >>= 7U) {
      bytes_.push_back(static_cast<std::uint8_t>(n | 0x80U));
    }
    bytes_.push_back(static_cast<std::uint8_t>(n));
  }
  void fixed(std::uint64_t n, int bytes) {
    for (int i = 0; i < bytes; ++i) {
      bytes_.push_back(static_cast<std::uint8_t>(n >> (8 * static_cast<unsigned>(i))));
    }
  }
  void text(std::string_view s) {
    number(s.size());
    bytes_.insert(bytes_.end(), s.begin(), s.end());
  }
  void plain(std::string_view s) { bytes_.insert(bytes_.end(), s.begin(), s.end()); }
  void choices(const std::vector<choice>& all) {
    number(all.size());
    for (const choice& c : all) {
      bytes_.push_back(static_cast<std::uint8_t>(c.kind));
      number(c.value);
      number(c.last);
      number(c.origin);
    }
  }
  std::vector<std::uint8_t> finish() {
    fixed(model_checksum(bytes_), 8);
    return std::move(bytes_);
  }

private:
  std::vector<std::uint8_t> bytes_;
};

/// After the first error it returns only zeros.
class model_reader {
public:
  explicit model_reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return bytes_.empty(); }
  std::uint64_t number() {
    std::uint64_t n = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint64_t b = fixed(1);
      n |= (b & 0x7fU) << shift;
      if ((b & 0x80U) == 0) {
        return n;
      }
    }
    good_ = false;
    return 0;
  }
  std::uint64_t fixed(int count) {
    if (!good_ || bytes_.size() < static_cast<std::size_t>(count)) {
      good_ = false;
      return 0;
    }
    std::uint64_t n = 0;
    for (int i = 0; i < count; ++i) {
      n |= static_cast<std::uint64_t>(bytes_[static_cast<std::size_t>(i)]) << (8 * static_cast<unsigned>(i));
    }
    bytes_ = bytes_.subspan(static_cast<std::size_t>(count));
    return n;
  }
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t n = number();
    good_ = good_ && n < bound;
    return good_ ? n : 0;
  }
  /// A count of items that take at least this many bytes each.
  std::size_t count(std::size_t bytes_each) {
    const std::uint64_t n = number();
    good_ = good_ && n <= bytes_.size() / bytes_each;
    return good_ ? static_cast<std::size_t>(n) : 0;
  }
  std::string text() {
    std::string s;
    for (std::size_t n = count(1); n > 0 && good_; --n) {
      s.push_back(static_cast<char>(fixed(1)));
    }
    return s;
  }
  std::vector<choice> choices() {
    std::vector<choice> all(count(4));
    for (choice& c : all) {
      const std::uint64_t kind = fixed(1);
      c.kind = static_cast<choice_kind>(kind);
      c.value = number();
      c.last = number();
      c.origin = number();
      good_ = good_ && kind <= static_cast<std::uint64_t>(choice_kind::real) &&
              (c.kind == choice_kind::real || (c.value <= c.last && c.origin <= c.last));
    }
    return good_ ? std::move(all) : std::vector<choice>();
  }

private:
  std::span<const std::uint8_t> bytes_;
  bool good_ = true;
};

void write_sequence(model_writer& out, const choice_sequence& s) {
  out.number(static_cast<std::uint64_t>(s.size));
  out.choices(s.choices);
}
choice_sequence read_sequence(model_reader& in) {
  const auto size = static_cast<int>(in.below(1'000'001));
  return {in.choices(), size};
}

// The sections of the file. Each is written by one function and read by the next.

void write_statistics(model_writer& out, const valid_statistics& statistics) {
  out.number(statistics.attempts);
  out.number(statistics.valid);
  out.number(statistics.distinct);
  out.number(statistics.shapes);
  out.number(statistics.choices);
  out.number(statistics.shortest);
  out.number(statistics.median);
  out.number(statistics.longest);
  out.fixed(std::bit_cast<std::uint64_t>(statistics.shape_bits), 8);
}
valid_statistics read_statistics(model_reader& in) {
  valid_statistics statistics;
  statistics.attempts = in.number();
  statistics.valid = in.number();
  statistics.distinct = in.number();
  statistics.shapes = in.number();
  statistics.choices = in.number();
  statistics.shortest = static_cast<std::uint32_t>(in.number());
  statistics.median = static_cast<std::uint32_t>(in.number());
  statistics.longest = static_cast<std::uint32_t>(in.number());
  statistics.shape_bits = std::bit_cast<double>(in.fixed(8));
  return statistics;
}

void write_witnesses(model_writer& out, const valid_model& model) {
  out.number(model.witnesses.size());
  for (const family_witness& w : model.witnesses) {
    out.number(w.families);
    write_sequence(out, w.run);
  }
}
void read_witnesses(model_reader& in, valid_model& model) {
  for (std::size_t n = in.count(3); n > 0 && in.good(); --n) {
    const auto families = static_cast<std::uint32_t>(in.number());
    model.witnesses.push_back({read_sequence(in), families});
  }
}

void write_sites(model_writer& out, const valid_model& model) {
  out.number(model.sites.size());
  for (const site_model& site : model.sites) {
    out.fixed(site.key, 8);
    out.number(site.last);
    out.number(site.evidence);
    std::uint64_t taken = 0;
    for (std::uint32_t s = 0; s < symbols; ++s) {
      taken |= site.taken[s] != 0 ? std::uint64_t{1} << s : 0;
    }
    out.fixed(taken, 8);
    out.number(site.active.size());
    for (const std::uint8_t c : site.active) {
      out.number(c);
    }
    if (!site.active.empty()) {
      for (const std::uint64_t rare : site.rare) {
        out.fixed(rare, 8);
      }
    }
    for (const std::uint32_t next : site.next) {
      out.number(next + 1U); // 0: no_next
    }
  }
}
// Returns whether no site occurs twice.
bool read_sites(model_reader& in, valid_model& model) {
  const std::size_t site_count = in.count(19 + widest_branch);
  for (std::size_t n = site_count; n > 0 && in.good(); --n) {
    const std::uint64_t key = in.fixed(8);
    const std::uint64_t last = in.number();
    site_model& site = model.site_at(key, last);
    site.evidence = in.number();
    const std::uint64_t taken = in.fixed(8);
    for (std::uint32_t s = 0; s < symbols; ++s) {
      site.taken[s] = static_cast<std::uint32_t>(taken >> s & 1U);
    }
    for (std::size_t contexts = in.count(1); contexts > 0 && in.good(); --contexts) {
      site.active.push_back(static_cast<std::uint8_t>(in.below(context::count)));
    }
    if (!site.active.empty()) {
      for (std::uint64_t& rare : site.rare) {
        rare = in.fixed(8);
      }
    }
    for (std::uint32_t& next : site.next) {
      next = static_cast<std::uint32_t>(in.below(site_count + 2)) - 1U;
    }
  }
  return model.sites.size() == site_count;
}

// Only the rows of active contexts: drawing needs no others.
void write_rows(model_writer& out, const valid_model& model) {
  std::vector<const context_row*> rows;
  model.rows.each([&](const context_row& row) {
    if (row.owner == 0) {
      return;
    }
    const site_model& site = model.sites[(row.owner - 1) / context::count];
    const auto c = static_cast<std::uint8_t>((row.owner - 1) % context::count);
    if (std::find(site.active.begin(), site.active.end(), c) != site.active.end()) {
      rows.push_back(&row);
    }
  });
  out.number(rows.size());
  for (const context_row* row : rows) {
    out.fixed(row->key, 8);
    out.fixed(row->seen, 8);
    out.number(row->evidence);
  }
}
void read_rows(model_reader& in, valid_model& model) {
  for (std::size_t n = in.count(17); n > 0 && in.good(); --n) {
    context_row& row = model.rows.at(in.fixed(8));
    row.seen = in.fixed(8);
    row.evidence = static_cast<std::uint32_t>(in.number());
  }
}

void write_biases(model_writer& out, const valid_model& model) {
  std::vector<std::pair<std::uint64_t, const branch_bias*>> biases;
  model.each_bias([&](std::uint64_t key, const branch_bias& t) {
    if (t.ready) {
      biases.emplace_back(key, &t);
    }
  });
  out.number(biases.size());
  for (const auto& [key, t] : biases) {
    out.fixed(key, 8);
    for (const float w : t->weight) {
      out.fixed(std::bit_cast<std::uint32_t>(w), 4);
    }
  }
}
void read_biases(model_reader& in, valid_model& model) {
  for (std::size_t n = in.count(8 + 4 * branch_bias::widest); n > 0 && in.good(); --n) {
    branch_bias& t = model.bias_at(in.fixed(8));
    t.ready = true;
    for (float& w : t.weight) {
      w = std::bit_cast<float>(static_cast<std::uint32_t>(in.fixed(4)));
      w = w >= 0 && w <= 1 ? w : 0;
    }
  }
}

// Fragments, known values and some invalid values.
void write_values(model_writer& out, const valid_model& model) {
  out.number(model.fragments.size());
  for (const fragment& f : model.fragments) {
    out.number(f.family);
    out.choices(f.choices);
  }
  out.number(model.known.size());
  for (const known_value& k : model.known) {
    write_sequence(out, k.value);
    out.number(k.parts.size());
    for (const known_value::part& p : k.parts) {
      out.number(p.family);
      out.number(p.begin);
      out.number(p.end);
    }
  }
  out.number(model.refused.size());
  for (const choice_sequence& s : model.refused) {
    write_sequence(out, s);
  }
}
void read_values(model_reader& in, valid_model& model) {
  for (std::size_t n = in.count(2); n > 0 && in.good(); --n) {
    const std::uint64_t family = in.number();
    model.fragments.push_back({family, in.choices()});
  }
  for (std::size_t n = in.count(3); n > 0 && in.good(); --n) {
    known_value k;
    k.value = read_sequence(in);
    for (std::size_t parts = in.count(3); parts > 0 && in.good(); --parts) {
      const std::uint64_t family = in.number();
      const auto begin = static_cast<std::uint32_t>(in.below(k.value.choices.size() + 1));
      const auto end = static_cast<std::uint32_t>(in.below(k.value.choices.size() + 1));
      k.parts.push_back({family, begin, std::max(begin, end)});
    }
    model.known.push_back(std::move(k));
  }
  for (std::size_t n = in.count(2); n > 0 && in.good(); --n) {
    model.refused.push_back(read_sequence(in));
  }
}

} // namespace

std::vector<std::uint8_t> model_to_bytes(const valid_model& model, const valid_statistics& statistics,
                                         std::string_view type) {
  model_writer out;
  out.plain(model_magic);
  out.fixed(model_format, 4);
  out.text(type);
  write_statistics(out, statistics);
  write_witnesses(out, model);
  write_sites(out, model);
  write_rows(out, model);
  write_biases(out, model);
  write_values(out, model);
  return out.finish();
}

saved_model model_from_bytes(std::span<const std::uint8_t> bytes) {
  saved_model result;
  const std::size_t least = model_magic.size() + 4 + 8;
  if (bytes.size() < least || !std::equal(model_magic.begin(), model_magic.end(), bytes.begin())) {
    result.error = "it is not a tali model file";
    return result;
  }
  model_reader in(bytes.subspan(model_magic.size(), bytes.size() - model_magic.size() - 8));
  if (const std::uint64_t format = in.fixed(4); format != model_format) {
    result.error = fmt::format("it has format {}, but this version of tali reads format {}", format, model_format);
    return result;
  }
  if (model_reader(bytes.last(8)).fixed(8) != model_checksum(bytes.first(bytes.size() - 8))) {
    result.error = "it is damaged";
    return result;
  }
  owned<valid_model> model(new valid_model);
  result.type = in.text();
  result.statistics = read_statistics(in);
  read_witnesses(in, *model);
  const bool distinct_sites = read_sites(in, *model);
  read_rows(in, *model);
  read_biases(in, *model);
  read_values(in, *model);
  if (!distinct_sites || !in.good() || !in.at_end()) {
    result.error = "it is damaged";
    return result;
  }
  result.model = std::move(model);
  return result;
}

std::string difference_to(valid_model& model, const valid_subject& subject) {
  constexpr const char* other_choices = "the generator makes different choices than during training";
  arena memory;
  const std::size_t places = model.sites.size();
  guided_source source(model, nullptr, random_source::default_size);
  source.build_in(&memory);
  const auto again = [&](const choice_sequence& s) {
    memory.reset();
    source.start_forced(s.choices, s.size);
    source.observe(false);
    const bool valid = subject.makes_valid(source);
    return std::pair(valid, source.made() == s.choices);
  };
  for (const family_witness& w : model.witnesses) {
    if (!again(w.run).second || model.families() != w.families) {
      return other_choices;
    }
  }
  for (const known_value& k : model.known) {
    const auto [valid, same] = again(k.value);
    if (!same) {
      return other_choices;
    }
    if (!valid) {
      return "a value that was valid during training is no longer valid: the predicate has changed";
    }
  }
  for (const choice_sequence& s : model.refused) {
    const auto [valid, same] = again(s);
    if (!same) {
      return other_choices;
    }
    if (valid) {
      return "a value that was invalid during training is now valid: the predicate has changed";
    }
  }
  return model.sites.size() == places ? "" : other_choices;
}

std::string write_model(const std::string& file, const valid_model& model, const valid_statistics& statistics,
                        std::string_view type) {
  const std::vector<std::uint8_t> bytes = model_to_bytes(model, statistics, type);
  const std::string beside = fmt::format("{}.{}.new", file, ::getpid());
  std::FILE* out = std::fopen(beside.c_str(), "wb");
  const bool written = out != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), out) == bytes.size();
  int error = written ? 0 : errno;
  if (out != nullptr && std::fclose(out) != 0 && error == 0) {
    error = errno;
  }
  if (error == 0 && std::rename(beside.c_str(), file.c_str()) != 0) {
    error = errno;
  }
  if (error == 0) {
    return {};
  }
  ::unlink(beside.c_str());
  return fmt::format("gen::valid: cannot write the model '{}': {}", file, std::strerror(error));
}

saved_model read_model(const std::string& file, const valid_subject& subject) {
  const auto refuse = [&](std::string_view why) {
    throw_generator_error(fmt::format("gen::valid: cannot use the model '{}': {}. Train it again (`tali train "
                                      "<program>`), or delete the file to train in each run",
                                      file, why));
  };
  std::vector<std::uint8_t> bytes;
  {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(file.c_str(), "rb"), std::fclose);
    if (in == nullptr) {
      if (errno != ENOENT) {
        refuse(std::strerror(errno));
      }
      return {};
    }
    std::size_t got = 1;
    while (got > 0 && bytes.size() <= most_model_bytes) {
      const std::size_t before = bytes.size();
      bytes.resize(before + (std::size_t{1} << 16U));
      got = std::fread(bytes.data() + before, 1, bytes.size() - before, in.get());
      bytes.resize(before + got);
    }
  }
  saved_model saved = model_from_bytes(bytes);
  if (!saved.error.empty()) {
    refuse(saved.error);
  }
  if (saved.type != subject.type) {
    refuse(
        fmt::format("it was trained for values of type {}, but this generator produces {}", saved.type, subject.type));
  }
  if (const std::string why = difference_to(*saved.model, subject); !why.empty()) {
    refuse(why);
  }
  return saved;
}

} // namespace tali::detail
