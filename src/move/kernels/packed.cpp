// Unpacks elements of 1, 2, 3, 4 and 6 bits to one byte each, and packs them: 8 at a time in a 64-bit word,
// or in vectors if units have one byte. Another number of bits needs a case in `unpack_group` and one in
// `pack_group`.
#include "kernels.hpp"
#include "storage.hpp"
#include "vector.hpp"

namespace microtome::kernels {
namespace {

/// A mask of the lower `bits` bits in every lane of `lane` bits (8, 16, 32 or 64).
constexpr uint64_t every(unsigned lane, unsigned bits) {
  return ~uint64_t{0} / (~uint64_t{0} >> (64 - lane)) * ((uint64_t{1} << bits) - 1);
}

/// Spreads the 8 fields of `bits` bits of x, most significant first, to one byte each, the first in the
/// lowest byte.
uint64_t spread(uint64_t x, unsigned bits) {
  // Splits them into fours, pairs and single fields: the upper ones stay, the lower ones go one lane up.
  x = (x >> 4 * bits | x << 32) & every(32, 4 * bits);
  x = (x >> 2 * bits | x << 16) & every(16, 2 * bits);
  return (x >> bits | x << 8) & every(8, bits);
}

/// Inverse of spread, from the lower `bits` bits of each byte.
uint64_t squeeze(uint64_t x, unsigned bits) {
  x &= every(8, bits);
  x = (x << bits | x >> 8) & every(16, 2 * bits);
  x = (x << 2 * bits | x >> 16) & every(32, 4 * bits);
  return (x << 4 * bits | x >> 32) & every(64, 8 * bits);
}

/// Swaps the two 4-bit fields of every byte.
uint64_t swap_halves(uint64_t x) { return (x >> 4 & every(8, 4)) | (x & every(8, 4)) << 4; }

/// Unpacks the bytes of a group, the first most significant, to 8 elements, the first in the lowest byte.
uint64_t unpack_group(uint64_t x, int bits) {
  switch (bits) {
    case 3:
      return spread(x >> 8, 2) | spread(x & 0xff, 1) << 2;
    case 4:
      return spread(swap_halves(x), 4);
    case 6:
      return spread((x >> 16 & 0xffff0000) | (x >> 8 & 0xffff), 4) |
             spread((x >> 16 & 0xff00) | (x & 0xff), 2) << 4;
    default:
      return spread(x, unsigned(bits));
  }
}

/// Inverse of unpack_group.
uint64_t pack_group(uint64_t elements, int bits) {
  switch (bits) {
    case 3:
      return squeeze(elements, 2) << 8 | squeeze(elements >> 2, 1);
    case 4:
      return swap_halves(squeeze(elements, 4));
    case 6: {
      const uint64_t low = squeeze(elements, 4), high = squeeze(elements >> 4, 2);
      return (low & 0xffff0000) << 16 | (high & 0xff00) << 16 | (low & 0xffff) << 8 | (high & 0xff);
    }
    default:
      return squeeze(elements, unsigned(bits));
  }
}

/// The `count` bytes of a group in a word, the first most significant.
uint64_t read(const uint8_t* in, int count) {
  uint64_t x = 0;
  for (int b = 0; b < count; ++b) x = x << 8 | in[b];
  return x;
}
void write(uint64_t x, int count, uint8_t* out) {
  for (int b = count; b-- > 0; x >>= 8) out[b] = uint8_t(x);
}

// Vectors, for 1, 2 and 4 bits. One pass halves or joins the fields of all bytes, so 1 bit takes three
// passes.

/// Multiples of this number of elements are whole vectors in every pass.
constexpr size_t kWhole = 128;

/// The lower `half` bits of each byte.
V lower(V x, int half) {
  const auto mask = uint8_t((1 << half) - 1);
  return x & mask;
}

/// Splits each byte of in[0, size) into two bytes, with a field of `half` bits each. `out` may end where `in`
/// does.
void split_fields(const uint8_t* in, size_t size, int half, bool low_first, uint8_t* out) {
  for (const uint8_t* const end = in + size; in < end; in += 16, out += 32) {
    const V x = load<V>(in), low = lower(x, half), high = lower(V(V16(x) >> half), half);
    const V first = low_first ? low : high, second = low_first ? high : low;
    store(out, zip<1, 0>(first, second)), store(out + 16, zip<1, 1>(first, second));
  }
}

/// Inverse of split_fields: writes out[0, size), which may begin where `in` does. Ignores upper bits.
void join_fields(const uint8_t* in, size_t size, int half, bool low_first, uint8_t* out) {
  for (const uint8_t* const end = out + size; out < end; in += 32, out += 16) {
    const V x = lower(load<V>(in), half), y = lower(load<V>(in + 16), half);
    const V first = unzip<1, 0>(x, y), second = unzip<1, 1>(x, y);
    store(out, low_first ? first | V(V16(second) << half) : V(V16(first) << half) | second);
  }
}

}  // namespace

void unpack(const uint8_t* in, int bits, size_t count, uint8_t* out) {
  if (unit_bytes(bits) == 1 && count >= kWhole) {
    const size_t whole = count / kWhole * kWhole;
    size_t size = whole * size_t(bits) / 8;
    const uint8_t* fields = in;
    for (int half = 4; half >= bits; half /= 2, size *= 2) {
      uint8_t* const halved = out + (whole - 2 * size);
      split_fields(fields, size, half, bits == 4, halved);
      fields = halved;
    }
    in += whole * size_t(bits) / 8, out += whole, count -= whole;
  }
  for (; count >= kGroup; count -= kGroup, in += bits, out += 8)
    store(out, unpack_group(read(in, bits), bits));
  if (count == 0) return;
  uint8_t group[kGroup] = {};
  std::memcpy(group, in, packed_bytes(count, bits));
  const uint64_t elements = unpack_group(read(group, bits), bits);
  std::memcpy(out, &elements, count);
}

void pack(const uint8_t* in, int bits, size_t count, uint8_t* out) {
  for (; unit_bytes(bits) == 1 && count >= kWhole; count -= kWhole, in += kWhole, out += 16 * bits) {
    uint8_t joined[kWhole / 2];
    const uint8_t* fields = in;
    size_t size = kWhole / 2;
    for (int half = bits; half < 4; half *= 2, size /= 2, fields = joined)
      join_fields(fields, size, half, false, joined);
    join_fields(fields, size, 4, bits == 4, out);
  }
  for (; count >= kGroup; count -= kGroup, in += 8, out += bits)
    write(pack_group(load<uint64_t>(in), bits), bits, out);
  if (count == 0) return;
  uint64_t elements = 0;
  std::memcpy(&elements, in, count);
  uint8_t group[kGroup];
  write(pack_group(elements, bits), bits, group);
  std::memcpy(out, group, packed_bytes(count, bits));
}

}  // namespace microtome::kernels
