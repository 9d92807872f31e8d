// Converts one number at a time: doubles, large integers, floats of 8 bits, and the NaNs that `store_as`
// (convert_vector.hpp) does not take. As exact as convert_vector.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "convert_vector.hpp"

namespace microtome::kernels {

inline float to_float(uint32_t bits) { return std::bit_cast<float>(bits); }
inline uint32_t to_bits(float value) { return std::bit_cast<uint32_t>(value); }

// From the bits of a float to those of a narrower one. A NaN stays a NaN, and its payload is truncated.

/// A number without its sign, as a float with `23 - digits` bits of fraction, whose least normal number has
/// exponent `least`. It computes as ToHalf does.
inline uint32_t to_small(uint32_t magnitude, uint32_t least, uint32_t digits) {
  const uint32_t size = std::min(magnitude, 143u << 23);
  const uint32_t exponent = std::max(size & kInfinity, least << 23);
  const uint32_t sum = to_bits(to_float(size) + to_float(exponent + (digits << 23)));
  return (sum + (exponent >> digits) - (least << (23 - digits))) & 0xffff;
}

inline uint32_t to_half(uint32_t bits) {
  const uint32_t magnitude = bits & ~kSign;
  const uint32_t payload = magnitude >> 13 & 0x3ff, nan = 0x7c00 | payload | (payload == 0 ? 0x200 : 0);
  return (bits >> 16 & 0x8000) | (magnitude > kInfinity ? nan : to_small(magnitude, 113, 13));
}

inline uint32_t to_bfloat(uint32_t bits) {
  const uint32_t upper = bits >> 16, nan = upper | ((upper & 0x7f) == 0 ? 0x40 : 0);
  return (bits & ~kSign) > kInfinity ? nan : (bits + 0x7fff + (upper & 1)) >> 16;
}

/// The floats that have fractions and less than 16 bits.
struct Small {
  uint32_t exponent_bits, fraction_bits;
  uint32_t largest;  ///< of the finite ones

  /// Exponents, biased as in float32: of the least normal number, and of that number's last bit.
  constexpr uint32_t least() const { return 129 - (1u << (exponent_bits - 1)); }
  constexpr uint32_t digits() const { return 23 - fraction_bits; }
};
inline constexpr Small kE4m3 = {4, 3, 0x7e}, kE5m2 = {5, 2, 0x7b};

/// Rounds a float32 to this type. A magnitude above `most` becomes `most`, and NaN stays NaN.
inline uint32_t to_small(uint32_t bits, const Small& small, uint32_t most) {
  const uint32_t magnitude = bits & ~kSign;
  const uint32_t number = std::min(to_small(magnitude, small.least(), small.digits()), most);
  return (bits >> 24 & 0x80) | (magnitude > kInfinity ? 0x7f : number);
}

// Between floats and doubles.

inline uint64_t to_double(uint32_t bits) {
  if ((bits & ~kSign) <= kInfinity) return std::bit_cast<uint64_t>(static_cast<double>(to_float(bits)));
  return uint64_t{bits & kSign} << 32 | uint64_t{0x7ff} << 52 | uint64_t{bits & 0x7fffff} << 29;
}

/// A NaN as a float.
inline uint32_t nan_to_float(uint64_t bits) {
  const auto payload = static_cast<uint32_t>(bits >> 29 & 0x7fffff);
  return static_cast<uint32_t>(bits >> 32 & kSign) | kInfinity | (payload == 0 ? 1u << 22 : payload);
}

inline uint32_t round_to_nearest(double value) {
  return value == value ? to_bits(static_cast<float>(value)) : nan_to_float(std::bit_cast<uint64_t>(value));
}

/// Rounds to odd: a value between two floats becomes the one whose last bit is 1.
inline uint32_t round_to_odd(double value) {
  const uint32_t nearest = round_to_nearest(value);
  const auto rounded = static_cast<double>(to_float(nearest));
  if (value != value || rounded == value || (nearest & 1) != 0) return nearest;
  return __builtin_fabs(rounded) < __builtin_fabs(value) ? nearest + 1 : nearest - 1;
}

/// An integer as a double, rounded to odd: rounding it again gives the same as rounding once.
inline double to_odd(uint64_t magnitude) {
  constexpr uint64_t kLower = 0x7ff;
  if (magnitude >> 53 != 0) magnitude = (magnitude & ~kLower) | ((magnitude & kLower) != 0 ? kLower + 1 : 0);
  return static_cast<double>(magnitude);
}

}  // namespace microtome::kernels
