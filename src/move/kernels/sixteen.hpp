// Sixteen numbers at a time: `widen` turns them into floats, `narrow` turns floats into numbers of the target
// type. Both are exact, with the same bits natively and in wasm: NaNs move as bits, and multiplications and
// additions are never fused. No operand or intermediate result is denormal, because denormals take a hundred
// times as long on some machines.
#pragma once

#include <limits>

#include "vector.hpp"

namespace microtome::kernels {

using F32 = float __attribute__((vector_size(16)));
using I32 = int32_t __attribute__((vector_size(16)));
/// Sixteen floats are four of these.
inline constexpr int kFours = 4;

inline constexpr uint32_t kSign = 0x80000000, kInfinity = 0x7f800000;

/// A vector of one number, made before the loop: V8 would build a literal one again at every use.
inline V32 all(uint32_t x) { return V32{} + keep(x); }
inline F32 all(float x) { return F32(all(std::bit_cast<uint32_t>(x))); }

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

// How a number becomes a float. It is in the upper bits of a word of 32 (kAtTop) or in the lower ones; the
// other bits are 0.

struct FromBool {
  static constexpr int kBytes = 1;
  static constexpr bool kAtTop = false;
  F32 operator()(V32 x) const { return to_floats(V32(x != 0) & 1); }
};

template <class T>
struct FromInteger {
  static constexpr int kBytes = sizeof(T);
  static constexpr bool kAtTop = std::numeric_limits<T>::is_signed;
  F32 operator()(V32 x) const { return to_floats(kAtTop ? V32(I32(x) >> (32 - 8 * kBytes)) : x); }
};

/// Floats with kExponent bits of exponent. A normal number only needs another exponent. A denormal one, whose
/// exponent is 0, gets a first bit, which is then subtracted. Each way gives too large a result for numbers
/// of the other kind, so the lesser result is right.
template <int kWidth, int kExponent>
struct FromNarrow {
  static constexpr int kBytes = kWidth;
  static constexpr bool kAtTop = true;
  F32 operator()(V32 x) const {
    const V32 negative = x & sign, magnitude = (x ^ negative) >> (8 - kExponent);
    const F32 finite = lesser(F32(magnitude + normal), F32(magnitude + tiny) - first_bit);
    return F32(negative | V32(finite) | (V32(I32(magnitude) >= I32(special)) & infinity));
  }

 private:
  static constexpr uint32_t kBias = 128 - (1u << (kExponent - 1));
  /// Exponents of 5 bits have infinities; those of 4 a NaN alone.
  static constexpr uint32_t kSpecial = kExponent == 5 ? 31u << 23 : 0x7fu << 20;
  const V32 sign = all(kSign), normal = all(kBias << 23), tiny = all((kBias + 1) << 23),
            special = all(kSpecial), infinity = all(kInfinity);
  const F32 first_bit = all(std::bit_cast<float>((kBias + 1) << 23));
};

struct FromBfloat {
  static constexpr int kBytes = 2;
  static constexpr bool kAtTop = true;
  F32 operator()(V32 x) const { return F32(x); }
};

/// An exponent alone.
struct FromExponent {
  static constexpr int kBytes = 1;
  static constexpr bool kAtTop = false;
  F32 operator()(V32 x) const {
    return F32((x << 23) | (V32(x == 0) & 0x00400000) | (V32(x == 255) & (kInfinity | 1u << 22)));
  }
};

/// Elements of W bytes of half a vector, each with as many bytes of 0 below it or above it.
template <bool kAtTop, int W, int kHigh>
V stretch(V x) {
  return keep(kAtTop ? zip<W, kHigh>(V{}, x) : zip<W, kHigh>(x, V{}));
}

template <class From>
void widen(const From& from, const uint8_t* in, F32* v) {
  each<kFours>([&](auto i) {
    constexpr bool kAtTop = From::kAtTop;
    const V x = load<V>(in + i / 2 * 16 * (From::kBytes - 1));
    if constexpr (From::kBytes == 2)
      v[i] = from(V32(stretch<kAtTop, 2, i % 2>(x)));
    else
      v[i] = from(V32(stretch<kAtTop, 2, i % 2>(stretch<kAtTop, 1, i / 2>(x))));
  });
}

struct FromFloat {
  static constexpr int kBytes = 4;
};
inline void widen(const FromFloat&, const uint8_t* in, F32* v) {
  each<kFours>([&](auto i) { v[i] = load<F32>(in + 16 * i); });
}

// How a float becomes a number, in the lower bits of a word of 32 whose other bits are 0.

/// Integers of at most 16 bits: adding 1.5 * 2^23 leaves no room for a fraction, so that the sum is rounded
/// half to even.
template <class T>
struct ToInteger {
  static constexpr int kBytes = sizeof(T);
  static constexpr bool kTakesNan = true;
  V32 operator()(F32 x) const {
    if constexpr (kLeast != 0) x = F32(V32(x) & V32(x == x));  // NaN becomes 0
    x = least < x ? x : least;
    return V32(lesser(x, most) + round) & mask;
  }

 private:
  static constexpr auto kLeast = static_cast<float>(std::numeric_limits<T>::min());
  static constexpr auto kMost = static_cast<float>(std::numeric_limits<T>::max());
  const F32 least = all(kLeast), most = all(kMost), round = all(0x1.8p23F);
  const V32 mask = all((1u << 8 * kBytes) - 1);
};

/// Rounds half to even, by adding a power of two whose last bit counts as much as the last bit of the result.
/// The two products turn values that are too large into infinities.
struct ToHalf {
  static constexpr int kBytes = 2;
  static constexpr bool kTakesNan = false;
  V32 operator()(F32 x) const {
    const V32 bits = V32(x), magnitude = bits & ~sign, exponent = bits & infinity;
    const V32 unit = V32(I32(exponent) > I32(least) ? exponent : least) + step;
    const V32 sum = V32(F32(unit) + F32(magnitude) * large * small);
    return (bits >> 16 & minus) | ((sum >> 13 & upper) + (sum & lower));
  }

 private:
  const V32 sign = all(kSign), infinity = all(kInfinity), least = all(113u << 23), step = all(15u << 23),
            minus = all(0x8000u), upper = all(0x7c00u), lower = all(0xfffu);
  const F32 large = all(0x1p112F), small = all(0x1p-110F);
};

struct ToBfloat {
  static constexpr int kBytes = 2;
  static constexpr bool kTakesNan = false;
  V32 operator()(F32 x) const { return (V32(x) + half + (V32(x) >> 16 & last)) >> 16; }

 private:
  const V32 half = all(0x7fffu), last = all(1u);
};

template <class To>
void narrow(const To& to, const F32* v, uint8_t* out) {
  V x[kFours];
  each<kFours>([&](auto i) { x[i] = V(to(v[i])); });
  const V low = narrow<2>(x[0], x[1]), high = narrow<2>(x[2], x[3]);
  if constexpr (To::kBytes == 1) {
    store(out, narrow<1>(low, high));
  } else {
    store(out, low);
    store(out + 16, high);
  }
}

}  // namespace microtome::kernels
