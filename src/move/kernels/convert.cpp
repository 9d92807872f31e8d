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
/// Four numbers of one byte at a time: less code, for rare types.
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
  /// Null: load_scaled by 1 changes nothing, because these numbers have no -0 and no NaN.
  Kernel* load;
  /// Null: loads first, and then scales.
  void (*load_scaled)(const uint8_t* in, size_t count, float scale, float bias, uint8_t* out);
};
template <class From>
constexpr Source kRareSource = {From::kBytes, load_by_four<From>, nullptr};
template <class From>
constexpr Source kSource = {From::kBytes, load_floats<From>, nullptr};
template <class T>
constexpr Source kIntegers = {sizeof(T), nullptr, load_scaled<FromInteger<T>>};

constexpr Source kSources[] = {
    kRareSource<FromBool>,
    kIntegers<uint8_t>,
    kIntegers<int8_t>,
    kIntegers<uint16_t>,
    kIntegers<int16_t>,
    kSource<FromNarrow<2, 5>>,
    kSource<FromBfloat>,
    kRareSource<FromNarrow<1, 4>>,
    kRareSource<FromNarrow<1, 5>>,
    kRareSource<FromExponent>,
    {4, copy_bytes<4>, load_scaled<FromFloat>},
};

/// One number of a type that float32 does not hold exactly, as a double.
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

/// `to_one` converts the NaNs that `To` cannot.
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
void store_doubles(const uint8_t* in, size_t count, uint8_t* out) {
  for (size_t i = 0; i < count; ++i) store(out + 8 * i, to_double(load<uint32_t>(in + 4 * i)));
}

/// Doubles to floats, and these to the target type.
template <auto to, class T>
void store_narrowed(const uint8_t* in, size_t count, uint8_t* out) {
  for (size_t i = 0; i < count; ++i) store(out + i * sizeof(T), static_cast<T>(to(load<double>(in + 8 * i))));
}

struct Target {
  Number number;
  size_t bytes;
  /// Null: an integer, which store_rounded stores.
  Kernel* from_floats;
  Kernel* from_doubles;
  Limits limits;
};

template <class T>
constexpr Target integer(Number number, Kernel* from_floats) {
  return {number,
          sizeof(T),
          from_floats,
          nullptr,
          {static_cast<double>(std::numeric_limits<T>::min()),
           static_cast<double>(std::numeric_limits<T>::max())}};
}

constexpr Target kTargets[] = {
    integer<uint8_t>(Number::kUint8, store_floats<ToInteger<uint8_t>>),
    integer<int8_t>(Number::kInt8, store_floats<ToInteger<int8_t>>),
    integer<uint16_t>(Number::kUint16, store_floats<ToInteger<uint16_t>>),
    integer<int16_t>(Number::kInt16, store_floats<ToInteger<int16_t>>),
    integer<int32_t>(Number::kInt32, nullptr),
    {Number::kFloat16,
     2,
     store_floats<ToHalf, to_half>,
     store_narrowed<[](double value) { return to_half(round_to_odd(value)); }, uint16_t>,
     {}},
    {Number::kBfloat16,
     2,
     store_floats<ToBfloat, to_bfloat>,
     store_narrowed<[](double value) { return to_bfloat(round_to_odd(value)); }, uint16_t>,
     {}},
    {Number::kFloat32, 4, copy_bytes<4>, store_narrowed<round_to_nearest, uint32_t>, {}},
    {Number::kFloat64, 8, store_doubles, copy_bytes<8>, {}},
};

template <class Value>
void store_rounded(const Value* values, size_t count, const Target& target, uint8_t* out) {
  const auto [least, most] = target.limits;
  for (size_t i = 0; i < count; ++i, out += target.bytes) {
    const double value = values[i] == values[i] ? static_cast<double>(values[i]) : 0;
    const auto integer = static_cast<int64_t>(__builtin_rint(std::min(std::max(value, least), most)));
    if (target.bytes == 1)
      store(out, static_cast<uint8_t>(integer));
    else if (target.bytes == 2)
      store(out, static_cast<uint16_t>(integer));
    else
      store(out, static_cast<uint32_t>(integer));
  }
}

const Target* target_of(Number number) {
  for (const Target& target : kTargets)
    if (target.number == number) return &target;
  return nullptr;
}

/// Has a kernel convert any number of elements.
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

template <class T>
bool any_beyond(const T* values, size_t count, Limits limits) {
  const auto least = static_cast<T>(limits.least), most = static_cast<T>(limits.most);
  bool found = false;
  for (size_t i = 0; i < count; ++i) found |= values[i] < least || values[i] > most;
  return found;
}

}  // namespace

bool is_target(Number number) { return target_of(number) != nullptr; }

Limits limits(Number number) { return target_of(number)->limits; }

void load(Number number, const uint8_t* in, size_t count, float* out) {
  assert(fits_float(number));
  const Source& source = kSources[static_cast<size_t>(number)];
  if (source.load == nullptr) return load(number, in, count, 1, 0, out);
  by_sixteen(in, source.bytes, count, reinterpret_cast<uint8_t*>(out), 4, source.load);
}

void load(Number number, const uint8_t* in, size_t count, float scale, float bias, float* out) {
  assert(fits_float(number));
  const Source& source = kSources[static_cast<size_t>(number)];
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
  const size_t width = number <= Number::kInt32 ? 4 : 8;
  for (size_t i = 0; i < count; ++i) out[i] = load_one(number, in + i * width, to_nearest);
}

void scale(float* values, size_t count, const float* scales, const float* biases, size_t period) {
  for (size_t at = 0; at < count; at += period) {
    const size_t some = std::min(period, count - at);
    auto* const bytes = reinterpret_cast<uint8_t*>(values + at);
    const auto four = [](const float* list) { return load<F32>(reinterpret_cast<const uint8_t*>(list)); };
    size_t i = 0;
    for (; i + 4 <= some; i += 4)
      store(bytes + 4 * i, load<F32>(bytes + 4 * i) * four(scales + i) + four(biases + i));
    for (; i < some; ++i) values[at + i] = values[at + i] * scales[i] + biases[i];
  }
}

void store(const float* values, size_t count, Number number, uint8_t* out) {
  const Target& target = *target_of(number);
  if (target.from_floats == nullptr) return store_rounded(values, count, target, out);
  by_sixteen(reinterpret_cast<const uint8_t*>(values), 4, count, out, target.bytes, target.from_floats);
}
void store(const double* values, size_t count, Number number, uint8_t* out) {
  const Target& target = *target_of(number);
  if (target.from_doubles == nullptr) return store_rounded(values, count, target, out);
  target.from_doubles(reinterpret_cast<const uint8_t*>(values), count, out);
}

bool any_outside(const float* values, size_t count, Limits limits) {
  return any_beyond(values, count, limits);
}
bool any_outside(const double* values, size_t count, Limits limits) {
  return any_beyond(values, count, limits);
}

}  // namespace microtome::kernels
