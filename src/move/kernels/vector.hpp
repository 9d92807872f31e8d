// 16-byte vectors in the portable form of Clang and GCC >= 12: the same code natively and in wasm. A shuffle
// is a function from output byte to input byte, and becomes one i8x16.shuffle.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace microtome::kernels {

static_assert(std::endian::native == std::endian::little);

using V = uint8_t __attribute__((vector_size(16)));

/// Loads any type of fixed size from any address, as one machine move.
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

/// A value of W bytes: a register, if the machine has one of that width.
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

/// Optimization barrier: hides the value from LLVM. Otherwise it merges neighbouring shuffles into general
/// ones, which V8 executes three times slower than those that are one machine instruction.
template <class T>
T opaque(T x) {
#ifdef __wasm__
  asm("" : "+r"(x));
#endif
  return x;
}

using V16 = uint16_t __attribute__((vector_size(16)));
using V32 = uint32_t __attribute__((vector_size(16)));
using V64 = uint64_t __attribute__((vector_size(16)));

/// The lower halves of the elements of 2*W bytes of x, y, whose upper halves are 0.
template <int W>
V pack_lanes(V x, V y) {
#ifdef __wasm__
  if constexpr (W == 1) {
    using Signed = int16_t __attribute__((vector_size(16)));
    return V(__builtin_wasm_narrow_u_i8x16_i16x8(Signed(x), Signed(y)));
  } else {
    using Signed = int32_t __attribute__((vector_size(16)));
    return V(__builtin_wasm_narrow_u_i16x8_i32x4(Signed(x), Signed(y)));
  }
#else
  return shuffle<[](int b) { return b / W * 2 * W + b % W; }>(x, y);
#endif
}

/// The elements of W bytes at even (kOdd = 0) or odd (1) places of x, y.
template <int W, int kOdd>
V unzip(V x, V y) {
  if constexpr (W == 1)
    return kOdd ? pack_lanes<1>(V(V16(x) >> 8), V(V16(y) >> 8))
                : pack_lanes<1>(V(V16(x) & 255), V(V16(y) & 255));
  else if constexpr (W == 2)
    return kOdd ? pack_lanes<2>(V(V32(x) >> 16), V(V32(y) >> 16))
                : pack_lanes<2>(V(V32(x) & 65535), V(V32(y) & 65535));
  else
    return opaque(shuffle<[](int b) { return (b / W * 2 + kOdd) * W + b % W; }>(x, y));
}

/// Alternates the W-byte elements of x and y, from their lower (kHigh = 0) or upper (1) halves.
template <int W, int kHigh>
V zip(V x, V y) {
  return shuffle<[](int b) { return kHigh * 8 + b / W / 2 * W + b % W + b / W % 2 * 16; }>(x, y);
}

/// Calls f(0), ..., f(N-1) with constants. In a loop, compilers keep larger arrays of vectors in memory.
template <int N>
void each(auto f) {
  [&]<int... i>(std::integer_sequence<int, i...>) {
    (f(std::integral_constant<int, i>()), ...);
  }(std::make_integer_sequence<int, N>());
}

/// Interleaves the elements of W bytes of N vectors, N a power of two: element i of v[j] becomes element
/// i*N + j of them all.
template <int W, int N, int kRounds = std::countr_zero(unsigned(N))>
void zip_all(V* v) {
  if constexpr (kRounds > 0) {
    V zipped[N];
    each<N>([&](auto i) { zipped[i] = zip<W, i % 2>(v[i / 2], v[i / 2 + N / 2]); });
    each<N>([&](auto i) { v[i] = zipped[i]; });
    zip_all<W, N, kRounds - 1>(v);
  }
}

/// Turns a panel in registers: 16 bytes from each of row(0), ..., row(N-1) become pieces of N elements of W
/// bytes, which go to piece(0), piece(1), ... in this order. N*W is 4, 8 or 16.
template <int W, int N>
void zip_panel(auto row, auto piece) {
  V v[N];
  each<N>([&](auto r) { v[r] = load<V>(row(r)); });
  zip_all<W, N>(v);
  each<16 / W>([&](auto c) {
    if constexpr (N * W == 4)
      store(piece(c), V32(v[c / 4])[c % 4]);
    else if constexpr (N * W == 8)
      store(piece(c), V64(v[c / 2])[c % 2]);
    else
      store(piece(c), v[c]);
  });
}

