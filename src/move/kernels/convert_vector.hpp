// Sixteen numbers at a time: `load_as` turns them into floats, `store_as` turns floats into numbers of the
// target type. Both are exact, as convert.hpp says. No operand or intermediate result is denormal, because
// denormals take a hundred times as long on some machines.
#pragma once

#include <limits>

#include "vector.hpp"

namespace microtome::kernels {

using F32 = float __attribute__((vector_size(16)));
using I32 = int32_t __attribute__((vector_size(16)));
/// Sixteen floats are four of these.
inline constexpr int kFours = 4;

inline constexpr uint32_t kSign = 0x80000000, kInfinity = 0x7f800000;

/// A constant vector of one number, loaded from memory before the loop: Binaryen would turn a number in a
/// register back into a literal, in spite of `opaque`.
template <uint32_t x>
V32 all() {
  return V32(constant<[](int b) { return (x >> (b % 4 * 8)) & 255; }>());
}
template <float x>
F32 all() {
  return F32(all<std::bit_cast<uint32_t>(x)>());
}

/// A vector of one number that is not a constant.
inline F32 fill(float x) { return F32(V32{} + std::bit_cast<uint32_t>(x)); }

/// The upper bits of the words of x and y, each above 15 other bits.
inline V signs(V x, V y) {
#ifdef __wasm__
  return V(__builtin_wasm_narrow_s_i16x8_i32x4(I32(x), I32(y)));  // saturates
#else
  return shuffle<[](int b) { return b / 2 * 4 + 2 + b % 2; }>(x, y);
#endif
}

inline F32 to_floats(V32 integers) { return __builtin_convertvector(I32(integers), F32); }
inline F32 lesser(F32 x, F32 y) { return x < y ? x : y; }
inline bool any(V32 mask) {
#ifdef __wasm__
  using Signed = int8_t __attribute__((vector_size(16)));
  return __builtin_wasm_any_true_v128(Signed(mask));
#else
  return (V64(mask)[0] | V64(mask)[1]) != 0;
#endif
}

// How a number becomes a float. The number is in the upper bits of a 32-bit word (kAtTop) or in the lower
// ones; the other bits are 0.

template <class T>
struct FromInteger {
  static constexpr int kBytes = sizeof(T);
  static constexpr bool kAtTop = std::numeric_limits<T>::is_signed;
  F32 operator()(V32 x) const { return to_floats(kAtTop ? V32(I32(x) >> (32 - 8 * kBytes)) : x); }
};

/// Floats with kExponent bits of exponent. A normal number only needs another exponent. A denormal one, whose
/// exponent is 0, gets a leading bit, which is then subtracted. Each way gives too large a result for numbers
/// of the other kind, so the lesser result is right.
template <int kWidth, int kExponent>
struct FromNarrow {
  static constexpr int kBytes = kWidth;
  static constexpr bool kAtTop = true;
  F32 operator()(V32 x) const {
    const V32 negative = x & sign, magnitude = (x ^ negative) >> (8 - kExponent);
    const F32 finite = lesser(F32(magnitude + normal), F32(magnitude + tiny) - first_bit);
    return F32(negative | V32(finite) | (V32(I32(magnitude) > I32(largest)) & infinity));
  }

