#include "move/conversion.hpp"

#include <algorithm>
#include <cassert>

namespace microtome {

using kernels::Number;

namespace {

std::size_t width_of(Number number) {
  constexpr std::uint8_t kWidths[] = {1, 1, 1, 2, 2, 2, 2, 1, 1, 1, 4, 4, 4, 8, 8, 8};
  static_assert(std::size(kWidths) == kernels::kNumberCount);
  return kWidths[static_cast<std::size_t>(number)];
}

}  // namespace

void Conversion::start(Number from, Number to, std::span<const double> scales,
                       std::span<const double> biases) {
  assert(kernels::is_target(to) && scales.empty() == biases.empty());
  from_ = from;
  to_ = to;
  from_width_ = width_of(from);
  to_width_ = width_of(to);
  checks_ = kernels::is_integer(from) && kernels::is_integer(to) && scales.empty();
  scales_ = scales;
  biases_ = biases;
  first_ = 0;
  count_ = inner_ = 1;
  period_ = 0;
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
    in += run * width_of(from);
    values += run;
    index += static_cast<Index>(run);
    count -= run;
  }
}

bool Conversion::run(const std::uint8_t* in, std::size_t count, Index index, std::uint8_t* out) const {
  bool fits = true;
  for (std::size_t done = 0; done < count; done += kBlock) {
    const std::size_t block = std::min(kBlock, count - done);
    const Index first = index + static_cast<Index>(done);
    const bool is_fit = kernels::fits_float(from_)
                            ? run_floats(in + done * from_width_, block, first, out + done * to_width_)
                            : run_doubles(in + done * from_width_, block, first, out + done * to_width_);
    fits = fits && is_fit;
  }
  return fits;
}

bool Conversion::run_floats(const std::uint8_t* in, std::size_t count, Index index, std::uint8_t* out) const {
  if (from_ == Number::kFloat32 && !has_scales()) {
    kernels::store(reinterpret_cast<const float*>(in), count, to_, out);
    return true;
  }
  float block[kBlock];
  float* const values = to_ == Number::kFloat32 ? reinterpret_cast<float*>(out) : block;
  load_floats(from_, in, count, index, values);
  if (to_ == Number::kFloat32) return true;
  kernels::store(values, count, to_, out);
  return !checks_ || !kernels::any_outside(values, count, kernels::limits(to_));
}

bool Conversion::run_doubles(const std::uint8_t* in, std::size_t count, Index index,
                             std::uint8_t* out) const {
  double block[kBlock];
  kernels::load(from_, in, count, block, to_ == Number::kFloat64 && !has_scales());
  if (!has_scales()) {
    kernels::store(block, count, to_, out);
    return !checks_ || !kernels::any_outside(block, count, kernels::limits(to_));
  }
  float values[kBlock];
  auto* const bytes = reinterpret_cast<std::uint8_t*>(values);
  kernels::store(block, count, Number::kFloat32, bytes);
  load_floats(Number::kFloat32, bytes, count, index, values);
  kernels::store(values, count, to_, out);
  return true;
}

}  // namespace microtome
