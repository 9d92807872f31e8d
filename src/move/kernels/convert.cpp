#include "convert.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "convert_scalar.hpp"
#include "convert_vector.hpp"

namespace microtome::kernels {
namespace {

// Loads and stores of floats convert 16 numbers at a time.

using Kernel = void(const uint8_t* in, size_t count, uint8_t* out);

template <size_t kBytes>
void copy_bytes(const uint8_t* in, size_t count, uint8_t* out) {
  std::memcpy(out, in, count * kBytes);
}

// Loads.

template <class From>
void load_floats(const uint8_t* in, size_t count, uint8_t* out) {
  const From from;
  F32 v[kFours];
  for (; count > 0; count -= 16, in += 16 * From::kBytes, out += 64) {
    load_as(from, in, v);
    each<kFours>([&](auto i) { store(out + 16 * i, v[i]); });
  }
}
/// Four one-byte numbers at a time: less code, for rare types.
template <class From>
void load_by_four(const uint8_t* in, size_t count, uint8_t* out) {
  const From from;
  for (size_t i = 0; i < count; i += 4) {
    const V some = V(V32{load<uint32_t>(in + i)});
    store(out + 4 * i, from(V32(stretch<From::kAtTop, 2, 0>(stretch<From::kAtTop, 1, 0>(some)))));
  }
}
template <class From>
void load_scaled(const uint8_t* in, size_t count, float scale, float bias, uint8_t* out) {
  const From from;
  const F32 scales = fill(scale), biases = fill(bias);
  F32 v[kFours];
  for (; count > 0; count -= 16, in += 16 * From::kBytes, out += 64) {
    load_as(from, in, v);
    each<kFours>([&](auto i) { store(out + 16 * i, v[i] * scales + biases); });
  }
}

struct Source {
  size_t bytes;
  /// Null: load_scaled by 1 does the same, because these numbers have no -0 and no NaN.
  Kernel* load;
  /// Null: numbers are loaded first, and then scaled.
  void (*load_scaled)(const uint8_t* in, size_t count, float scale, float bias, uint8_t* out);
};
template <class From>
constexpr Source kRareSource = {From::kBytes, load_by_four<From>, nullptr};
template <class From>
constexpr Source kSource = {From::kBytes, load_floats<From>, nullptr};
template <class From>
constexpr Source kIntegers = {From::kBytes, nullptr, load_scaled<From>};

/// One row per Number, from kF8e4m3 on.
constexpr Source kSources[] = {
    kRareSource<FromNarrow<1, 4>>,
    kRareSource<FromNarrow<1, 5>>,
    kIntegers<FromInteger<uint8_t>>,
    kIntegers<FromInteger<int8_t>>,
    kIntegers<FromInteger<uint16_t>>,
    kIntegers<FromInteger<int16_t>>,
    kSource<FromNarrow<2, 5>>,
    kSource<FromBfloat>,
    {4, copy_bytes<4>, load_scaled<FromFloat>},
    kIntegers<FromWords<V32>>,
    kIntegers<FromWords<I32>>,
};
const Source& source_of(Number number) {
  assert(number >= Number::kF8e4m3 && number <= Number::kInt32);
  return kSources[static_cast<size_t>(number) - static_cast<size_t>(Number::kF8e4m3)];
}

/// The values of nf4 (QLoRA), as float32.
constexpr float kNf4[] = {-1.0F,
                          -0.6961928009986877F,
                          -0.5250730514526367F,
                          -0.39491748809814453F,
                          -0.28444138169288635F,
                          -0.18477343022823334F,
                          -0.09105003625154495F,
                          0.0F,
                          0.07958029955625534F,
                          0.16093020141124725F,
                          0.24611230194568634F,
                          0.33791524171829224F,
                          0.44070982933044434F,
                          0.5626170039176941F,
                          0.7229568362236023F,
                          1.0F};

constexpr float kF4e2m1[] = {0,     0.5F,  1,     1.5F,  2,     3,     4,     6,
                             -0.0F, -0.5F, -1.0F, -1.5F, -2.0F, -3.0F, -4.0F, -6.0F};

/// The bits of the float that a byte stands for.
uint32_t value_of(Number number, uint32_t byte) {
  if (number == Number::kF8e8m0)
    return byte == 255 ? kInfinity | 1u << 22 : byte == 0 ? 1u << 22 : byte << 23;
  return to_bits((number == Number::kNf4 ? kNf4 : kF4e2m1)[byte & 15]);
}

/// An integer of 64 bits as a double.
double load_one(Number number, const uint8_t* in, bool to_nearest) {
  const auto bits = load<uint64_t>(in);
  const bool is_negative = number == Number::kInt64 && static_cast<int64_t>(bits) < 0;
  const uint64_t size = is_negative ? 0 - bits : bits;
  const double value = to_nearest ? static_cast<double>(size) : to_odd(size);
  return is_negative ? -value : value;
}

// Stores.

/// `to_one` converts the NaNs that `To` cannot convert.
template <class To, auto to_one = nullptr>
void store_floats(const uint8_t* in, size_t count, uint8_t* out) {
  const To to;
  F32 v[kFours];
  for (; count > 0; count -= 16, in += 64, out += 16 * To::kBytes) {
    load_as(FromFloat(), in, v);
    if constexpr (!To::kTakesNan)
      if (any(V32(v[0] != v[0]) | V32(v[1] != v[1]) | V32(v[2] != v[2]) | V32(v[3] != v[3]))) {
        for (size_t i = 0; i < 16; ++i)
          store(out + 2 * i, static_cast<uint16_t>(to_one(load<uint32_t>(in + 4 * i))));
        continue;
      }
    store_as(to, v, out);
  }
}
/// Compares bits, because an AudioWorklet may flush denormals to zero.
void store_bools(const uint8_t* in, size_t count, uint8_t* out) {
  for (size_t i = 0; i < count; ++i) out[i] = (load<uint32_t>(in + 4 * i) & 0x7fffffff) != 0;
}
template <const Small& small, bool saturates>
void store_small(const uint8_t* in, size_t count, uint8_t* out) {
  for (size_t i = 0; i < count; ++i)
    out[i] = static_cast<uint8_t>(
        to_small(load<uint32_t>(in + 4 * i), small, small.largest + (saturates ? 0 : 1)));
}

/// A whole number as an integer, saturated; 0 for NaN.
template <class T>
T saturated(double value) {
#ifdef __wasm__
  constexpr bool kSigned = std::numeric_limits<T>::is_signed;
  if constexpr (sizeof(T) == 8)
    return static_cast<T>(kSigned ? __builtin_wasm_trunc_saturate_s_i64_f64(value)
                                  : __builtin_wasm_trunc_saturate_u_i64_f64(value));
  else
    return static_cast<T>(kSigned ? __builtin_wasm_trunc_saturate_s_i32_f64(value)
                                  : __builtin_wasm_trunc_saturate_u_i32_f64(value));
#else
  constexpr auto kLeast = static_cast<double>(std::numeric_limits<T>::min());
  constexpr double kBeyond = static_cast<double>(T{1} << (std::numeric_limits<T>::digits - 1)) * 2;
  if (value >= kBeyond) return std::numeric_limits<T>::max();
  return value > kLeast ? static_cast<T>(value) : value <= kLeast ? std::numeric_limits<T>::min() : T{0};
#endif
}
template <class T, class Value>
void store_integers(const Value* values, size_t count, uint8_t* out) {
  for (size_t i = 0; i < count; ++i)
    store(out + i * sizeof(T), saturated<T>(__builtin_rint(static_cast<double>(values[i]))));
}
/// Stores integers of 32 or 64 bits. False if `number` is not one.
template <class Value>
bool store_wide(const Value* values, size_t count, Number number, uint8_t* out) {
  switch (number) {
    case Number::kUint32:
      return store_integers<uint32_t>(values, count, out), true;
    case Number::kInt32:
      return store_integers<int32_t>(values, count, out), true;
    case Number::kUint64:
      return store_integers<uint64_t>(values, count, out), true;
    case Number::kInt64:
      return store_integers<int64_t>(values, count, out), true;
    default:
      return false;
  }
}

struct Target {
  Number number;
  size_t bytes;
  Kernel* store;
};
constexpr Target kTargets[] = {
    {Number::kBool, 1, store_bools},
    {Number::kF8e4m3, 1, store_small<kE4m3, true>},
    {Number::kF8e5m2, 1, store_small<kE5m2, true>},
    {Number::kUint8, 1, store_floats<ToInteger<uint8_t>>},
    {Number::kInt8, 1, store_floats<ToInteger<int8_t>>},
    {Number::kUint16, 2, store_floats<ToInteger<uint16_t>>},
    {Number::kInt16, 2, store_floats<ToInteger<int16_t>>},
    {Number::kFloat16, 2, store_floats<ToHalf, to_half>},
    {Number::kBfloat16, 2, store_floats<ToBfloat, to_bfloat>},
    {Number::kFloat32, 4, copy_bytes<4>},
};

const Target* target_of(Number number) {
  for (const Target& target : kTargets)
    if (target.number == number) return &target;
  return nullptr;
}

/// Lets a kernel for multiples of 16 elements convert any number of them.
void by_sixteen(const uint8_t* in, size_t in_bytes, size_t count, uint8_t* out, size_t out_bytes,
                auto kernel) {
  const size_t rest = count % 16, whole = count - rest;
  kernel(in, whole, out);
  if (rest == 0) return;
  uint8_t last[16 * 4] = {}, made[16 * 8];
  std::memcpy(last, in + whole * in_bytes, rest * in_bytes);
  kernel(last, 16, made);
  std::memcpy(out + whole * out_bytes, made, rest * out_bytes);
}

}  // namespace

bool is_narrow(Number number) { return target_of(number) != nullptr; }
bool is_target(Number number) { return number > Number::kFloat32 || is_narrow(number); }

void fill_table(Number number, float* table) {
  auto* const out = reinterpret_cast<uint8_t*>(table);
  for (uint32_t byte = 0; byte < kBytes; ++byte) store(out + size_t{4} * byte, value_of(number, byte));
}

void load(Number number, const uint8_t* in, size_t count, float* out) {
  const Source& source = source_of(number);
  if (source.load == nullptr) return load(number, in, count, 1, 0, out);
  by_sixteen(in, source.bytes, count, reinterpret_cast<uint8_t*>(out), 4, source.load);
}

void load(Number number, const uint8_t* in, size_t count, float scale, float bias, float* out) {
  const Source& source = source_of(number);
  auto* const bytes = reinterpret_cast<uint8_t*>(out);
  if (source.load_scaled == nullptr) {
    load(number, in, count, out);
    return load(Number::kFloat32, bytes, count, scale, bias, out);
  }
  by_sixteen(in, source.bytes, count, bytes, 4, [&](const uint8_t* some, size_t n, uint8_t* made) {
    source.load_scaled(some, n, scale, bias, made);
  });
}

void load(Number number, const uint8_t* in, size_t count, double* out, bool to_nearest) {
  if (load_words(number, in, count, out)) return;
  if (number == Number::kFloat64) return std::memcpy(out, in, count * sizeof(double)), void();
  const size_t width = width_of(number);
  for (size_t i = 0; i < count; ++i) out[i] = load_one(number, in + i * width, to_nearest);
}

void narrow(const double* values, size_t count, float* out, bool to_nearest) {
  auto* const bytes = reinterpret_cast<uint8_t*>(out);
  if (to_nearest && narrow_numbers(values, count, bytes)) return;
  for (size_t i = 0; i < count; ++i)
    store(bytes + 4 * i, to_nearest ? round_to_nearest(values[i]) : round_to_odd(values[i]));
}

void store(const float* values, size_t count, Number number, bool saturates, uint8_t* out) {
  if (store_wide(values, count, number, out)) return;
  if (number == Number::kFloat64) {
    const auto* const in = reinterpret_cast<const uint8_t*>(values);
    for (size_t i = 0; i < count; ++i) store(out + 8 * i, to_double(load<uint32_t>(in + 4 * i)));
    return;
  }
  const Target& target = *target_of(number);
  Kernel* kernel = target.store;
  if (!saturates && number == Number::kF8e4m3) kernel = store_small<kE4m3, false>;
  if (!saturates && number == Number::kF8e5m2) kernel = store_small<kE5m2, false>;
  by_sixteen(reinterpret_cast<const uint8_t*>(values), 4, count, out, target.bytes, kernel);
}

void store(const double* values, size_t count, Number number, uint8_t* out) {
  if (!store_wide(values, count, number, out)) std::memcpy(out, values, count * sizeof(double));
}

}  // namespace microtome::kernels