 private:
  static constexpr uint32_t kBias = 128 - (1u << (kExponent - 1)), kTiny = (kBias + 1) << 23;
  /// Formats with 5 exponent bits have infinities; those with 4 have only a NaN.
  static constexpr uint32_t kSpecial = kExponent == 5 ? 31u << 23 : 0x7fu << 20;
  const V32 sign = all<kSign>(), normal = all<kBias << 23>(), tiny = all<kTiny>(),
            largest = all<kSpecial - 1>(), infinity = all<kInfinity>();
  const F32 first_bit = F32(tiny);
};

struct FromBfloat {
  static constexpr int kBytes = 2;
  static constexpr bool kAtTop = true;
  F32 operator()(V32 x) const { return F32(x); }
};

/// The W-byte elements of half a vector, each with W zero bytes below it or above it.
template <bool kAtTop, int W, int kHigh>
V stretch(V x) {
  return opaque(kAtTop ? zip<W, kHigh>(V{}, x) : zip<W, kHigh>(x, V{}));
}

template <class From>
void load_as(const From& from, const uint8_t* in, F32* v) {
  each<kFours>([&](auto i) {
    constexpr bool kAtTop = From::kAtTop;
    const V x = load<V>(in + i / 2 * 16 * (From::kBytes - 1));
    if constexpr (From::kBytes == 2)
      v[i] = from(V32(stretch<kAtTop, 2, i % 2>(x)));
    else
      v[i] = from(V32(stretch<kAtTop, 2, i % 2>(stretch<kAtTop, 1, i / 2>(x))));
  });
}

/// 32-bit integers, which are rounded half to even. `Words`: V32 or I32.
template <class Words>
struct FromWords {
  static constexpr int kBytes = 4;
};
template <class Words>
void load_as(const FromWords<Words>&, const uint8_t* in, F32* v) {
  each<kFours>([&](auto i) { v[i] = __builtin_convertvector(load<Words>(in + 16 * i), F32); });
}

struct FromFloat {
  static constexpr int kBytes = 4;
};
inline void load_as(const FromFloat&, const uint8_t* in, F32* v) {
  each<kFours>([&](auto i) { v[i] = load<F32>(in + 16 * i); });
}

// How eight floats become numbers of 16 bits, or of 8 bits with 8 zero bits.

/// Integers of at most 16 bits: adding 1.5 * 2^23 leaves no room for a fraction, so that the sum is rounded
/// half to even.
template <class T>
struct ToInteger {
  static constexpr int kBytes = sizeof(T);
  static constexpr bool kTakesNan = true;
  V operator()(F32 x, F32 y) const { return pack_lanes<2>(V(one(x)), V(one(y))); }

 private:
  V32 one(F32 x) const {
    if constexpr (kLeast != 0) x = F32(V32(x) & V32(x == x));  // NaN becomes 0
    x = least < x ? x : least;
    return V32(lesser(x, most) + round) & mask;
  }
  static constexpr auto kLeast = static_cast<float>(std::numeric_limits<T>::min());
  static constexpr auto kMost = static_cast<float>(std::numeric_limits<T>::max());
  const F32 least = all<kLeast>(), most = all<kMost>(), round = all<0x1.8p23F>();
  const V32 mask = all<(1u << 8 * kBytes) - 1>();
};

/// Rounds half to even, by adding a power of two whose last bit counts as much as the last bit of the result.
/// The lower half of the sum is then the mantissa with its leading bit, to which the exponent is added.
struct ToHalf {
  static constexpr int kBytes = 2;
  static constexpr bool kTakesNan = false;
  V operator()(F32 x, F32 y) const {
    const V sizes = pack_lanes<2>(V(one(x)), V(one(y))), negative = signs(V(x), V(y));
    return V(V16(sizes) - exponents) | (negative & V(minus));
  }

 private:
  static constexpr uint32_t kLeast = 113, kDigits = 13;  // exponent of the least normal half; bits dropped
  V32 one(F32 x) const {
    const V32 bits = V32(x) & magnitude, size = bits < infinite ? bits : infinite, given = size & infinity;
    const V32 exponent = I32(given) > I32(least) ? given : least;
    const V32 sum = V32(F32(size) + F32(exponent + digits));
    return (sum + (exponent >> kDigits)) & lower;
  }
  const V32 magnitude = all<~kSign>(), infinity = all<kInfinity>(), infinite = all<143u << 23>(),
            least = all<kLeast << 23>(), digits = all<kDigits << 23>(), lower = all<0xffff>();
  const V16 exponents = V16(all<(kLeast << 10 & 0xffff) * 0x10001>()), minus = V16(all<0x80008000>());
};

struct ToBfloat {
  static constexpr int kBytes = 2;
  static constexpr bool kTakesNan = false;
  V operator()(F32 x, F32 y) const { return pack_lanes<2>(V(one(V32(x))), V(one(V32(y)))); }

 private:
  V32 one(V32 x) const { return (x + half + (x >> 16 & last)) >> 16; }
  const V32 half = all<0x7fff>(), last = all<1>();
};

template <class To>
void store_as(const To& to, const F32* v, uint8_t* out) {
  const V low = to(v[0], v[1]), high = to(v[2], v[3]);
  if constexpr (To::kBytes == 1) {
    store(out, pack_lanes<1>(low, high));
  } else {
    store(out, low);
    store(out + 16, high);
  }
}

}  // namespace microtome::kernels
