// The unpacker: a module of its own, which brings the other one back from LZMA (the format of 7-Zip; its
// parameters lc = 3, lp = 0, pb = 0). As WebAssembly it takes 2 ms from the first call on; as script it would
// be half as large, and take 10. https://www.7-zip.org/sdk.html has the specification.
#include <cstdint>

namespace {

/// A probability that the next bit is 0, in 2048ths.
using Odds = std::uint16_t;
constexpr int kStates = 12;

struct Lengths {
  Odds beyond_low, beyond_middle, low[8], middle[8], high[256];
};
struct Model {
  Odds slot[4][64], middle_bits[115], low_bits[16];
  Odds is_match[kStates], is_again[kStates], is_not_last[kStates], is_not_second[kStates], is_third[kStates],
      is_long[kStates];
  Lengths match, again;
  Odds literal[8][3 * 256];
} model;

const std::uint8_t* next;
std::uint32_t range, code, last[4];  // the last four distances

/// `count` bits, the most significant first, behind a 1. Every modelled bit comes through here, most of them
/// before a host has optimized it: so one loop does for all, and keeps in locals what changes with each bit.
/// Behind a match stands another byte than `expected`, which would go on with it: as long as their bits are
/// the same, the odds depend on it. `same` is 256 so long, and 0 from the first difference on, or where
/// nothing is expected.
[[gnu::noinline]] std::uint32_t tree(Odds* odds, std::uint32_t count, std::uint32_t same = 0,
                                     std::uint32_t expected = 0) {
  std::uint32_t node = 1, width = range, rest = code;
  for (; count > 0; --count) {
    expected <<= 1;
    const std::uint32_t wanted = expected & same;
    Odds& zero = odds[same + wanted + node];
    const std::uint32_t bound = (width >> 11) * zero;
    node <<= 1;
    if (rest >= bound) {
      width -= bound, rest -= bound;
      zero = static_cast<Odds>(zero - (zero >> 5));
      ++node;
      same = wanted;
    } else {
      width = bound;
      zero = static_cast<Odds>(zero + ((2048 - zero) >> 5));
      same &= ~wanted;
    }
    if (width >> 24 == 0) width <<= 8, rest = rest << 8 | *next++;
  }
  range = width, code = rest;
  return node;
}

bool bit(Odds& odds) { return tree(&odds - 1, 1) == 3; }

std::uint32_t bits(Odds* odds, std::uint32_t count) { return tree(odds, count) - (1u << count); }

/// `count` bits, the least significant first.
std::uint32_t reversed_bits(Odds* odds, std::uint32_t count) {
  std::uint32_t reversed = 0;
  for (std::uint32_t node = tree(odds, count); node > 1; node >>= 1) reversed = reversed << 1 | (node & 1);
  return reversed;
}

/// `count` bits that are as often 0 as 1.
std::uint32_t even_bits(std::uint32_t count) {
  std::uint32_t bits = 0;
  for (; count > 0; --count) {
    range >>= 1;
    const bool one = code >= range;
    if (one) code -= range;
    if (range >> 24 == 0) range <<= 8, code = code << 8 | *next++;
    bits = bits << 1 | one;
  }
  return bits;
}

std::uint32_t length_of(Lengths& of) {
  if (!bit(of.beyond_low)) return 2 + bits(of.low, 3);
  if (!bit(of.beyond_middle)) return 10 + bits(of.middle, 3);
  return 18 + bits(of.high, 8);
}

std::uint32_t distance_of(std::uint32_t length) {
  const std::uint32_t slot = bits(model.slot[length < 5 ? length - 2 : 3], 6);
  if (slot < 4) return slot;
  const std::uint32_t count = (slot >> 1) - 1, base = (2 | (slot & 1)) << count;
  if (slot < 14) return base + reversed_bits(model.middle_bits + (base - slot), count);
  const std::uint32_t high = even_bits(count - 4) << 4;
  return base + high + reversed_bits(model.low_bits, 4);
}

/// Letters back to bytes, where they lie (tools/build/pack.js): from '~' down without the backslash and '<'.
/// The first 40 are 6 bits each, the others 7.
void read_letters(std::uint8_t* letters, const std::uint8_t* end) {
  std::uint32_t waiting = 0, held = 0;
  for (std::uint8_t* to = letters; letters < end; ++letters) {
    const std::uint32_t letter = '~' - std::uint32_t{*letters} - (*letters < '\\') - (*letters < '<');
    const std::uint32_t wide = letter >= 40;
    waiting = waiting << (6 + wide) | (letter + 40 * wide);
    held += 6 + wide;
    if (held >= 8) *to++ = static_cast<std::uint8_t>(waiting >> (held -= 8));
  }
}

}  // namespace

/// Unpacks `size` bytes to `out`, once in an instance. From `packed` to `out` lies what follows LZMA's
/// header, in letters, which become bytes.
extern "C" [[clang::export_name("unpack")]] void unpack(std::uint8_t* packed, std::uint8_t* out,
                                                        std::uint32_t size) {
  for (auto* odds = reinterpret_cast<Odds*>(&model); odds < reinterpret_cast<Odds*>(&model + 1);)
    *odds++ = 1024;
  read_letters(packed, out);
  next = packed;
  range = 0xffffffff;
  for (int i = 0; i < 5; ++i) code = code << 8 | *next++;  // the first is 0
  std::uint32_t state = 0;
  for (std::uint32_t n = 0; n < size;) {
    const bool early = state < 7;
    const auto back = [&] { return out[n - last[0] - 1]; };
    if (!bit(model.is_match[state])) {
      Odds* const odds = model.literal[n == 0 ? 0 : out[n - 1] >> 5];
      out[n] = static_cast<std::uint8_t>(early ? tree(odds, 8) : tree(odds, 8, 256, back()));
      ++n;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    std::uint32_t length = 1;
    if (!bit(model.is_again[state])) {
      last[3] = last[2], last[2] = last[1], last[1] = last[0];
      length = length_of(model.match);
      last[0] = distance_of(length);
      state = early ? 7 : 10;
    } else {
      bool one = false;  // only one byte
      if (!bit(model.is_not_last[state])) {
        one = !bit(model.is_long[state]);
      } else {
        const std::uint32_t which = !bit(model.is_not_second[state]) ? 1 : 2 + bit(model.is_third[state]);
        const std::uint32_t distance = last[which];
        for (std::uint32_t i = which; i > 0; --i) last[i] = last[i - 1];
        last[0] = distance;
      }
      if (!one) length = length_of(model.again);
      state = one ? (early ? 9 : 11) : early ? 8 : 11;
    }
    for (; length > 0; --length, ++n) out[n] = back();
  }
}
