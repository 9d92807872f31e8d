#include "convert.hpp"

#include <bit>
#include <cassert>
#include <limits>

#include "vector.hpp"

#ifdef __wasm__  // elsewhere the loops are tested, not used
#define MICROTOME_PRAGMA(words) _Pragma(#words)
#define MICROTOME_LANES(n) MICROTOME_PRAGMA(clang loop vectorize_width(n) interleave(disable))
#else
#define MICROTOME_LANES(n)
#endif

namespace microtome::kernels {
namespace {

float to_float(uint32_t bits) { return std::bit_cast<float>(bits); }
uint32_t to_bits(float value) { return std::bit_cast<uint32_t>(value); }

constexpr uint32_t kSign = 0x80000000, kInfinity = 0x7f800000;

// From bits of a narrower float to those of a float.

uint32_t from_half(uint32_t half) {
  const uint32_t sign = (half & 0x8000) << 16, magnitude = half & 0x7fff, shifted = magnitude << 13;
  const uint32_t special = shifted + (224u << 23), normal = shifted + (112u << 23);
  const uint32_t tiny = to_bits(to_float(shifted + (113u << 23)) - to_float(113u << 23));
  return sign | (magnitude >= 0x7c00 ? special : magnitude < 0x400 ? tiny : normal);
}

uint32_t from_f8e4m3(uint32_t byte) {
  const uint32_t sign = (byte & 0x80) << 24, magnitude = byte & 0x7f;
  if (magnitude == 0x7f) return sign | kInfinity | 7u << 20;
  if (magnitude < 8) return sign | to_bits(static_cast<float>(magnitude) * 0x1p-9F);
  return sign | ((magnitude << 20) + (120u << 23));
}

uint32_t from_f8e8m0(uint32_t byte) {
  return byte == 0 ? 0x00400000 : byte == 255 ? kInfinity | 1u << 22 : byte << 23;
}

// From bits of a float to those of a narrower one. A NaN keeps what fits of its payload, and stays one.

/// Adding a power of two in which the last bit that a half has is the last bit too rounds half to even. The
/// two products make infinities of what is too large.
uint32_t to_half(uint32_t bits) {
  const uint32_t magnitude = bits & ~kSign, exponent = bits & kInfinity, least = 113u << 23;
  const float value = to_float(magnitude) * 0x1p112F * 0x1p-110F;
  const uint32_t unit = (exponent > least ? exponent : least) + (15u << 23);
  const uint32_t sum = to_bits(to_float(unit) + value);
  const uint32_t number = (sum >> 13 & 0x7c00) + (sum & 0xfff);
  const uint32_t payload = magnitude >> 13 & 0x3ff, nan = 0x7c00 | payload | (payload == 0 ? 0x200 : 0);
  return (bits >> 16 & 0x8000) | (magnitude > kInfinity ? nan : number);
}

uint32_t to_bfloat(uint32_t bits) {
  const uint32_t upper = bits >> 16, nan = upper | ((upper & 0x7f) == 0 ? 0x40 : 0);
  return (bits & ~kSign) > kInfinity ? nan : (bits + 0x7fff + (upper & 1)) >> 16;
}

// Between floats and doubles.

uint64_t widen(uint32_t bits) {
  if ((bits & ~kSign) <= kInfinity) return std::bit_cast<uint64_t>(static_cast<double>(to_float(bits)));
  return uint64_t{bits & kSign} << 32 | uint64_t{0x7ff} << 52 | uint64_t{bits & 0x7fffff} << 29;
}

/// A NaN as a float.
uint32_t narrow_nan(uint64_t bits) {
  const auto payload = static_cast<uint32_t>(bits >> 29 & 0x7fffff);
  return static_cast<uint32_t>(bits >> 32 & kSign) | kInfinity | (payload == 0 ? 1u << 22 : payload);
}

uint32_t round_to_nearest(double value) {
  return value == value ? to_bits(static_cast<float>(value)) : narrow_nan(std::bit_cast<uint64_t>(value));
}

/// A value that no float holds becomes the one of its neighbours whose last bit is 1.
uint32_t round_to_odd(double value) {
  const uint32_t nearest = round_to_nearest(value);
  const auto rounded = static_cast<double>(to_float(nearest));
  if (value != value || rounded == value || (nearest & 1) != 0) return nearest;
  return __builtin_fabs(rounded) < __builtin_fabs(value) ? nearest + 1 : nearest - 1;
}

/// An integer of which a double holds all bits that are needed to round it once more.
double to_odd(uint64_t magnitude) {
  constexpr uint64_t kLower = 0x7ff;
  if (magnitude >> 53 != 0) magnitude = (magnitude & ~kLower) | ((magnitude & kLower) != 0 ? kLower + 1 : 0);
  return static_cast<double>(magnitude);
}

// Loads.

template <class T>
void load_integers(const uint8_t* in, size_t count, float* out) {
  MICROTOME_LANES(4)
  for (size_t i = 0; i < count; ++i) out[i] = static_cast<float>(int32_t{load<T>(in + i * sizeof(T))});
}
void load_bools(const uint8_t* in, size_t count, float* out) {
  for (size_t i = 0; i < count; ++i) out[i] = in[i] != 0 ? 1 : 0;
}
template <class T, auto from>
void load_floats(const uint8_t* in, size_t count, float* out) {
  auto* const bits = reinterpret_cast<uint8_t*>(out);
  MICROTOME_LANES(4)
  for (size_t i = 0; i < count; ++i) store(bits + 4 * i, from(load<T>(in + i * sizeof(T))));
}
template <auto from>
void load_bytes(const uint8_t* in, size_t count, float* out) {
  auto* const bits = reinterpret_cast<uint8_t*>(out);
  for (size_t i = 0; i < count; ++i) store(bits + 4 * i, from(in[i]));
}
void load_copy(const uint8_t* in, size_t count, float* out) { std::memcpy(out, in, 4 * count); }

using LoadFloats = void(const uint8_t* in, size_t count, float* out);
constexpr LoadFloats* kLoads[] = {
    load_bools,
    load_integers<uint8_t>,
    load_integers<int8_t>,
    load_integers<uint16_t>,
    load_integers<int16_t>,
    load_floats<uint16_t, from_half>,
    load_floats<uint16_t, [](uint32_t bits) { return bits << 16; }>,
    load_bytes<from_f8e4m3>,
    load_bytes<[](uint32_t byte) { return from_half(byte << 8); }>,
    load_bytes<from_f8e8m0>,
    load_copy,
};

/// The double of one number that does not fit a float.
double load_one(Number number, const uint8_t* in, bool to_nearest) {
  switch (number) {
    case Number::kUint32:
      return load<uint32_t>(in);
    case Number::kInt32:
      return load<int32_t>(in);
    case Number::kUint64: {
      const auto value = load<uint64_t>(in);
      return to_nearest ? static_cast<double>(value) : to_odd(value);
    }
    case Number::kInt64: {
      const auto value = load<int64_t>(in);
      if (to_nearest) return static_cast<double>(value);
      return value < 0 ? -to_odd(0 - static_cast<uint64_t>(value)) : to_odd(static_cast<uint64_t>(value));
    }
    default:
      return load<double>(in);
  }
}

// Stores.

/// Integers of at most 16 bits: adding 1.5 * 2^23 leaves no room for a fraction, so that the sum is rounded
/// half to even.
template <class T>
void store_integers(const float* values, size_t count, uint8_t* out) {
  constexpr auto kLeast = static_cast<float>(std::numeric_limits<T>::min());
  constexpr auto kMost = static_cast<float>(std::numeric_limits<T>::max());
  constexpr float kRound = 0x1.8p23F;
  MICROTOME_LANES(4)
  for (size_t i = 0; i < count; ++i) {
    float value = values[i];
    value = value == value ? value : 0;
    value = value < kLeast ? kLeast : value;
    value = value > kMost ? kMost : value;
    store(out + i * sizeof(T), static_cast<T>(to_bits(value + kRound) - to_bits(kRound)));
  }
}
template <class T, class Value>
void store_rounded(const Value* values, size_t count, uint8_t* out) {
  constexpr auto kLeast = static_cast<double>(std::numeric_limits<T>::min());
  constexpr auto kMost = static_cast<double>(std::numeric_limits<T>::max());
  for (size_t i = 0; i < count; ++i) {
    const auto given = static_cast<double>(values[i]);
    const double value = given == given ? given : 0;
    const double within = value < kLeast ? kLeast : value > kMost ? kMost : value;
    store(out + i * sizeof(T), static_cast<T>(__builtin_rint(within)));
  }
}
template <auto to>
void store_halves(const float* values, size_t count, uint8_t* out) {
  const auto* const bits = reinterpret_cast<const uint8_t*>(values);
  MICROTOME_LANES(4)
  for (size_t i = 0; i < count; ++i)
    store(out + 2 * i, static_cast<uint16_t>(to(load<uint32_t>(bits + 4 * i))));
}
void store_doubles(const float* values, size_t count, uint8_t* out) {
  const auto* const bits = reinterpret_cast<const uint8_t*>(values);
  for (size_t i = 0; i < count; ++i) store(out + 8 * i, widen(load<uint32_t>(bits + 4 * i)));
}

/// Doubles as floats, and those as what is wanted.
template <auto to, class T>
void store_narrowed(const double* values, size_t count, uint8_t* out) {
  for (size_t i = 0; i < count; ++i) store(out + i * sizeof(T), static_cast<T>(to(values[i])));
}

struct Target {
  Number number;
  void (*from_floats)(const float* values, size_t count, uint8_t* out);
  void (*from_doubles)(const double* values, size_t count, uint8_t* out);
  Limits limits;
};

template <class T>
constexpr Limits limits_of() {
  return {static_cast<double>(std::numeric_limits<T>::min()),
          static_cast<double>(std::numeric_limits<T>::max())};
}

constexpr Target kTargets[] = {
    {Number::kUint8, store_integers<uint8_t>, store_rounded<uint8_t>, limits_of<uint8_t>()},
    {Number::kInt8, store_integers<int8_t>, store_rounded<int8_t>, limits_of<int8_t>()},
    {Number::kUint16, store_integers<uint16_t>, store_rounded<uint16_t>, limits_of<uint16_t>()},
    {Number::kInt16, store_integers<int16_t>, store_rounded<int16_t>, limits_of<int16_t>()},
    {Number::kInt32, store_rounded<int32_t>, store_rounded<int32_t>, limits_of<int32_t>()},
    {Number::kFloat16,
     store_halves<to_half>,
     store_narrowed<[](double value) { return to_half(round_to_odd(value)); }, uint16_t>,
     {}},
    {Number::kBfloat16,
     store_halves<to_bfloat>,
     store_narrowed<[](double value) { return to_bfloat(round_to_odd(value)); }, uint16_t>,
     {}},
    {Number::kFloat32,
     [](const float* values, size_t count, uint8_t* out) { std::memcpy(out, values, 4 * count); },
     store_narrowed<round_to_nearest, uint32_t>,
     {}},
    {Number::kFloat64,
     store_doubles,
     [](const double* values, size_t count, uint8_t* out) { std::memcpy(out, values, 8 * count); },
     {}},
};

const Target* find(Number number) {
  for (const Target& target : kTargets)
    if (target.number == number) return &target;
  return nullptr;
}

template <class T>
bool any_beyond(const T* values, size_t count, Limits limits) {
  const auto least = static_cast<T>(limits.least), most = static_cast<T>(limits.most);
  bool found = false;
  for (size_t i = 0; i < count; ++i) found |= values[i] < least || values[i] > most;
  return found;
}

}  // namespace

bool is_target(Number number) { return find(number) != nullptr; }

Limits limits(Number number) { return find(number)->limits; }

void load(Number number, const uint8_t* in, size_t count, float* out) {
  assert(fits_float(number));
  kLoads[static_cast<size_t>(number)](in, count, out);
}

void load(Number number, const uint8_t* in, size_t count, double* out, bool to_nearest) {
  const size_t width = number <= Number::kInt32 ? 4 : 8;
  for (size_t i = 0; i < count; ++i) out[i] = load_one(number, in + i * width, to_nearest);
}

void scale(float* values, size_t count, float scale, float bias) {
  MICROTOME_LANES(4)
  for (size_t i = 0; i < count; ++i) values[i] = values[i] * scale + bias;
}

void scale(float* values, size_t count, const float* scales, const float* biases, size_t period) {
  for (; count >= period; count -= period, values += period) MICROTOME_LANES(4)
  for (size_t i = 0; i < period; ++i) values[i] = values[i] * scales[i] + biases[i];
  for (size_t i = 0; i < count; ++i) values[i] = values[i] * scales[i] + biases[i];
}

void store(const float* values, size_t count, Number number, uint8_t* out) {
  find(number)->from_floats(values, count, out);
}
void store(const double* values, size_t count, Number number, uint8_t* out) {
  find(number)->from_doubles(values, count, out);
}

bool any_outside(const float* values, size_t count, Limits limits) {
  return any_beyond(values, count, limits);
}
bool any_outside(const double* values, size_t count, Limits limits) {
  return any_beyond(values, count, limits);
}

}  // namespace microtome::kernels
