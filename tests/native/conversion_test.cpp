// Every conversion against plain arithmetic: all pairs of types, all counts from 0 to beyond two vector
// steps, times scales and alignments. Inputs and outputs are blocks of exactly their size (block.hpp). The
// bits of all values of 8 and 16 bits, and of NaNs, are tested from JavaScript (tests/node/rearrange/).
#include "move/conversion.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "block.hpp"
#include "random.hpp"

namespace {

using microtome::Arithmetic;
using microtome::Axes;
using microtome::Axis;
using microtome::Conversion;
using microtome::Index;
using microtome::kernels::Number;
using microtome::testing::Block;
using microtome::testing::Random;

/// Holds every value of every type, which the tests compute with.
using Value = long double;
static_assert(std::numeric_limits<Value>::digits >= 64);

/// What a float's largest exponent has.
enum class Top { kInfinity, kNan, kNumbers };

/// A type as IEEE 754 describes it, or an integer.
struct Type {
  Number number;
  std::size_t bytes;
  bool is_integer;
  int mantissa;  ///< bits of a float's mantissa; of an integer: all bits
  int exponent;  ///< bits of its exponent; of an integer: is it signed?
  Top top = Top::kInfinity;

  int bits() const { return is_integer ? mantissa : 1 + exponent + mantissa; }
  int bias() const { return (1 << (exponent - 1)) - 1; }
};

constexpr Type kTypes[] = {
    {Number::kUint8, 1, true, 8, 0},      {Number::kInt8, 1, true, 8, 1},
    {Number::kUint16, 2, true, 16, 0},    {Number::kInt16, 2, true, 16, 1},
    {Number::kInt32, 4, true, 32, 1},     {Number::kFloat16, 2, false, 10, 5},
    {Number::kBfloat16, 2, false, 7, 8},  {Number::kFloat32, 4, false, 23, 8},
    {Number::kFloat64, 8, false, 52, 11}, {Number::kBool, 1, true, 8, 0},
    {Number::kUint32, 4, true, 32, 0},    {Number::kUint64, 8, true, 64, 0},
    {Number::kInt64, 8, true, 64, 1},     {Number::kF8e4m3, 1, false, 3, 4, Top::kNan},
    {Number::kF8e5m2, 1, false, 2, 5},    {Number::kF4e2m1, 1, false, 1, 2, Top::kNumbers},
    {Number::kInt4, 1, true, 4, 1},
};

Value value_of(const Type& type, const std::uint8_t* bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, type.bytes);
  if (type.number == Number::kBool) return bits != 0 ? 1 : 0;
  const bool is_negative = (bits >> (type.bits() - 1)) != 0;
  if (type.is_integer)
    return static_cast<Value>(bits) -
           (type.exponent != 0 && is_negative ? std::ldexp(Value{1}, type.bits()) : 0);
  const Value sign = is_negative ? -1 : 1;
  const int most = (1 << type.exponent) - 1;
  const auto exponent = static_cast<int>(bits >> type.mantissa) & most;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << type.mantissa) - 1);
  const bool is_last = fraction + 1 == std::uint64_t{1} << type.mantissa;
  if (exponent == most && (type.top == Top::kInfinity || (type.top == Top::kNan && is_last)))
    return fraction == 0 ? sign * std::numeric_limits<Value>::infinity() : std::nanl("");
  const Value size = std::ldexp(static_cast<Value>(fraction), -type.mantissa);
  return sign * std::ldexp(size + (exponent == 0 ? 0 : 1), std::max(exponent, 1) - type.bias());
}

/// The value that a type has for another value. Sets `fits` to false if the type is an integer and too
/// narrow.
Value converted(Value value, const Type& to, bool saturates, bool& fits) {
  if (to.number == Number::kBool) return value == 0 ? 0 : 1;
  if (to.is_integer) {
    const Value least = to.exponent != 0 ? -std::ldexp(Value{1}, to.mantissa - 1) : 0;
    const Value most = std::ldexp(Value{1}, to.mantissa - to.exponent) - 1;
    fits = fits && value >= least && value <= most;
    return std::isnan(value) ? 0 : std::min(std::max(std::nearbyint(value), least), most) + 0;  // no -0
  }
  if (value == 0 || std::isnan(value)) return value;
  const int unit = std::max(std::ilogb(value), 1 - to.bias()) - to.mantissa;
  const Value rounded =
      std::isinf(value) ? value : std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit);
  const Value most =
      to.top == Top::kNan ? 448 : std::ldexp(2 - std::ldexp(Value{1}, -to.mantissa), to.bias());
  if (std::fabs(rounded) <= most) return rounded;
  if (to.bytes == 1 && saturates) return std::copysign(most, value);
  return to.top == Top::kNan ? std::nanl("") : std::copysign(std::numeric_limits<Value>::infinity(), value);
}

