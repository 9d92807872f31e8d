// Converts numbers, a batch at a time. `load` turns them into floats, or into doubles if a float cannot hold
// all of them; `compute` computes; and `store` turns floats into narrow numbers, and doubles into wide ones.
// Integers become integers by `cast` alone. Every kernel is one plain loop whose body is exact, with the same
// bits natively and in wasm: NaNs move as bits, and CMakeLists.txt compiles everything so that no
// multiplication is fused with an addition.
//
// Nothing is aligned to more than an element. Outputs do not overlap inputs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace microtome::kernels {

/// The kinds of numbers that elements can be. Packed elements have been unpacked to a byte each.
enum class Number : uint8_t {
  kF8e8m0,
  kF4e2m1,
  kNf4,  ///< up to here, a table has the values of all bytes
  kBool,
  kInt4,  ///< `extend` turns these two into bytes
  kF8e4m3,
  kF8e5m2,
  kUint8,
  kInt8,
  kUint16,
  kInt16,
  kFloat16,
  kBfloat16,
  kFloat32,  ///< up to here, a float holds all values
  kUint32,
  kInt32,
  kUint64,
  kInt64,
  kFloat64,
};
inline constexpr int kNumberCount = static_cast<int>(Number::kFloat64) + 1;

constexpr bool fits_float(Number number) { return number <= Number::kFloat32; }
/// Does a conversion from it, or to it, compute in doubles?
constexpr bool is_wide(Number number) { return !fits_float(number); }

/// Bytes of a number (cast.cpp).
size_t width_of(Number number);
/// Does `load` make floats from it?
constexpr bool loads_floats(Number number) { return number <= Number::kInt32; }
/// Is there a `store` for it? Not for packed types, nor for f8e8m0.
bool is_target(Number number);
/// Does a `store` take floats? Others take doubles.
bool is_narrow(Number number);

// Between integers, except bool and int4.

/// Turns bool into uint8 (0 or 1), and int4 into int8.
void extend(Number number, const uint8_t* in, size_t count, uint8_t* out);

/// Is it an integer? A bool is not.
bool is_integer(Number number);
/// Are both integers, and may some not fit? `bits`: of the target, if they are fewer than its own; 0: its
/// own.
bool may_not_fit(Number from, Number to, int bits = 0);
/// Do all of these integers fit the target?
bool fit(Number from, Number to, int bits, const uint8_t* in, size_t count);
/// Saturates bytes, which are integers, to so many bits.
void clamp(Number number, int bits, size_t count, uint8_t* values);
/// Are both integers?
bool casts(Number from, Number to);
/// Most integers that one call of `cast` converts. If an integer does not fit, its lower bytes are kept.
inline constexpr size_t kMostCast = 1024;
void cast(Number from, Number to, const uint8_t* in, size_t count, uint8_t* out);

// To floats and doubles.

/// Does a table have the floats of all its bytes?
constexpr bool has_table(Number number) { return number <= Number::kNf4; }
inline constexpr size_t kBytes = 256;
void fill_table(Number number, float* table);

/// Loads numbers of a type without a table: those that float32 holds exactly, or 32-bit integers, rounded
/// half to even.
void load(Number number, const uint8_t* in, size_t count, float* out);

/// Loads numbers that float32 cannot hold. Integers beyond 2^53 are rounded to odd, so that rounding them
/// again, to a narrower float, gives the same as rounding once. With `to_nearest`, they are rounded half to
/// even.
void load(Number number, const uint8_t* in, size_t count, double* out, bool to_nearest);

/// Loads x * scale + bias; the product and the sum are each rounded to a float. `out` may be `in`.
void load(Number number, const uint8_t* in, size_t count, float scale, float bias, float* out);

// Lists of numbers, one for each value, repeat after `period` entries, a multiple of 4. Values and lists can
// be read up to a vector beyond their ends, and so can values be written.

/// Copies numbers that are `stride` apart, as doubles if `is_wide`, else as floats. If the stride is 0, it
/// may write up to a vector beyond the last one.
void copy_numbers(const double* in, ptrdiff_t stride, size_t count, bool is_wide, uint8_t* out);

/// Lists of numbers. If `run` is not 0, each entry is for so many values instead, a multiple of 4, and
/// nothing repeats.
template <class T>
struct Numbers {
  const T *zeros, *scales, *biases;
  size_t period;
  size_t run;
  bool divides;
};
/// Makes value i (x - zeros[i]) * scales[i] + biases[i]; with `divides`, it divides by scales[i]. Each step
/// is rounded.
void compute(float* values, size_t count, const Numbers<float>& of);
void compute(double* values, size_t count, const Numbers<double>& of);
/// Loads int32 or float64, computes, and rounds to floats in one loop. False if there is none for these.
bool compute(Number from, const uint8_t* in, size_t count, const Numbers<double>& of, float* out);

/// Rounds value i half to even, NaN as 0, and adds zeros[i], an integer. In floats, the integer `number` has
/// at most 16 bits, the zero points at most 21, and the sums are saturated. In doubles, the sums are as exact
/// as integers of at most 32 bits need.
void add_zeros(float* values, size_t count, const float* zeros, size_t period, Number number);
void add_zeros(double* values, size_t count, const double* zeros, size_t period);
/// Stores these sums exactly, if `number` is an integer of 64 bits; else false.
bool store_sums(const double* values, size_t count, const double* zeros, size_t period, Number number,
                uint8_t* out);

/// Rounds to odd, or half to even.
void narrow(const double* values, size_t count, float* out, bool to_nearest);
/// Rounds half to even. False if there is a NaN, whose payload it does not keep.
bool narrow_numbers(const double* values, size_t count, uint8_t* out);
/// Loads integers of 32 bits; false if the numbers are others.
bool load_words(Number number, const uint8_t* in, size_t count, double* out);
/// Any NaN stays one.
void widen(const float* values, size_t count, double* out);

// From floats and doubles: rounded half to even, integers saturated, NaN as integer 0.

/// `saturates`: a value beyond the largest float of 8 bits becomes that float.
void store(const float* values, size_t count, Number number, bool saturates, uint8_t* out);
/// Stores wide numbers.
void store(const double* values, size_t count, Number number, uint8_t* out);

}  // namespace microtome::kernels
