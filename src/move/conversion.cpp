#include "move/conversion.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "move/kernels/kernels.hpp"

namespace microtome {
namespace {

using kernels::Number;

/// Floats hold a larger zero point, and its sum with an integer of 16 bits, but not every step on the way.
constexpr double kMostInFloats = 0x1p21;

}  // namespace

void Conversion::Spread::start(std::span<const double> of, double instead, bool wide) {
  list = of;
  missing = instead;
  is_wide = wide;
  constants = 0;
}

void Conversion::Spread::put(Index at, Index count, Index entry, Index stride) {
  if (list.size() > 1)
    kernels::copy_numbers(list.data() + entry, static_cast<std::ptrdiff_t>(stride),
                          static_cast<std::size_t>(count), is_wide, numbers + at * (is_wide ? 8 : 4));
}

void Conversion::Spread::put_constants(Index count) {
  if (list.size() > 1 || constants >= count) return;
  const double all = number(0);
  kernels::copy_numbers(&all, 0, static_cast<std::size_t>(count), is_wide, numbers);
  constants = count;
}

void Conversion::start(Number from, const Target& target, const Arithmetic& how) {
  const Number to = target.number;
  assert(kernels::is_target(to));
  const bool computes = !how.is_none();
  given_ = from;
  extends_ = from == Number::kBool || from == Number::kInt4;
  if (extends_) from = from == Number::kBool ? Number::kUint8 : Number::kInt8;
  from_ = from;
  to_ = to;
  to_bits_ = target.bits;
  from_width_ = kernels::width_of(from);
  to_width_ = kernels::width_of(to);
  checks_ = !computes && given_ != Number::kBool && kernels::may_not_fit(from, to, target.bits);
  casts_ = !computes && kernels::casts(from, to);
  saturates_ = target.saturates;
  how_ = how;
  is_wide_ = computes && (kernels::is_wide(from) || kernels::is_wide(to));
  adds_zeros_ = !how.zeros.empty() && kernels::is_integer(to);
  const auto is_small = [](double zero) { return std::fabs(zero) <= kMostInFloats; };
  adds_widely_ = adds_zeros_ && !is_wide_ && !std::ranges::all_of(how.zeros, is_small);
  const bool subtracts = !how.zeros.empty() && !adds_zeros_;
  has_steps_ = subtracts || !how.scales.empty() || !how.biases.empty();
  is_affine_ = !is_wide_ && !subtracts && !how.divides;
  subtracted_.start(subtracts ? how.zeros : std::span<const double>(), 0, is_wide_);
  scales_.start(how.scales, 1, is_wide_);
  biases_.start(how.biases, -0.0, is_wide_);
  added_.start(adds_zeros_ ? how.zeros : std::span<const double>(), 0, is_wide_ || adds_widely_);
  first_ = 0;
  axes_.clear();
  period_ = 1;
  if (kernels::has_table(from)) kernels::fill_table(from, table_);
}

void Conversion::take_entries(Index first, const Axes& axes) {
  if (is_uniform()) return;
  Axes least;
  Index period = 1;
  for (const Axis& axis : axes) {
    if (axis.size == 1 || (axis.stride == 0 && least.empty())) continue;  // elements wrap around
    period *= axis.size;
    if (!least.empty() && least.back().stride == axis.size * axis.stride)
      least.back() = {least.back().size * axis.size, axis.stride};
    else
      least.push_back(axis);
  }
  if (first == first_ && least == axes_ && period_ != 1) return;
  first_ = first;
  axes_ = least;
  period_ = 0;
  if (axes_.empty()) {  // one entry
    period_ = kConstants;
    if (!is_affine_ || adds_zeros_) spread(0, period_, 0);
  } else if (period <= kLongestPeriod) {
    period_ = 4 * period;
    spread(0, 2 * period_, axes_.size());
  }
}

void Conversion::spread(Index index, Index count, int rank) {
  const int last = rank - 1;
  Index at[kMaxRank], entry = first_;
  for (int a = last; a >= 0; --a) {
    at[a] = index % axes_[a].size;
    index /= axes_[a].size;
    entry += at[a] * axes_[a].stride;
  }
  each_spread([&](Spread& each) { each.put_constants(count); });
  const Index stride = last < 0 ? 0 : axes_[last].stride;
  for (Index made = 0; made < count;) {
    const Index run = last < 0 ? count : std::min(count - made, axes_[last].size - at[last]);
    each_spread([&](Spread& each) { each.put(made, run, entry, stride); });
    made += run;
    Index step = run;
    for (int a = last; a >= 0; --a, step = 1) {
      at[a] += step;
      entry += step * axes_[a].stride;
      if (at[a] < axes_[a].size) break;
      entry -= axes_[a].size * axes_[a].stride;
      at[a] = 0;
    }
  }
}

Index Conversion::spread_for(Index index, std::size_t count, std::size_t& period, std::size_t& run) {
  period = static_cast<std::size_t>(is_uniform() ? kConstants : period_);
  if (is_uniform()) each_spread([&](Spread& each) { each.put_constants(kConstants); });
  if (is_uniform() || axes_.empty()) {
    if (count % kVector == 0) run = count;  // then the numbers stay in registers
    return 0;
  }
  if (period_ != 0) return index % period_;
  period = kBatch;
  const Axis last = axes_.back();
  const auto elements = static_cast<Index>(count);
  const bool is_whole = last.stride == 0 && last.size % Index{kVector} == 0 && index % last.size == 0 &&
                        elements % last.size == 0;
  if (is_whole && !adds_zeros_) {
    run = static_cast<std::size_t>(last.size);
    spread(index / last.size, elements / last.size, axes_.size() - 1);
  } else {
    spread(index, elements, axes_.size());
  }
  return 0;
}

bool Conversion::run(const std::uint8_t* in, std::size_t count, Index index, std::uint8_t* out) {
  bool fits = true;
  std::uint8_t extended[kBatch];
  while (count > 0) {
    const std::size_t batch = std::min(kBatch, count);
    std::uint8_t* const bytes = casts_ && to_width_ == 1 ? out : extended;
    if (extends_) kernels::extend(given_, in, batch, bytes);
    const std::uint8_t* const some = extends_ ? bytes : in;
    if (checks_) fits = kernels::fit(from_, to_, to_bits_, some, batch) && fits;
    if (casts_) {
      if (some != out) kernels::cast(from_, to_, some, batch, out);
    } else if (how_.is_none())
      convert(some, batch, out);
    else
      compute(some, batch, index, out);
    if (to_bits_ != 0 && !casts_) kernels::clamp(to_, to_bits_, batch, out);
    count -= batch;
    index += static_cast<Index>(batch);
    in += batch * from_width_;
    out += batch * to_width_;
  }
  return fits;
}

void Conversion::load_floats(const std::uint8_t* in, std::size_t count, float* values) const {
  if (!kernels::has_table(from_)) return kernels::load(from_, in, count, values);
  kernels::look_up(in, 1, 1, reinterpret_cast<const std::uint8_t*>(table_), 4, count,
                   reinterpret_cast<std::uint8_t*>(values), 4);
}

void Conversion::load_doubles(const std::uint8_t* in, std::size_t count, double* values) const {
  if (!kernels::fits_float(from_)) return kernels::load(from_, in, count, values, true);
  float floats[kBatch];
  load_floats(in, count, floats);
  kernels::widen(floats, count, values);
}

/// Converts without computing.
void Conversion::convert(const std::uint8_t* in, std::size_t count, std::uint8_t* out) const {
  float batch[kBatch];
  float* const floats = to_ == Number::kFloat32 ? reinterpret_cast<float*>(out) : batch;
  const float* values = floats;
  if (!kernels::fits_float(from_) && !(kernels::loads_floats(from_) && to_ == Number::kFloat32)) {
    double wide[kBatch];
    kernels::load(from_, in, count, wide, to_ == Number::kFloat64);
    return store(wide, count, out);
  }
  if (from_ == Number::kFloat32)
    values = reinterpret_cast<const float*>(in);
  else
    load_floats(in, count, floats);
  if (to_ != Number::kFloat32 || values != floats) kernels::store(values, count, to_, saturates_, out);
}

void Conversion::store(const double* values, std::size_t count, std::uint8_t* out) const {
  if (!kernels::is_narrow(to_)) return kernels::store(values, count, to_, out);
  float batch[kBatch];
  const bool is_last = to_ == Number::kFloat32;
  float* const floats = is_last ? reinterpret_cast<float*>(out) : batch;
  // in effect rounded once: a value rounded to odd can be rounded again
  kernels::narrow(values, count, floats, is_last);
  if (!is_last) kernels::store(floats, count, to_, saturates_, out);
}

/// Loads and scales floats at once, if their entries are in long runs. False if they are not.
bool Conversion::load_in_runs(const std::uint8_t* in, std::size_t count, Index index, float* values) const {
  if (!is_affine_ || !has_steps_) return false;
  const bool is_one = is_uniform() || axes_.empty();
  if (!is_one && (axes_.back().stride != 0 || axes_.back().size < kLongRun)) return false;
  Number number = from_;
  if (kernels::has_table(number)) {
    load_floats(in, count, values);
    number = Number::kFloat32;
    in = reinterpret_cast<const std::uint8_t*>(values);
  }
  while (count > 0) {
    std::size_t run = count;
    Index entry = first_;
    if (!is_one) {
      Index rest = index;
      for (int a = axes_.size(); a-- > 0; rest /= axes_[a].size)
        entry += rest % axes_[a].size * axes_[a].stride;
      const Index size = axes_.back().size;
      run = std::min(run, static_cast<std::size_t>(size - index % size));
    }
    kernels::load(number, in, run, static_cast<float>(scales_.number(entry)),
                  static_cast<float>(biases_.number(entry)), values);
    in += run * kernels::width_of(number);
    values += run;
    index += static_cast<Index>(run);
    count -= run;
  }
  return true;
}

void Conversion::compute(const std::uint8_t* in, std::size_t count, Index index, std::uint8_t* out) {
  float batch[kBatch];
  double wide[kBatch];
  const bool is_last = to_ == Number::kFloat32 && count % kVector == 0;
  float* const floats = is_last ? reinterpret_cast<float*>(out) : batch;
  const bool is_loaded = !is_wide_ && load_in_runs(in, count, index, floats);
  std::size_t period = 0, run = 0;
  Index first = 0;
  if (!is_loaded || adds_zeros_) first = spread_for(index, count, period, run);
  const auto numbers = [&]<class T>() -> kernels::Numbers<T> {
    return {subtracted_.from<T>(first),
            scales_.from<T>(first),
            biases_.from<T>(first),
            period,
            run,
            how_.divides};
  };
  const auto steps = [&]<class T>(T* values) {
    if (has_steps_) kernels::compute(values, count, numbers.template operator()<T>());
  };
  if (is_wide_) {
    if (is_last && kernels::compute(from_, in, count, numbers.operator()<double>(), floats)) return;
    const bool is_own = to_ == Number::kFloat64 && count % kVector == 0;
    double* const values = is_own ? reinterpret_cast<double*>(out) : wide;
    load_doubles(in, count, values);
    steps(values);
    if (is_own) return;
    return adds_zeros_ ? store_sums(values, count, first, period, out) : store(values, count, out);
  }
  if (!is_loaded) {
    load_floats(in, count, floats);
    steps(floats);
  }
  if (adds_widely_) {
    kernels::widen(floats, count, wide);
    return store_sums(wide, count, first, period, out);
  }
  if (adds_zeros_) kernels::add_zeros(floats, count, added_.from<float>(first), period, to_);
  if (!is_last) kernels::store(floats, count, to_, saturates_, out);
}

void Conversion::store_sums(double* values, std::size_t count, Index first, std::size_t period,
                            std::uint8_t* out) {
  const double* const zeros = added_.from<double>(first);
  if (kernels::store_sums(values, count, zeros, period, to_, out)) return;
  kernels::add_zeros(values, count, zeros, period);
  store(values, count, out);
}

}  // namespace microtome