bool same(Value a, Value b) {
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

struct Scaling {
  std::vector<double> zeros, scales, biases;
  Axes entries;  ///< the elements, with the strides of entries
  bool divides = false;

  Arithmetic how() const { return {zeros, scales, biases, divides}; }
};

Axes axes_of(std::initializer_list<Axis> list) {
  Axes axes;
  for (const Axis& axis : list) axes.push_back(axis);
  return axes;
}
/// `count` entries, each for `inner` elements.
Axes in_turn(Index count, Index inner) { return axes_of({{count, 1}, {inner, 0}}); }
constexpr Index kLong = Index{1} << 20;

const Scaling kScalings[] = {
    {{}, {}, {}, {}},                                               // none
    {{}, {0.0173}, {-2.25}, {}},                                    // one for all
    {{}, {0.5, -3, 1e-3}, {0}, in_turn(3, 1)},                      // an entry for each element in turn
    {{}, {7}, {0.1, -0.2, 1e30}, in_turn(3, 5)},                    // the same, several elements long
    {{}, {0.25, 100}, {-1, 1}, in_turn(2, kLong)},                  // long runs
    {{}, {0.02}, {}, {}, true},                                     // one step of several
    {{}, {}, {-0.5}, {}},                                           //
    {{128}, {}, {}, {}},                                            //
    {{-3}, {0.3}, {0}, {}, true},                                   // all
    {{7, -1e6, 0x1p53}, {3, 0, 0.1}, {0.25}, in_turn(3, 7), true},  // large zero points, and a division by 0
    {{-0x1p53, 9}, {2e18, -3}, {-0.0}, in_turn(2, 150)},            // runs
    {{1, 2, 3, 4, 5, 6},
     {1, 2, 4, 8, 16, 32},
     {},
     axes_of({{kLong, 0}, {3, 1}, {2, 0}, {2, 3}})},               // two axes
    {{5, 6}, {0.5}, {}, axes_of({{2, 1}, {kLong, 0}})},            //
    {{}, {1, 2, 3, 4}, {0}, axes_of({{2, 1}, {400, 0}, {2, 2}})},  // long, and turned
};

/// Of any size; and between two floats, or beside that, where rounding twice would go wrong.
std::uint64_t any_integer(Random& random) {
  const auto power = [&] { return std::uint64_t{1} << random.between(0, 63); };
  if (random.chance(50)) return random.bits() >> random.between(0, 63);
  return power() + power() - static_cast<std::uint64_t>(random.between(-1, 1));
}

/// Converts `count` elements, of which the first has a number of its own.
template <class T>
T computed(Value x, double zero, double scale, double bias, const Scaling& scaling, bool subtracts) {
  auto value = static_cast<T>(x);
  if (subtracts) value -= static_cast<T>(zero);
  if (!scaling.scales.empty())
    value = scaling.divides ? value / static_cast<T>(scale) : value * static_cast<T>(scale);
  if (!scaling.biases.empty()) value += static_cast<T>(bias);
  return value;
}

bool is_right(const Type& from, const Type& to, const Scaling& scaling, std::size_t count, Random& random) {
  const std::size_t shift = count % 5;  // elements are aligned to themselves, and to nothing more
  Index all = 1;
  for (const Axis& axis : scaling.entries) all *= axis.size;
  const Index index = all - static_cast<Index>(count / 2 % static_cast<std::size_t>(all));
  Block in(count * from.bytes, shift * from.bytes), out(count * to.bytes, shift * to.bytes);
  for (std::size_t i = 0; i < count * from.bytes; i += from.bytes) {
    std::uint64_t bits = from.is_integer ? any_integer(random) : random.bits();
    if (from.bits() < 8) bits &= 15;
    std::memcpy(in.data() + i, &bits, from.bytes);
  }
  static Conversion conversion;
  const bool saturates = count % 2 == 0;
  conversion.start(from.number, {to.number, 0, saturates}, scaling.how());
  conversion.take_entries(0, scaling.entries);
  const bool has_fit = conversion.run(in.data(), count, index, out.data());
  const bool checks = from.is_integer && to.is_integer && scaling.how().is_none();
  const bool is_wide = microtome::kernels::is_wide(from.number) || microtome::kernels::is_wide(to.number);
  bool fits = true;
  for (std::size_t i = 0; i < count; ++i) {
    Value value = value_of(from, in.data() + i * from.bytes);
    bool fit = true;
    Index entry = 0, rest = index + static_cast<Index>(i);
    for (int a = scaling.entries.size(); a-- > 0; rest /= scaling.entries[a].size)
      entry += rest % scaling.entries[a].size * scaling.entries[a].stride;
    const auto of = [&](const std::vector<double>& list) {
      return list.empty() ? 0 : list[list.size() == 1 ? 0 : static_cast<std::size_t>(entry)];
    };
    const double zero = of(scaling.zeros);
    const bool adds = to.is_integer && to.number != Number::kBool,
               subtracts = !scaling.zeros.empty() && !adds;
    if (!scaling.how().is_none())
      value = is_wide ? Value{computed<double>(value, zero, of(scaling.scales), of(scaling.biases), scaling,
                                               subtracts)}
                      : Value{computed<float>(value, zero, of(scaling.scales), of(scaling.biases), scaling,
                                              subtracts)};
    if (!scaling.zeros.empty() && adds)  // sums that long double does not hold are far outside
      value = (std::isnan(value) ? 0 : std::nearbyint(value)) + zero;
    const Value expected = converted(value, to, saturates, fit);
    fits = fits && fit;
    if (checks && !fit) continue;
    if (!same(value_of(to, out.data() + i * to.bytes), expected)) {
      UNSCOPED_INFO("element " << i << ": " << static_cast<double>(value));
      return false;
    }
  }
  return out.holds(out.bytes()) && (!checks || has_fit == fits);
}

// Compiled for a processor that could fuse, and optimized as the core is.
#if defined(__x86_64__) && defined(__clang__)
[[gnu::noinline, gnu::target("fma")]]
#elif defined(__x86_64__)
[[gnu::noinline, gnu::target("fma"), gnu::optimize("O2")]]
#else
[[gnu::noinline]]
#endif
float scaled(float x, float scale, float bias) {
  return x * scale + bias;
}

bool can_fuse() {
#ifdef __x86_64__
  return __builtin_cpu_supports("fma") != 0;
#else
  return true;
#endif
}

}  // namespace

