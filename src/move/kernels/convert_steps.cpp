// Computes in floats or doubles: what `load` has loaded, before `store` stores it.
#include <algorithm>

#include "convert.hpp"
#include "convert_vector.hpp"

namespace microtome::kernels {
namespace {

using F64 = double __attribute__((vector_size(16)));
using I64 = int64_t __attribute__((vector_size(16)));

/// Makes each vector x of values f(x, b), a vector beyond the last value too. Lists with a period have the
/// numbers for x from byte b on.
template <class X>
void each_vector(uint8_t* bytes, size_t size, size_t period, auto f) {
  for (const uint8_t* const end = bytes + size; bytes < end;) {
    for (size_t b = 0; b < period && bytes < end; b += sizeof(X), bytes += sizeof(X))
      store(bytes, f(load<X>(bytes), b));
  }
}
template <class T, class X>
void each_vector(T* values, size_t count, size_t period, auto f) {
  each_vector<X>(reinterpret_cast<uint8_t*>(values), count * sizeof(T), period * sizeof(T), f);
}

template <class X>
X at(const void* list, size_t b) {
  return load<X>(static_cast<const uint8_t*>(list) + b);
}

F32 spread(float x) { return fill(x); }
F64 spread(double x) { return F64{x, x}; }

template <class X, class T>
void compute_all(T* values, size_t count, const Numbers<T>& of, auto f) {
  if (of.run == 0) {
    each_vector<T, X>(values, count, of.period, [&](X x, size_t b) {
      return f(x, at<X>(of.zeros, b), at<X>(of.scales, b), at<X>(of.biases, b));
    });
    return;
  }
  for (size_t k = 0, i = 0; k < count; k += of.run, ++i) {
    const X zero = spread(of.zeros[i]), scale = spread(of.scales[i]), bias = spread(of.biases[i]);
    each_vector<T, X>(values + k, of.run, of.run, [=](X x, size_t) { return f(x, zero, scale, bias); });
  }
}

template <class X, class T>
void compute_all(T* values, size_t count, const Numbers<T>& of) {
  if (of.divides)
    compute_all<X>(values, count, of, [](X x, X zero, X scale, X bias) { return (x - zero) / scale + bias; });
  else
    compute_all<X>(values, count, of, [](X x, X zero, X scale, X bias) { return (x - zero) * scale + bias; });
}

/// Four integers of 32 bits, after their bits are flipped, as doubles.
void load_words(const uint8_t* in, uint32_t flip, F64& x, F64& y) {
  const auto some = I32(load<V32>(in) ^ flip);
  x = __builtin_convertvector(__builtin_shufflevector(some, some, 0, 1), F64);
  y = __builtin_convertvector(__builtin_shufflevector(some, some, 2, 3), F64);
}

/// Two doubles as floats, in the lower half.
V64 half(F64 x) {
  return V64(opaque(__builtin_convertvector(__builtin_shufflevector(x, F64{}, 0, 1, 2, 3), F32)));
}

/// Converts x * scale + bias to floats, four at a time. `zero` is subtracted from integers first.
template <bool is_integer>
void compute_run(const uint8_t* in, size_t count, double zero, double scale, double bias, uint8_t* out) {
  const F64 zeros = spread(zero), scales = spread(scale), biases = spread(bias);
  for (const uint8_t* const end = out + count * 4; out < end; in += is_integer ? 16 : 32, out += 16) {
    F64 x, y;
    if constexpr (is_integer)
      load_words(in, 0, x, y), x -= zeros, y -= zeros;
    else
      x = load<F64>(in), y = load<F64>(in + 16);
    x = x * scales + biases, y = y * scales + biases;
    store(out, __builtin_shufflevector(half(x), half(y), 0, 2));
  }
}

/// The nearest integer, an even one if two are as near. Up to 2^51 in magnitude; others are integers already.
F64 round(F64 x) {
  const F64 magic = F64{0x1p52, 0x1p52}, size = F64(V64(x) & ~(uint64_t{1} << 63)),
            rounded = size + magic - magic;
  const I64 is_small = size < magic;
  return F64((V64(is_small) & V64(rounded)) | (~V64(is_small) & V64(size)) | (V64(x) & (uint64_t{1} << 63)));
}

/// An integer type of 64 bits: its least value, and the first one beyond it.
struct Limits {
  double least, beyond;
};

/// The bits of a whole number plus another one, saturated. `zero` has at most 2^53.
uint64_t sum_of(double whole, double zero, Limits limits) {
  constexpr double kNear = 0x1p54;
  constexpr uint64_t kSign64 = uint64_t{1} << 63;
  const bool is_signed = limits.least != 0;
  const auto added = static_cast<int64_t>(zero);
  if (whole != whole) whole = 0;
  const double below = whole - limits.beyond, above = whole - limits.least;
  if (below >= -kNear) {  // counts from the limit, which no integer holds
    const int64_t sum = static_cast<int64_t>(std::min(below, kNear)) + added;
    return (is_signed ? kSign64 : 0) + static_cast<uint64_t>(sum >= 0 ? -1 : sum);
  }
  if (above <= kNear) {
    const int64_t sum = static_cast<int64_t>(std::max(above, -kNear)) + added;
    return (is_signed ? kSign64 : 0) + static_cast<uint64_t>(sum <= 0 ? 0 : sum);
  }
  const uint64_t bits =
      whole < 0 ? static_cast<uint64_t>(static_cast<int64_t>(whole)) : static_cast<uint64_t>(whole);
  return bits + static_cast<uint64_t>(added);
}

}  // namespace

void copy_numbers(const double* in, ptrdiff_t stride, size_t count, bool is_wide, uint8_t* out) {
  if (stride == 0) {
    const V all = is_wide ? V(F64{*in, *in}) : V(fill(static_cast<float>(*in)));
    for (const uint8_t* const end = out + count * (is_wide ? 8 : 4); out < end; out += sizeof(V))
      store(out, all);
  } else if (is_wide)
    for (; count > 0; --count, in += stride, out += 8) store(out, *in);
  else
    for (; count > 0; --count, in += stride, out += 4) store(out, static_cast<float>(*in));
}

void compute(float* values, size_t count, const Numbers<float>& of) { compute_all<F32>(values, count, of); }
void compute(double* values, size_t count, const Numbers<double>& of) { compute_all<F64>(values, count, of); }

bool compute(Number from, const uint8_t* in, size_t count, const Numbers<double>& of, float* out) {
  const bool is_integer = from == Number::kInt32;
  if (of.run == 0 || of.divides || (!is_integer && from != Number::kFloat64)) return false;
  for (size_t k = 0, i = 0; k < count; k += of.run, ++i) {
    auto* const bytes = reinterpret_cast<uint8_t*>(out + k);
    if (is_integer)
      compute_run<true>(in + k * 4, of.run, of.zeros[i], of.scales[i], of.biases[i], bytes);
    else
      compute_run<false>(in + k * 8, of.run, 0, of.scales[i], of.biases[i], bytes);
  }
  return true;
}

void add_zeros(float* values, size_t count, const float* zeros, size_t period, Number number) {
  const bool is_signed = number == Number::kInt8 || number == Number::kInt16;
  const int bits = static_cast<int>(width_of(number)) * 8 - (is_signed ? 1 : 0);
  const auto most = static_cast<float>((1 << bits) - 1);
  const F32 upper = fill(most), lower = fill(is_signed ? -most - 1 : 0), magic = fill(0x1.8p23F);
  each_vector<float, F32>(values, count, period, [=](F32 x, size_t b) {
    const F32 zero = at<F32>(zeros, b), least = lower - zero;
    x = F32(V32(x) & V32(x == x));
    x = least < x ? x : least;
    return (lesser(x, upper - zero) + magic - magic) + zero;
  });
}

void add_zeros(double* values, size_t count, const double* zeros, size_t period) {
  each_vector<double, F64>(values, count, period, [=](F64 x, size_t b) {
    return round(F64(V64(x) & V64(x == x))) + at<F64>(zeros, b);
  });
}

bool store_sums(const double* values, size_t count, const double* zeros, size_t period, Number number,
                uint8_t* out) {
  if (number != Number::kUint64 && number != Number::kInt64) return false;
  const Limits limits = number == Number::kUint64 ? Limits{0, 0x1p64} : Limits{-0x1p63, 0x1p63};
  for (size_t i = 0; i < count; ++i)
    store(out + i * sizeof(uint64_t), sum_of(__builtin_rint(values[i]), zeros[i % period], limits));
  return true;
}

bool load_words(Number number, const uint8_t* in, size_t count, double* out) {
  if (number != Number::kInt32 && number != Number::kUint32) return false;
  // makes signed integers of unsigned ones, which are so much larger
  const uint32_t flip = number == Number::kInt32 ? 0 : kSign;
  const double shift = number == Number::kInt32 ? 0 : 0x1p31;
  const F64 shifts = spread(shift);
  auto* const bytes = reinterpret_cast<uint8_t*>(out);
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    F64 x, y;
    load_words(in + 4 * i, flip, x, y);
    store(bytes + 8 * i, x + shifts), store(bytes + 8 * i + 16, y + shifts);
  }
  for (; i < count; ++i) out[i] = static_cast<int32_t>(load<uint32_t>(in + 4 * i) ^ flip) + shift;
  return true;
}

bool narrow_numbers(const double* values, size_t count, uint8_t* out) {
  const auto* const bytes = reinterpret_cast<const uint8_t*>(values);
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const F64 x = load<F64>(bytes + 8 * i), y = load<F64>(bytes + 8 * i + 16);
    if (any(V32(x != x) | V32(y != y))) return false;
    store(out + 4 * i, __builtin_shufflevector(half(x), half(y), 0, 2));
  }
  for (; i < count; ++i) {
    if (values[i] != values[i]) return false;
    store(out + 4 * i, static_cast<float>(values[i]));
  }
  return true;
}

void widen(const float* values, size_t count, double* out) {
  auto* const bytes = reinterpret_cast<uint8_t*>(out);
  for (size_t i = 0; i < count; i += 4) {
    const auto x = load<F32>(reinterpret_cast<const uint8_t*>(values + i));
    store(bytes + 8 * i, __builtin_convertvector(__builtin_shufflevector(x, x, 0, 1), F64));
    store(bytes + 8 * i + 16, __builtin_convertvector(__builtin_shufflevector(x, x, 2, 3), F64));
  }
}

}  // namespace microtome::kernels
