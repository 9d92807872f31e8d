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
  Odds is_match[kStates], is_again[kStates], is_not_last[kStates], is_not_second[kStates], is_third[kStates],
      is_long[kStates];
  Odds slot[4][64], middle_bits[128], low_bits[16];
  Lengths match, again;
  Odds literal[8][3 * 256];
} model;

struct Decoder {
  const char* letters;
  std::uint32_t range = 0xffffffff, code = 0;
  std::uint32_t waiting = 0, held = 0;  // bits of letters, and how many of them are not used up yet

  std::uint8_t byte() {
    for (; held < 8; held += 6, ++letters)
      waiting = waiting << 6 | static_cast<std::uint32_t>((*letters == '~' ? '\\' : *letters) - '>');
    return static_cast<std::uint8_t>(waiting >> (held -= 8));
  }
  void normalize() {
    if (range >> 24 != 0) return;
    range <<= 8;
    code = code << 8 | byte();
  }
  std::uint32_t bit(Odds& odds) {
    const std::uint32_t bound = (range >> 11) * odds;
    const bool one = code >= bound;
    if (one) {
      range -= bound, code -= bound;
      odds = static_cast<Odds>(odds - (odds >> 5));
    } else {
      range = bound;
      odds = static_cast<Odds>(odds + ((2048 - odds) >> 5));
    }
    normalize();
    return one;
  }
  std::uint32_t direct(std::uint32_t count) {
    std::uint32_t bits = 0;
    for (; count > 0; --count) {
      range >>= 1;
      const bool one = code >= range;
      if (one) code -= range;
      normalize();
      bits = bits << 1 | one;
    }
    return bits;
  }
  /// `count` bits, the most significant first.
  std::uint32_t tree(Odds* odds, std::uint32_t count) {
    std::uint32_t node = 1;
    for (std::uint32_t i = 0; i < count; ++i) node = node << 1 | bit(odds[node]);
    return node - (1u << count);
  }
  /// The same, the least significant first.
  std::uint32_t reverse_tree(Odds* odds, std::uint32_t count) {
    std::uint32_t node = 1, bits = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t b = bit(odds[node]);
      node = node << 1 | b;
      bits |= b << i;
    }
    return bits;
  }
  std::uint32_t length(Lengths& of) {
    if (bit(of.beyond_low) == 0) return 2 + tree(of.low, 3);
    if (bit(of.beyond_middle) == 0) return 10 + tree(of.middle, 3);
    return 18 + tree(of.high, 8);
  }
  std::uint32_t distance(std::uint32_t length) {
    const std::uint32_t slot = tree(model.slot[length < 5 ? length - 2 : 3], 6);
    if (slot < 4) return slot;
    const std::uint32_t count = (slot >> 1) - 1, base = (2 | (slot & 1)) << count;
    if (slot < 14) return base + reverse_tree(model.middle_bits + (base - slot), count);
    return base + (direct(count - 4) << 4) + reverse_tree(model.low_bits, 4);
  }
};

}  // namespace

/// Unpacks `size` bytes to `out` from what follows LZMA's header, in letters (web/lib/letters.js).
extern "C" [[clang::export_name("unpack")]] void unpack(const char* letters, std::uint8_t* out,
                                                        std::uint32_t size) {
  for (auto* odds = reinterpret_cast<Odds*>(&model); odds < reinterpret_cast<Odds*>(&model + 1);)
    *odds++ = 1024;
  Decoder decoder{letters};
  for (int i = 0; i < 5; ++i) decoder.code = decoder.code << 8 | decoder.byte();  // the first is 0
  std::uint32_t state = 0, last[4] = {};
  for (std::uint32_t n = 0; n < size;) {
    const auto back = [&] { return out[n - last[0] - 1]; };
    if (decoder.bit(model.is_match[state]) == 0) {
      Odds* const odds = model.literal[n == 0 ? 0 : out[n - 1] >> 5];
      // behind a match stands another byte than the one that would go on with it: as long as their bits are
      // the same, the odds depend on it
      std::uint32_t literal = 1, same = state < 7 ? 0 : 256, expected = same == 0 ? 0 : back();
      while (literal < 256) {
        expected <<= 1;
        const std::uint32_t wanted = expected & same, one = decoder.bit(odds[same + wanted + literal]);
        literal = literal << 1 | one;
        same &= one != 0 ? wanted : ~wanted;
      }
      out[n++] = static_cast<std::uint8_t>(literal);
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    std::uint32_t length = 1;
    const bool early = state < 7;
    if (decoder.bit(model.is_again[state]) == 0) {
      last[3] = last[2], last[2] = last[1], last[1] = last[0];
      length = decoder.length(model.match);
      last[0] = decoder.distance(length);
      state = early ? 7 : 10;
    } else {
      bool one = false;  // only one byte
      if (decoder.bit(model.is_not_last[state]) == 0) {
        one = decoder.bit(model.is_long[state]) == 0;
      } else {
        const std::uint32_t which =
            decoder.bit(model.is_not_second[state]) == 0 ? 1 : 2 + decoder.bit(model.is_third[state]);
        const std::uint32_t distance = last[which];
        for (std::uint32_t i = which; i > 0; --i) last[i] = last[i - 1];
        last[0] = distance;
      }
      if (!one) length = decoder.length(model.again);
      state = one ? (early ? 9 : 11) : early ? 8 : 11;
    }
    for (; length > 0; --length, ++n) out[n] = back();
  }
}
