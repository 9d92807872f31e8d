// Elements of 1, 2, 3, 4 and 6 bits, from and to one byte each.
// To add a packing: a line in each `group` function, and a row of kRows.
#include <algorithm>
#include <bit>
#include <cassert>
#include <iterator>

#include "kernels.hpp"
#include "vector.hpp"

namespace microtome::kernels {
namespace {

// One group of 8 elements in a 64-bit word.

/// `ones` bits set at the bottom of every `lane` bits.
constexpr uint64_t every(int lane, int ones) {
  return ~uint64_t{0} / (~uint64_t{0} >> (64 - lane)) * ((uint64_t{1} << ones) - 1);
}

/// The 8 fields of kBits bits of x, most significant first, to one byte each, the first in the lowest byte.
template <int kBits>
constexpr uint64_t spread(uint64_t x) {
  // Part them into fours, into pairs, into single fields: the upper ones stay, the lower ones go one lane up.
  for (int fields = 4; fields >= 1; fields /= 2)
    x = (x >> fields * kBits | x << fields * 8) & every(fields * 8, fields * kBits);
  return x;
}

/// Inverse of spread, from the lower kBits bits of each byte.
template <int kBits>
constexpr uint64_t squeeze(uint64_t x) {
  x &= every(8, kBits);
  for (int fields = 1; fields <= 4; fields *= 2)
    x = (x << fields * kBits | x >> fields * 8) & every(fields * 16, fields * 2 * kBits);
  return x;
}

/// kBits bytes to 8 elements, the first in the lowest byte of the word.
template <int kBits>
uint64_t unpack_group(const uint8_t* in) {
  if constexpr (kBits == 1) return spread<1>(in[0]);
  if constexpr (kBits == 2) return spread<2>(uint64_t{in[0]} << 8 | in[1]);
  if constexpr (kBits == 3) return unpack_group<2>(in) | unpack_group<1>(in + 2) << 2;
  if constexpr (kBits == 4) return std::byteswap(spread<4>(load<uint32_t>(in)));
  if constexpr (kBits == 6) {
    const uint64_t low = uint64_t{in[0]} << 24 | uint64_t{in[1]} << 16 | uint64_t{in[3]} << 8 | in[4];
    return spread<4>(low) | spread<2>(uint64_t{in[2]} << 8 | in[5]) << 4;
  }
}

template <int kBits>
void pack_group(uint64_t elements, uint8_t* out) {
  if constexpr (kBits == 1) out[0] = uint8_t(squeeze<1>(elements));
  if constexpr (kBits == 2) store(out, std::byteswap(uint16_t(squeeze<2>(elements))));
  if constexpr (kBits == 3) pack_group<2>(elements, out), pack_group<1>(elements >> 2, out + 2);
  if constexpr (kBits == 4) store(out, uint32_t(squeeze<4>(std::byteswap(elements))));
  if constexpr (kBits == 6) {
    const uint64_t low = squeeze<4>(elements), high = squeeze<2>(elements >> 4);
    store(out, std::byteswap(uint16_t(low >> 16))), out[2] = uint8_t(high >> 8);
    store(out + 3, std::byteswap(uint16_t(low))), out[5] = uint8_t(high);
  }
}

template <int kBits>
void unpack_groups(const uint8_t* in, size_t count, uint8_t* out) {
  for (; count >= 8; count -= 8, in += kBits, out += 8) store(out, unpack_group<kBits>(in));
  if (count == 0) return;
  uint8_t group[kBits] = {};
  std::memcpy(group, in, packed_bytes(count, kBits));
  const uint64_t elements = unpack_group<kBits>(group);
  std::memcpy(out, &elements, count);
}

template <int kBits>
void pack_groups(const uint8_t* in, size_t count, uint8_t* out) {
  for (; count >= 8; count -= 8, in += 8, out += kBits) pack_group<kBits>(load<uint64_t>(in), out);
  if (count == 0) return;
  uint64_t elements = 0;
  std::memcpy(&elements, in, count);
  uint8_t group[kBits];
  pack_group<kBits>(elements, group);
  std::memcpy(out, group, packed_bytes(count, kBits));
}

// Vectors, where an element lies within one byte: 1, 2 and 4 bits.

template <int kBits>
constexpr bool kLowFirst = kBits == 4;

/// The fields of kField bits of x, one per byte, halved until they have kBits bits.
template <int kBits, int kField = 8>
void widen(V x, uint8_t* out) {
  if constexpr (kField == kBits) {
    store(out, x);
  } else {
    constexpr int kHalf = kField / 2;
    const V high = x >> kHalf, low = x & uint8_t((1 << kHalf) - 1);
    const V first = kLowFirst<kBits> ? low : high, second = kLowFirst<kBits> ? high : low;
    widen<kBits, kHalf>(zip<0>(first, second), out);
    widen<kBits, kHalf>(zip<1>(first, second), out + 16 * kHalf / kBits);
  }
}

/// Inverse of widen: 16 fields of kField bits, one per byte.
template <int kBits, int kField = 8>
V narrow(const uint8_t* in) {
  if constexpr (kField == kBits) {
    return load<V>(in) & uint8_t((1 << kBits) - 1);
  } else {
    constexpr int kHalf = kField / 2;
    const V x = narrow<kBits, kHalf>(in), y = narrow<kBits, kHalf>(in + 16 * kHalf / kBits);
    const V first = unzip<1, 0>(x, y), second = unzip<1, 1>(x, y);
    return kLowFirst<kBits> ? first | second << kHalf : first << kHalf | second;
  }
}

template <int kBits>
void unpack_vectors(const uint8_t* in, size_t count, uint8_t* out) {
  constexpr size_t kStep = 16 * 8 / kBits;
  for (; count >= kStep; count -= kStep, in += 16, out += kStep) widen<kBits>(load<V>(in), out);
  unpack_groups<kBits>(in, count, out);
}

template <int kBits>
void pack_vectors(const uint8_t* in, size_t count, uint8_t* out) {
  constexpr size_t kStep = 16 * 8 / kBits;
  for (; count >= kStep; count -= kStep, in += kStep, out += 16) store(out, narrow<kBits>(in));
  pack_groups<kBits>(in, count, out);
}

using Repack = void(const uint8_t* in, size_t count, uint8_t* out);
struct Row {
  int bits;
  Repack *unpack, *pack, *scalar_unpack, *scalar_pack;
};
// 3 and 6 bits, whose elements lie in two bytes, have no vector kernel.
constexpr Row kRows[] = {
    {1, unpack_vectors<1>, pack_vectors<1>, unpack_groups<1>, pack_groups<1>},
    {2, unpack_vectors<2>, pack_vectors<2>, unpack_groups<2>, pack_groups<2>},
    {3, unpack_groups<3>, pack_groups<3>, unpack_groups<3>, pack_groups<3>},
    {4, unpack_vectors<4>, pack_vectors<4>, unpack_groups<4>, pack_groups<4>},
    {6, unpack_groups<6>, pack_groups<6>, unpack_groups<6>, pack_groups<6>},
};

const Row& row(int bits) {
  const Row* row = std::ranges::find(kRows, bits, &Row::bits);
  assert(row != std::end(kRows));
  return *row;
}

}  // namespace

size_t packed_bytes(size_t count, int bits) {
  const size_t group = bits == 6 ? 4 : bits == 3 ? 8 : size_t(8 / bits), bytes = bits % 3 == 0 ? 3 : 1;
  return (count / group + (count % group != 0)) * bytes;
}

void unpack(const uint8_t* in, int bits, size_t count, uint8_t* out) { row(bits).unpack(in, count, out); }
void pack(const uint8_t* in, int bits, size_t count, uint8_t* out) { row(bits).pack(in, count, out); }

void scalar::unpack(const uint8_t* in, int bits, size_t count, uint8_t* out) {
  row(bits).scalar_unpack(in, count, out);
}
void scalar::pack(const uint8_t* in, int bits, size_t count, uint8_t* out) {
  row(bits).scalar_pack(in, count, out);
}

}  // namespace microtome::kernels
