#include "move/conversion.hpp"

#include <algorithm>
#include <cassert>

#include "move/kernels/kernels.hpp"

namespace microtome {

using kernels::Number;

void Conversion::start(Number from, Number to, std::span<const double> scales, std::span<const double> biases,
                       bool saturates) {
  assert(kernels::is_target(to) && scales.empty() == biases.empty());
  given_ = from;
  extends_ = from == Number::kBool || from == Number::kInt4;
  if (extends_) from = from == Number::kBool ? Number::kUint8 : Number::kInt8;
  from_ = from;
  to_ = to;
  from_width_ = kernels::width_of(from);
  to_width_ = kernels::width_of(to);
  checks_ = scales.empty() && kernels::may_not_fit(from, to);
  casts_ = scales.empty() && kernels::casts(from, to);
  saturates_ = saturates;
  scales_ = scales;
  biases_ = biases;
  first_ = 0;
  count_ = inner_ = 1;
  period_ = 0;
  if (kernels::has_table(from)) kernels::fill_table(from, table_);
}

void Conversion::take_entries(Index first, Index count, Index inner) {
  if (is_uniform() || (first == first_ && count == count_ && inner == inner_)) return;
  first_ = first;
  count_ = count;
  inner_ = inner;
  const bool is_short = count > 1 && inner <= kLongestPeriod / count;
  period_ = is_short ? 4 * inner * count : 0;
  for (Index i = 0; i < 2 * period_; ++i) {
    pattern_[0][i] = entry(scales_, i / inner % count);
    pattern_[1][i] = entry(biases_, i / inner % count);
  }
}

void Conversion::load_floats(Number from, const std::uint8_t* in, std::size_t count, Index index,
                             float* values) const {
  if (kernels::has_table(from)) {
    auto* const bytes = reinterpret_cast<std::uint8_t*>(values);
    kernels::look_up(in, 1, reinterpret_cast<const std::uint8_t*>(table_), 4, count, bytes, 4);
    if (!has_scales()) return;
    from = Number::kFloat32;
    in = bytes;
  }
  if (!has_scales()) return kernels::load(from, in, count, values);
  if (count_ == 1) return kernels::load(from, in, count, entry(scales_, 0), entry(biases_, 0), values);
  if (period_ != 0) {
    const Index first = index % period_;
    kernels::load(from, in, count, values);
    return kernels::scale(values, count, pattern_[0] + first, pattern_[1] + first,
                          static_cast<std::size_t>(period_));
  }
  while (count > 0) {
    const Index i = index / inner_ % count_;
    const std::size_t run = std::min(count, static_cast<std::size_t>(inner_ - index % inner_));
    kernels::load(from, in, run, entry(scales_, i), entry(biases_, i), values);
    in += run * kernels::width_of(from);
    values += run;
    index += static_cast<Index>(run);
    count -= run;
  }
}

bool Conversion::run(const std::uint8_t* in, std::size_t count, Index index, std::uint8_t* out) const {
  bool fits = true;
  std::uint8_t extended[kBlock];
  while (count > 0) {
    const std::size_t block = std::min(kBlock, count);
    if (extends_) kernels::extend(given_, in, block, extended);
    const std::uint8_t* const some = extends_ ? extended : in;
    if (checks_) fits = kernels::fit(from_, to_, some, block) && fits;
    if (casts_)
      kernels::cast(from_, to_, some, block, out);
    else
      compute(some, block, index, out);
    count -= block;
    index += static_cast<Index>(block);
    in += block * from_width_;
    out += block * to_width_;
  }
  return fits;
}

void Conversion::compute(const std::uint8_t* in, std::size_t count, Index index, std::uint8_t* out) const {
  float block[kBlock];
  double wide[kBlock];
  float* const floats = to_ == Number::kFloat32 ? reinterpret_cast<float*>(out) : block;
  const float* values = floats;
  const bool rounds = kernels::loads_floats(from_) && (to_ == Number::kFloat32 || has_scales());
  if (!kernels::fits_float(from_) && !rounds) {
    kernels::load(from_, in, count, wide, to_ == Number::kFloat64 && !has_scales());
    if (!has_scales() && !kernels::is_narrow(to_)) return kernels::store(wide, count, to_, out);
    // in effect rounded once: a value rounded to odd can be rounded again
    kernels::narrow(wide, count, floats, to_ == Number::kFloat32 || has_scales());
    if (has_scales())
      load_floats(Number::kFloat32, reinterpret_cast<const std::uint8_t*>(floats), count, index, floats);
  } else if (from_ == Number::kFloat32 && !has_scales()) {
    values = reinterpret_cast<const float*>(in);
  } else {
    load_floats(from_, in, count, index, floats);
  }
  if (to_ != Number::kFloat32 || values != floats) kernels::store(values, count, to_, saturates_, out);
}

}  // namespace microtome
