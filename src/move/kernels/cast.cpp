// Converts integers to integers: truncates or extends them, from each width to the next. One comparison per
// integer finds whether it fits.
#include <algorithm>
#include <bit>
#include <cassert>
#include <iterator>

#include "convert.hpp"
#include "vector.hpp"

namespace microtome::kernels {
namespace {

/// For each Number: its bytes, and the bits of an integer, negative if it is signed; 0: not an integer.
struct Format {
  uint8_t bytes;
  int8_t integer;
};
constexpr Format kFormats[] = {{1, 0},  {1, 0},   {1, 0},  {1, 0},   {1, 0}, {1, 0}, {1, 0},
                               {1, 8},  {1, -8},  {2, 16}, {2, -16}, {2, 0}, {2, 0}, {4, 0},
                               {4, 32}, {4, -32}, {8, 64}, {8, -64}, {8, 0}};
static_assert(std::size(kFormats) == kNumberCount);

Format format_of(Number number) { return kFormats[static_cast<size_t>(number)]; }
bool is_signed(Number number) { return format_of(number).integer < 0; }
/// The bits of a number's positive integers, if it has `bits` bits, or its own if that is 0.
int bits_of(Number number, int bits = 0) {
  const int own = format_of(number).integer;
  if (bits == 0) bits = own < 0 ? -own : own;
  return own < 0 ? bits - 1 : bits;
}

template <class T>
struct VectorOf {
  typedef T Type __attribute__((vector_size(16)));  // g++ needs a typedef here
};
template <class T>
using Vector = typename VectorOf<T>::Type;

/// A vector of which each element is x.
template <class T>
Vector<T> fill(T x) {
  return Vector<T>{} + x;
}

/// Are all integers within [least, most]? Subtracting the least turns this into one comparison of unsigned
/// integers; flipping the sign bit, into one of signed integers, which vectors have for every width.
template <class T>
bool are_within(const uint8_t* in, size_t count, uint64_t least, uint64_t most) {
  using Signed = std::make_signed_t<T>;
  constexpr T kFirst = static_cast<T>(T{1} << (8 * sizeof(T) - 1));
  const auto base = static_cast<T>(least ^ kFirst);
  const auto limit = static_cast<Signed>(static_cast<T>(most - least) ^ kFirst);
  const Vector<T> bases = fill(base);
  const Vector<Signed> limits = fill(limit);
  constexpr size_t kStep = 16 / sizeof(T);
  Vector<Signed> outside = {};
  size_t i = 0;
  for (; i + kStep <= count; i += kStep)
    outside |= Vector<Signed>(load<Vector<T>>(in + i * sizeof(T)) - bases) > limits;
  const auto words = V64(outside);
  bool is_outside = (words[0] | words[1]) != 0;
  for (; i < count; ++i)
    is_outside |= static_cast<Signed>(static_cast<T>(load<T>(in + i * sizeof(T)) - base)) > limit;
  return !is_outside;
}

template <class T>
void clamp_all(T least, T most, size_t count, uint8_t* values) {
  const Vector<T> low = fill(least), high = fill(most);
  for (; count >= 16; count -= 16, values += 16) {
    const auto x = load<Vector<T>>(values), raised = x < low ? low : x;
    store(values, raised > high ? high : raised);
  }
  for (; count > 0; --count, ++values) store(values, std::clamp(load<T>(values), least, most));
}

/// The lower W bytes of integers of 2 * W. `out` may be `in`.
template <int W>
void cut_off(const uint8_t* in, size_t count, uint8_t* out) {
  size_t i = 0;
  for (; i + 16 / W <= count; i += 16 / W, in += 32, out += 16)
    store(out, unzip<W, 0>(load<V>(in), load<V>(in + 16)));
  for (; i < count; ++i, in += 2 * W, out += W) move<W>(in, out);
}

/// Integers of W bytes with W more bytes. `in` may end where `out` does.
template <class T>
void extend(const uint8_t* in, size_t count, bool has_sign, uint8_t* out) {
  using Signed = std::make_signed_t<T>;
  constexpr int W = sizeof(T);
  const V signs = V(fill<uint64_t>(has_sign ? ~uint64_t{0} : 0));
  size_t i = 0;
  for (; i + 16 / W <= count; i += 16 / W, in += 16, out += 32) {
    const V x = load<V>(in), upper = V(Vector<Signed>(x) < 0) & signs;
    store(out, zip<W, 0>(x, upper)), store(out + 16, zip<W, 1>(x, upper));
  }
  for (; i < count; ++i, in += W, out += 2 * W) {
    const auto x = load<Signed>(in);
    const auto upper = static_cast<Signed>(has_sign && x < 0 ? -1 : 0);
    store(out, x), store(out + W, upper);
  }
}

}  // namespace

size_t width_of(Number number) { return format_of(number).bytes; }

bool is_integer(Number number) { return format_of(number).integer != 0 || number == Number::kInt4; }

bool casts(Number from, Number to) { return format_of(from).integer != 0 && format_of(to).integer != 0; }

bool may_not_fit(Number from, Number to, int bits) {
  return casts(from, to) && (bits_of(to, bits) < bits_of(from) || (is_signed(from) && !is_signed(to)));
}

bool fit(Number from, Number to, int bits, const uint8_t* in, size_t count) {
  const uint64_t most = ~uint64_t{0} >> (64 - std::min(bits_of(from), bits_of(to, bits)));
  const uint64_t least = is_signed(from) && is_signed(to) ? ~most : 0;
  switch (width_of(from)) {
    case 1:
      return are_within<uint8_t>(in, count, least, most);
    case 2:
      return are_within<uint16_t>(in, count, least, most);
    case 4:
      return are_within<uint32_t>(in, count, least, most);
    default:
      return are_within<uint64_t>(in, count, least, most);
  }
}

void clamp(Number number, int bits, size_t count, uint8_t* values) {
  const int most = (1 << bits_of(number, bits)) - 1;
  if (is_signed(number))
    clamp_all<int8_t>(static_cast<int8_t>(-most - 1), static_cast<int8_t>(most), count, values);
  else
    clamp_all<uint8_t>(0, static_cast<uint8_t>(most), count, values);
}

void extend(Number number, const uint8_t* in, size_t count, uint8_t* out) {
  const auto one = [&](auto x) { return number == Number::kBool ? decltype(x)(x != 0) & 1 : (x ^ 8) - 8; };
  for (; count >= 16; count -= 16, in += 16, out += 16) store(out, V(one(load<V>(in))));
  for (; count > 0; --count, ++in, ++out) *out = static_cast<uint8_t>(one(*in));
}

void cast(Number from, Number to, const uint8_t* in, size_t count, uint8_t* out) {
  using Extend = void(const uint8_t*, size_t, bool, uint8_t*);
  using CutOff = void(const uint8_t*, size_t, uint8_t*);
  static constexpr Extend* kExtend[] = {extend<uint8_t>, extend<uint16_t>, extend<uint32_t>};
  static constexpr CutOff* kCutOff[] = {cut_off<1>, cut_off<2>, cut_off<4>};
  assert(count <= kMostCast);
  size_t width = width_of(from);
  const size_t made = width_of(to);
  if (width == made) std::memcpy(out, in, count * width);
  while (width < made) {
    uint8_t* const wider = out + count * (made - 2 * width);
    kExtend[size_t(std::countr_zero(width)) % std::size(kExtend)](in, count, is_signed(from), wider);
    in = wider, width *= 2;
  }
  uint8_t batch[4 * kMostCast];
  while (width > made) {
    width /= 2;
    uint8_t* const narrower = width == made ? out : batch;
    kCutOff[size_t(std::countr_zero(width)) % std::size(kCutOff)](in, count, narrower);
    in = narrower;
  }
}

}  // namespace microtome::kernels