#ifdef __SSE__
TEST_CASE("a denormal is true, also where processors take it for zero, as in an AudioWorklet") {
  constexpr unsigned kDenormalsAreZeros = 1u << 6, kFlushToZero = 1u << 15;
  const unsigned before = __builtin_ia32_stmxcsr();
  const float values[] = {std::numeric_limits<float>::denorm_min(), -1e-40F, 0, -0.0F, 1};
  std::uint8_t bools[std::size(values)];
  static Conversion conversion;
  conversion.start(Number::kFloat32, {Number::kBool}, {});
  __builtin_ia32_ldmxcsr(before | kDenormalsAreZeros | kFlushToZero);
  conversion.run(reinterpret_cast<const std::uint8_t*>(values), std::size(values), 0, bools);
  __builtin_ia32_ldmxcsr(before);
  CHECK(std::vector<int>(bools, bools + std::size(bools)) == std::vector{1, 1, 0, 0, 1});
}
#endif

TEST_CASE("a product is rounded before something is added") {
  const float x = 1 + 0x1p-12F;  // its square is halfway between two floats
  if (!can_fuse())
    WARN("not tested: this processor cannot fuse a product and a sum");
  else
    CHECK(scaled(x, x, -(1 + 0x1p-11F)) == 0.0F);
}

TEST_CASE("conversions do as plain arithmetic does") {
  Random random(1);
  for (const Type& from : kTypes)
    for (const Type& to : kTypes) {
      if (!microtome::kernels::is_target(to.number)) continue;  // f4e2m1, int4
      for (const Scaling& scaling : kScalings) {
        const bool is_one =
            microtome::kernels::is_integer(from.number) != microtome::kernels::is_integer(to.number);
        if (!scaling.zeros.empty() && !is_one) continue;
        for (std::size_t count = 0; count < 54; ++count) {
          INFO("from number " << static_cast<int>(from.number) << " to " << static_cast<int>(to.number)
                              << ", " << count << " elements, scaling " << &scaling - kScalings);
          REQUIRE(is_right(from, to, scaling, count < 52 ? count : 1000 * count - 50'917, random));
        }
      }
    }
}
