// Moves runs of packed elements from any place in one array to any place in another, without unpacking: a
// byte of the output consists of the end of one byte of the input and the beginning of another.
#include <algorithm>
#include <bit>

#include "kernels.hpp"
#include "storage.hpp"
#include "vector.hpp"

namespace microtome::kernels {
namespace {

/// A unit (storage.hpp) of P bytes and 2^log elements. If P is 3, two bytes hold the low bits and one the
/// high bits.
template <int P>
struct Unit {
  int log;

  int elements() const { return 1 << log; }
  /// Bits of each element in byte b.
  int width(int b) const { return (P == 3 && b < 2 ? 16 : 8) >> log; }
  /// The first element in byte b.
  int first(int b) const { return P == 3 && b == 1 ? elements() / 2 : 0; }
  /// The i-th of the bytes that continue the bits of byte b.
  static int ahead(int b, int i) { return P == 1 ? i : b < 2 ? (b + i) / 2 * 3 + (b + i) % 2 : b + 3 * i; }
  /// Only 4 bits begin with the low nibble.
  bool low_first() const { return P == 1 && log == 1; }
  /// The bits of byte b that hold elements before `element`.
  int before(int b, int element) const {
    const int n = std::clamp((element - first(b)) * width(b), 0, 8);
    return low_first() ? 0xff >> (8 - n) : 0xff & ~(0xff >> n);
  }
};

/// Where byte b of a unit comes from: in[x] << n | in[y] >> (8 - n).
struct Lane {
  int x, y, n;
};

/// The lane of byte b where a unit begins with element `shift` of a unit of the input.
template <int P>
Lane lane_of(Unit<P> unit, int b, int shift) {
  const int bits = shift * unit.width(b), n = bits % 8;
  const int x = unit.ahead(b, bits / 8), y = n == 0 ? x : unit.ahead(b, bits / 8 + 1);
  return unit.low_first() && n != 0 ? Lane{y, x, 8 - n} : Lane{x, y, n};
}

/// Writes elements [first, end) of one unit; its bytes are lanes from in[at] on. Other bits of the unit stay
/// as they are. Reads only in[0, size).
template <int P>
void part(Unit<P> unit, const Lane* lanes, const uint8_t* in, ptrdiff_t at, ptrdiff_t size, int first,
          int end, uint8_t* out) {
  // bytes outside the run are masked, so any byte will do
  const auto byte = [=](int i) { return in[std::clamp<ptrdiff_t>(at + i, 0, size - 1)]; };
  for (int b = 0; b < P; ++b) {
    const Lane lane = lanes[b];
    const int wanted = unit.before(b, end) & ~unit.before(b, first);
    out[b] = uint8_t((out[b] & ~wanted) | ((byte(lane.x) << lane.n | byte(lane.y) >> (8 - lane.n)) & wanted));
  }
}

/// Moves `units` whole units, of at least 16 bytes in all. With 3 lanes, whose vectors read too far, it
/// leaves the last unit, but may write its first byte. Returns how many units it has moved.
template <int P>
size_t whole_units(const Lane* lanes, const uint8_t* in, size_t units, uint8_t* out) {
  constexpr size_t kStep = 16 / P;
  V upper[P], lower[P];
  const Thirds<1> thirds;
  for (int b = 0; b < P; ++b) {
    const V mine = P == 1 ? ~V{} : thirds.mask(b);
    const auto high = uint8_t(0xff << lanes[b].n);
    upper[b] = mine & high;
    lower[b] = mine & ~upper[b];
  }
  if (P > 1) --units;
  // the last step moves some units a second time
  for (size_t i = 0, last = units - kStep;; i = std::min(i + kStep, last)) {
    V moved{};
    for (int b = 0; b < P; ++b) {
      const uint8_t* from = in + i * P - b;
      // in pairs of bytes, because shifts of single bytes take twice as long
      const auto x = load<V16>(from + lanes[b].x), y = load<V16>(from + lanes[b].y);
      const auto up = uint16_t(lanes[b].n), down = uint16_t(8 - lanes[b].n);
      moved |= (V(x << up) & upper[b]) | (V(y >> down) & lower[b]);
    }
    store(out + i * P, moved);
    if (i == last) return units;
  }
}

template <int P>
void copy_units(const uint8_t* in, size_t from, int log, size_t count, uint8_t* out, size_t to) {
  const Unit<P> unit{log};
  const size_t elements = size_t{1} << log;
  const auto rest = [=](size_t n) { return n & (elements - 1); };
  in += (from >> log) * P, from = rest(from);
  out += (to >> log) * P, to = rest(to);
  const auto size = ptrdiff_t(((from + count - 1) >> log) + 1) * P;
  const size_t shift = rest(from - to), last = (to + count - 1) >> log;
  const ptrdiff_t at = from < to ? -P : 0;  // unit 0 of the output may begin before the run
  Lane lanes[P];
  for (int b = 0; b < P; ++b) lanes[b] = lane_of(unit, b, int(shift));

  // Moves the units between the first and the last, which are whole. Returns how many it has moved.
  const auto move_whole = [&](size_t units) -> size_t {
    if (shift == 0) return std::memcpy(out + P, in + P, units * P), units;
    return units * P < 16 ? 0 : whole_units<P>(lanes, in + (at + P), units, out + P);
  };
  const size_t end = rest(to + count - 1) + 1;
  for (size_t i = 0; i <= last; ++i) {
    part(unit, lanes, in, at + ptrdiff_t(i * P), size, i == 0 ? int(to) : 0, int(i == last ? end : elements),
         out + i * P);
    if (i == 0 && last > 1) i += move_whole(last - 1);
  }
}

}  // namespace

void copy_packed(const uint8_t* in, size_t from, int bits, size_t count, uint8_t* out, size_t to) {
  if (count == 0) return;
  const int log = std::countr_zero(unsigned(unit_elements(bits)));
  (unit_bytes(bits) == 1 ? copy_units<1> : copy_units<3>)(in, from, log, count, out, to);
}

}  // namespace microtome::kernels