/// A constant vector in memory. V8 would build a literal vector at every use, which takes longer than using
/// it.
template <auto f>
struct Table {
  uint8_t byte[16] = {};
  constexpr Table() {
    for (int b = 0; b < 16; ++b) byte[b] = uint8_t(f(b));
  }
};
template <auto f>
inline constexpr Table<f> kTable;

/// kTable<f> in a register.
template <auto f>
V constant() {
  return load<V>(opaque(&kTable<f>)->byte);
}

/// A shuffle of the elements of W bytes of one vector: element i of the result is element kFrom(i) of it.
/// Made before the loop.
template <int W, auto kFrom>
class Permutation {
 public:
  V operator()(V x) const {
    if constexpr (W <= 2)
      return swizzle(x, from_);
    else
      return shuffle<kByte>(x, x);
  }

 private:
  static constexpr auto kByte = [](int b) { return kFrom(b / W) * W + b % W; };
  const V from_ = W <= 2 ? constant<kByte>() : V{};
};

// Orders are named types, because g++ 12 does not support a lambda in an alias.

template <int W>
struct Opposite {
  constexpr int operator()(int i) const { return 16 / W - 1 - i; }
};
template <int W>
using Reverser = Permutation<W, Opposite<W>{}>;

/// Picks stream s out of K interleaved ones of W-byte elements, 16*K bytes at a time: elements s, s + K,
/// s + 2*K, ... of v[0], ..., v[K-1]. Made before the loop.
template <int W, int K, int s>
class Picker {
 public:
  V operator()(const V* v) const { return pick<W, K, s>(v); }

 private:
  template <int kWidth, int kStreams, int kStream>
  static V pick(const V* v) {
    if constexpr (kWidth == 16) {
      return v[kStream];
    } else if constexpr (kWidth == 8) {
      constexpr int t = kStream + kStreams;
      return shuffle<[](int b) { return b < 8 ? kStream % 2 * 8 + b : t % 2 * 8 + b + 8; }>(v[kStream / 2],
                                                                                            v[t / 2]);
    } else if constexpr (kStreams == 2) {
      return unzip<kWidth, kStream>(v[0], v[1]);
    } else {
      return unzip<kWidth, kStream % 2>(unzip<2 * kWidth, kStream / 2>(v[0], v[1]),
                                        unzip<2 * kWidth, kStream / 2>(v[2], v[3]));
    }
  }
};

/// Three streams: a stream has different places in each of three vectors, so that its elements fit one
/// vector.
template <int W>
class Thirds {
 public:
  static constexpr int kCount = 16 / W;
  /// Elements s, s + 3, s + 6, ... of v[0], v[1], v[2]; Sort<s> puts them in order.
  template <int s>
  V pick(const V* v) const {
    return (v[0] & third_[s]) | (v[1] & third_[(s + 2 * kCount) % 3]) | (v[2] & third_[(s + kCount) % 3]);
  }
  /// Mask of the elements r, r + 3, r + 6, ...
  V mask(int r) const { return third_[r]; }

  template <int s>
  struct Order {
    constexpr int operator()(int i) const { return (i * 3 + s) % kCount; }
  };
  template <int s>
  using Sort = Permutation<W, Order<s>{}>;

  /// Inverse of pick: vector t of the three. Each p[s] has the elements of stream s where they belong, as
  /// Place<s> puts them.
  template <int t>
  V join(const V* p) const {
    constexpr int r = 2 * t * kCount;
    return (p[0] & third_[r % 3]) | (p[1] & third_[(r + 1) % 3]) | (p[2] & third_[(r + 2) % 3]);
  }

  template <int s>
  struct Inverse {
    constexpr int operator()(int i) const { return (i + 16 - s) * 11 % kCount; }  // 3 * 11 is 1 mod kCount
  };
  template <int s>
  using Place = Permutation<W, Inverse<s>{}>;

 private:
  template <int r>
  static V third() {
    return constant<[](int b) { return b / W % 3 == r ? 255 : 0; }>();
  }
  const V third_[3] = {third<0>(), third<1>(), third<2>()};
};

template <int W, int s>
  requires(W < 8)
class Picker<W, 3, s> {
 public:
  V operator()(const V* v) const { return sort_(thirds_.template pick<s>(v)); }

 private:
  const Thirds<W> thirds_;
  const typename Thirds<W>::template Sort<s> sort_;
};

}  // namespace microtome::kernels
