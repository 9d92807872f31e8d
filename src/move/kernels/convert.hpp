// Converts numbers, a block at a time: `load` turns them into floats or doubles, `scale` computes, and
// `store` turns those into numbers of the target type. Every kernel is one plain loop whose body is exact,
// with the same bits natively and in wasm: NaNs move as bits, and CMakeLists.txt compiles everything so that
// no multiplication is fused with an addition.
//
// Nothing is aligned to more than an element. Outputs do not overlap inputs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace microtome::kernels {

/// The numbers that an element can be.
enum class Number : uint8_t {
  kBool,
  kUint8,
  kInt8,
  kUint16,
  kInt16,
  kFloat16,
  kBfloat16,
  kF8e4m3,
  kF8e5m2,
  kF8e8m0,
  kFloat32,  ///< up to here a float holds all values
  kUint32,
  kInt32,
  kUint64,
  kInt64,
  kFloat64,
};
inline constexpr int kNumberCount = 16;

constexpr bool fits_float(Number number) { return number <= Number::kFloat32; }
constexpr bool is_integer(Number number) {
  return number <= Number::kInt16 || (number >= Number::kUint32 && number <= Number::kInt64);
}

/// Is there a `store` for it? Yes for integers of 8 and 16 bits, int32, and floats of 16 bits and more.
bool is_target(Number number);

/// Least and largest value of an integer type that is a target.
struct Limits {
  double least, most;
};
Limits limits(Number number);

/// Loads numbers of a type that float32 holds exactly.
void load(Number number, const uint8_t* in, size_t count, float* out);

/// Loads numbers of any other type. Integers beyond 2^53 are rounded to odd, so that rounding them again, to
/// a narrower float, gives what rounding once gives. With `to_nearest`, they are rounded half to even.
void load(Number number, const uint8_t* in, size_t count, double* out, bool to_nearest);

/// The same as x * scale + bias, each rounded to a float. `out` may be `in`.
void load(Number number, const uint8_t* in, size_t count, float scale, float bias, float* out);

/// x * scales[i] + biases[i] for value i, which repeat after `period`, a multiple of 4. Both have
/// `period` more entries than that, so that a caller may begin anywhere in the first ones.
void scale(float* values, size_t count, const float* scales, const float* biases, size_t period);

/// Stores values as numbers: rounded half to even, integers saturated, NaN as integer 0.
void store(const float* values, size_t count, Number number, uint8_t* out);
void store(const double* values, size_t count, Number number, uint8_t* out);

/// Is any value outside the limits?
bool any_outside(const float* values, size_t count, Limits limits);
bool any_outside(const double* values, size_t count, Limits limits);

}  // namespace microtome::kernels
