// 16-byte vectors in the compilers' portable form (Clang, GCC >= 12): the same code natively and in wasm.
// A shuffle is written as a function from output byte to input byte; it becomes one i8x16.shuffle.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace microtome::kernels {

static_assert(std::endian::native == std::endian::little);

using V = uint8_t __attribute__((vector_size(16)));

/// Any type of fixed size, at any address: one move each.
template <class T>
T load(const uint8_t* in) {
  T value;
  std::memcpy(&value, in, sizeof(T));
  return value;
}
template <class T>
void store(uint8_t* out, T value) {
  std::memcpy(out, &value, sizeof(T));
}

/// A value of W bytes: a register where the machine has one of that width.
template <size_t W>
struct Bytes {
  uint8_t byte[W];
};
template <size_t W>
auto zero() {
  if constexpr (W == 1)
    return uint8_t{};
  else if constexpr (W == 2)
    return uint16_t{};
  else if constexpr (W == 4)
    return uint32_t{};
  else if constexpr (W == 8)
    return uint64_t{};
  else if constexpr (W == 16)
    return V{};
  else
    return Bytes<W>{};
}
template <size_t W>
using Word = decltype(zero<W>());

template <size_t W>
void move(const uint8_t* in, uint8_t* out) {
  store(out, load<Word<W>>(in));
}

/// Byte b of the result is byte kFrom(b) of the 32 bytes x, y; any byte where kFrom(b) is -1.
template <auto kFrom, size_t... kByte>
V shuffle(V x, V y, std::index_sequence<kByte...>) {
  return __builtin_shufflevector(x, y, kFrom(int{kByte})...);
}
template <auto kFrom>
V shuffle(V x, V y) {
  return shuffle<kFrom>(x, y, std::make_index_sequence<16>());
}

/// Byte b of the result is byte from[b] of x, where from[b] < 16.
inline V swizzle(V x, V from) {
#ifdef __wasm__
  using Signed = int8_t __attribute__((vector_size(16)));
  return V(__builtin_wasm_swizzle_i8x16(Signed(x), Signed(from)));
#elif defined(__clang__)
  V y;
  for (int b = 0; b < 16; ++b) y[b] = x[from[b]];
  return y;
#else
  return __builtin_shuffle(x, from);
#endif
}

/// The elements of W bytes of x in the opposite order.
template <int W>
V reverse(V x) {
  return shuffle<[](int b) { return 16 - W - b / W * W + b % W; }>(x, x);
}

/// x, of which the compiler forgets what it knows. Otherwise LLVM merges neighbouring shuffles into more
/// general ones, and V8 is three times slower on those than where one machine instruction serves.
template <class T>
T keep(T x) {
#ifdef __wasm__
  asm("" : "+r"(x));
#endif
  return x;
}

/// Of the elements of W bytes of x, y: those at even (kOdd = 0) or odd (1) places.
template <int W, int kOdd>
V unzip(V x, V y) {
  return keep(shuffle<[](int b) { return (b / W * 2 + kOdd) * W + b % W; }>(x, y));
}

/// The bytes of x and y in turn, from their lower (kHigh = 0) or upper (1) halves.
template <int kHigh>
V zip(V x, V y) {
  return shuffle<[](int b) { return kHigh * 8 + b / 2 + b % 2 * 16; }>(x, y);
}

/// byte[r] masks the elements r, r + 3, r + 6, ... of W bytes.
template <int W>
struct Thirds {
  uint8_t byte[3][16] = {};
  constexpr Thirds() {
    for (int b = 0; b < 16; ++b) byte[b / W % 3][b] = 0xff;
  }
};
template <int W>
inline constexpr Thirds<W> kThirds;

/// Picks streams out of K interleaved ones of W-byte elements, 16*K bytes at a time. Made before the loop.
template <int W, int K>
class Picker {
 public:
  /// Elements s, s + K, s + 2*K, ... of v[0], ..., v[K-1].
  template <int s>
  V pick(const V* v) const {
    if constexpr (W == 16) {
      return v[s];
    } else if constexpr (W == 8) {
      constexpr int t = s + K;
      return shuffle<[](int b) { return b < 8 ? s % 2 * 8 + b : t % 2 * 8 + b + 8; }>(v[s / 2], v[t / 2]);
    } else if constexpr (K == 2) {
      return unzip<W, s>(v[0], v[1]);
    } else if constexpr (K == 4) {
      return unzip<W, s % 2>(unzip<2 * W, s / 2>(v[0], v[1]), unzip<2 * W, s / 2>(v[2], v[3]));
    } else {
      // A stream has other places in each vector: they fit into one vector side by side, and are then sorted.
      constexpr int n = 16 / W;
      const V x = (v[0] & third_[s]) | (v[1] & third_[(s + 2 * n) % 3]) | (v[2] & third_[(s + n) % 3]);
      return shuffle<[](int b) { return ((b / W * 3 + s) * W + b % W) % 16; }>(x, x);
    }
  }

 private:
  // For K == 3. In memory, because V8 builds a constant vector anew at every use, and that takes longer than
  // all the rest together.
  const Thirds<W>* thirds_ = keep(&kThirds<W>);
  V third_[3] = {load<V>(thirds_->byte[0]), load<V>(thirds_->byte[1]), load<V>(thirds_->byte[2])};
};

}  // namespace microtome::kernels
