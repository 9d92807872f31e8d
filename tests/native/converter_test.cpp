// Moves that convert, through the wire, against one element after another: any strides on both sides, scales
// and tables along any axis, tensors in the arena and elsewhere. Each element becomes what
// conversion_test.cpp says.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>

#include "client.hpp"
#include "dtype.hpp"
#include "move/kernels/kernels.hpp"
#include "random.hpp"
#include "views.hpp"
#include "wire_words.hpp"

using namespace microtome;
using namespace microtome::testing;
using Element = kernels::Number;

namespace {

struct Kind {
  const char* from;
  Element source;
  const char* to;
  Element target;
};
constexpr Kind kKinds[] = {
    {"uint8", Element::kUint8, "float32", Element::kFloat32},
    {"float32", Element::kFloat32, "uint8", Element::kUint8},
    {"int8", Element::kInt8, "float64", Element::kFloat64},
    {"float64", Element::kFloat64, "int16", Element::kInt16},
    {"float16", Element::kFloat16, "float32", Element::kFloat32},
    {"int32", Element::kInt32, "float32", Element::kFloat32},
    {"int16", Element::kInt16, "uint8", Element::kUint8},
    {"int64", Element::kInt64, "int32", Element::kInt32},
    {"int32", Element::kInt32, "uint8", Element::kUint8},
    {"uint8", Element::kUint8, "int64", Element::kInt64},
    {"float64", Element::kFloat64, "f8e4m3", Element::kF8e4m3},
    {"float32", Element::kFloat32, "bool", Element::kBool},
    {"nf4", Element::kNf4, "float32", Element::kFloat32},
    {"i4", Element::kInt4, "uint16", Element::kUint16},
    {"u1", Element::kUint8, "float64", Element::kFloat64},
    {"u2", Element::kUint8, "int8", Element::kInt8},
    {"u3", Element::kUint8, "uint8", Element::kUint8},
    {"u4", Element::kUint8, "int8", Element::kInt8},
    {"u6", Element::kUint8, "float16", Element::kFloat16},
    {"bool", Element::kBool, "u1", Element::kUint8},
    {"uint8", Element::kUint8, "u4", Element::kUint8},
    {"int16", Element::kInt16, "i4", Element::kInt8},
    {"float32", Element::kFloat32, "u2", Element::kUint8},
    {"float64", Element::kFloat64, "u3", Element::kUint8},
    {"float16", Element::kFloat16, "i4", Element::kInt8},
    {"i4", Element::kInt4, "u6", Element::kUint8},
};

/// Strides of axes in any order, some of them with gaps. Gives the elements from the first to the last, and
/// `offset`, the place of the first point.
Index lay_out(Random& random, Axes& axes, Index& offset, bool repeats) {
  std::vector<int> order;
  for (int a = 0; a < axes.size(); ++a) order.push_back(a);
  if (random.chance(60)) random.shuffle(order);
  Index reach = 1;
  offset = 0;
  for (std::size_t i = order.size(); i-- > 0;) {
    Axis& axis = axes[order[i]];
    axis.stride = reach + (random.chance(25) ? random.between(1, 3) : random.chance(10) ? 500 : 0);
    if (repeats && random.chance(15)) axis.stride = 0;
    reach += (axis.size - 1) * axis.stride;
    if (!random.chance(15)) continue;
    offset += (axis.size - 1) * axis.stride;
    axis.stride = -axis.stride;
  }
  return reach;
}

class Example {
 public:
  explicit Example(Random& random) : kind(kKinds[random.index(std::size(kKinds))]) {
    const Storage storage = kDTypes[dtype(kind.from)].storage();
    sent.packed_bits = storage.packed_bits;
    sent.from_width = static_cast<std::size_t>(storage.width);
    const Storage made = kDTypes[dtype(kind.to)].storage();
    sent.to_width = static_cast<std::size_t>(made.width);
    sent.part_bits = made.packed_bits;
    const Index rank = random.between(0, 4), most = random.chance(15) ? 300'000 : 3000;
    Index points = 1;
    for (Index a = 0; a < rank; ++a) {
      const Index left = std::max<Index>(1, most / points);
      const Index size = random.between(1, random.chance(50) ? std::min<Index>(left, 9) : left);
      sent.axes.push_back({size, 0});
      points *= size;
    }
    sent.part_layout.axes = sent.axes;
    sent.streams = {{0, 1}};
    const Index before = random.between(0, 5), after = random.between(0, 5);
    Index offset = 0;
    whole = before + after + lay_out(random, sent.axes, offset, true);
    sent.streams[0].offset = before + offset;
    part = points;
    sent.part_layout.is_stated = random.chance(60);
    if (sent.part_layout.is_stated) {
      part = before + after + lay_out(random, sent.part_layout.axes, offset, false);
      sent.part_layout.offset = before + offset;
    } else {
      make_row_major(sent.part_layout.axes);
    }
    std::size_t size = 1;
    for (int a = 0; a < rank; ++a)
      if (random.chance(40)) along |= set_of(a), size *= static_cast<std::size_t>(sent.axes[a].size);
    const auto list = [&] {
      std::vector<double> numbers(random.chance(30) ? 1 : size);
      for (double& each : numbers) each = static_cast<double>(random.between(-40, 40)) / 8;
      return numbers;
    };
    if (sent.from_width <= 2 && size <= (sent.from_width == 1 ? 64 : 4) && random.chance(40))
      tables = random.bytes(size * table_bytes());
    else if (random.chance(60)) {
      if (random.chance(80)) scales = list();
      if (random.chance(80)) biases = list();
      divides = random.chance(30);
      if (kernels::is_integer(kind.source) != kernels::is_integer(kind.target) && random.chance(60))
        zeros = list();
      for (double& zero : zeros) zero = std::trunc(zero * (random.chance(5) ? 0x1p44 : 8));
    }
    only_checks = tables.empty() && random.chance(10);
    write();
  }

  void write() {
    const auto count = tables.empty() ? 0.0 : static_cast<double>(tables.size() / table_bytes());
    sent.along = along;
    sent.conversion = {double(dtype(kind.from)), double(dtype(kind.to)),
                       double(only_checks) + (divides ? 4 : 0), count};
    if (count == 0)
      for (const auto& numbers : {zeros, scales, biases}) {
        sent.conversion.push_back(static_cast<double>(numbers.size()));
        sent.conversion.insert(sent.conversion.end(), numbers.begin(), numbers.end());
      }
    const std::size_t at = sent.conversion.size();
    sent.conversion.resize(at + tables.size() / sizeof(double));
    if (count != 0) std::memcpy(sent.conversion.data() + at, tables.data(), tables.size());
  }

  void put(const std::uint8_t* element, Bytes& output, Index to) const {
    const auto at = static_cast<std::size_t>(to);
    if (sent.part_bits == 0)
      return void(std::memcpy(output.data() + at * sent.to_width, element, sent.to_width));
    std::uint8_t packed[kGroup] = {};
    kernels::pack(element, sent.part_bits, 1, packed);
    kernels::copy_packed(packed, 0, sent.part_bits, 1, output.data(), at);
  }
  /// Bytes of the output.
  std::size_t part_bytes() const {
    const auto elements = static_cast<std::size_t>(part);
    return sent.part_bits == 0 ? elements * sent.to_width : packed_bytes(elements, sent.part_bits);
  }

  /// Of elements of 1 or 2 bytes.
  std::size_t table_bytes() const { return sent.to_width << (8 * sent.from_width); }

  /// One element after another.
  bool convert(const Bytes& given, Bytes& output) const {
    static Conversion one;
    Bytes input = given;
    if (sent.packed_bits != 0) {
      input.resize(static_cast<std::size_t>(whole));
      kernels::unpack(given.data(), sent.packed_bits, input.size(), input.data());
    }
    const std::vector<Index> from = addresses({.offset = sent.streams[0].offset, .axes = sent.axes});
    const std::vector<Index> to =
        addresses({.offset = sent.part_layout.offset, .axes = sent.part_layout.axes});
    bool fits = true;
    for (std::size_t k = 0; k < from.size(); ++k) {
      std::size_t entry = 0, entries = 1, rest = k;
      for (int a = sent.axes.size(); a-- > 0;) {
        const auto size = static_cast<std::size_t>(sent.axes[a].size);
        if (holds(along, a)) entry += rest % size * entries, entries *= size;
        rest /= size;
      }
      const std::uint8_t* const in = input.data() + static_cast<std::size_t>(from[k]) * sent.from_width;
      if (!tables.empty()) {
        const std::size_t table = tables.size() > table_bytes() ? entry : 0;
        const std::size_t number = sent.from_width == 1 ? in[0] : in[0] + std::size_t{256} * in[1];
        put(tables.data() + table * table_bytes() + number * sent.to_width, output, to[k]);
        continue;
      }
      const auto of = [&](const std::vector<double>& list) {
        return list.empty() ? list : std::vector{list[list.size() == 1 ? 0 : entry]};
      };
      const std::vector<double> zero = of(zeros), scale = of(scales), bias = of(biases);
      std::uint8_t made[8];
      one.start(kind.source, {kind.target, sent.part_bits}, {zero, scale, bias, divides});
      fits = one.run(in, 1, 0, made) && fits;
      put(made, output, to[k]);
    }
    return fits;
  }

  Kind kind;
  WireMove sent;
  Index whole = 0, part = 0;  // elements of both tensors
  AxisSet along = 0;
  std::vector<double> zeros, scales, biases;
  bool divides = false;
  Bytes tables;
  bool only_checks = false;
};

}  // namespace

TEST_CASE("moves that convert do as one element after another does") {
  Random random(seed());
  Client client;
  for (int i = 0; i < (kIsSanitized ? 100 : 400); ++i) {
    const Example one(random);
    INFO("case " << i << ": " << one.kind.from << " to " << one.kind.to);
    const auto elements = static_cast<std::size_t>(one.whole);
    Bytes input = random.bytes(one.sent.packed_bits != 0 ? packed_bytes(elements, one.sent.packed_bits)
                                                         : elements * one.sent.from_width);
    if (random.chance(50))
      for (std::uint8_t& byte : input) byte &= 0x43;  // no NaN, and integers often fit
    Bytes output(one.part_bytes(), kJunk), expected = output;
    const Places places{
        .whole = random.chance(40), .parts = random.chance(40) ? 1 : 0, .whole_last = random.chance(50)};
    const bool fits = one.convert(input, expected);
    const Bytes before = output;
    REQUIRE(client.convert(one.sent, input, output, places) == fits);
    const bool is_kept = one.only_checks && output == before;
    REQUIRE((is_kept || !fits || output == expected));
    REQUIRE((is_kept || fits || !one.only_checks));
  }
}

TEST_CASE("conversions that are not believed", "[wire]") {
  Client client;
  WireMove sent{.axes = {}, .streams = {{0, 1}}};
  sent.axes.push_back({3, 2}), sent.axes.push_back({2, 1});
  const auto tiles = [&](const List& conversion, std::size_t elements = 6, Index along = 1) {
    sent.conversion = conversion;
    sent.along = along;
    const auto width_of = [](double type) {
      return type < kDTypeCount
                 ? static_cast<std::size_t>(std::max(1, kDTypes[static_cast<int>(type)].bits / 8))
                 : 1;
    };
    sent.from_width = width_of(conversion[0]), sent.to_width = width_of(conversion[1]);
    List words = sent.request(elements);
    words.insert(words.end(), {-1, -1});
    words.insert(words.end(), conversion.begin(), conversion.end());
    return client.begin(words);
  };
  const double u8 = dtype("uint8"), f32 = dtype("float32");
  const List right = {u8, f32, 0, 0, 1, 128, 3, 1, 2, 3, 1, 0};
  CHECK(tiles(right) == 1);
  CHECK(tiles(right, 5) == 0);
  List words = sent.request(6);  // of elements that have other widths
  words.insert(words.end(), {-1, -1});
  words.insert(words.end(), right.begin(), right.end());
  CHECK(client.begin(words) == 1);
  CHECK(client.begin(with(words, record::kWidth, 2)) == 0);
  CHECK(client.begin(with(words, record::kPartWidth, 2)) == 0);
  CHECK(client.begin(with(words, record::kPartWidth, 0)) == 0);
  CHECK(client.begin(with(words, record::kRepeated, 0)) == 0);
  for (const auto& [at, word] : {std::pair<std::size_t, double>{0, dtype("string")},
                                 {0, kDTypeCount},
                                 {1, dtype("u4")},
                                 {1, dtype("uint8")},  // a zero point needs one integer type
                                 {2, 8},
                                 {3, 1},
                                 {5, 0.5},
                                 {5, 0x1p54},
                                 {6, 2},
                                 {10, 2}})
    CHECK(tiles(with(right, at, word)) == 0);
  for (const Index along : {2, 3, 4, -1}) CHECK(tiles(right, 6, along) == 0);
  CHECK(tiles({u8, f32, 4, 0, 0, 6, 1, 2, 3, 4, 5, 6, 0}, 6, 3) == 1);  // along both axes
  CHECK(tiles({u8, f32, 0, 0, 0, 0, 0}, 6, 0) == 1);
  CHECK(tiles({u8, f32, 0, 0, 0, 0}, 6, 0) == 0);
  CHECK(tiles({u8, f32, 0, 0, 0, 0, 1, 1}, 6, 0) == 1);
  List table = {u8, f32, 0, 1};
  table.resize(4 + 128);
  CHECK(tiles(table) == 0);  // a table for each of three indices is needed
  sent.axes[0].size = 1;
  CHECK(tiles(table) == 1);
  CHECK(tiles(with(table, 0, dtype("uint16"))) == 0);
  CHECK(tiles(with(table, 1, dtype("u4"))) == 0);
  CHECK(tiles(with(table, 1, dtype("complex128"))) == 0);  // longer tables than there are
  CHECK(tiles(with(table, 2, 1)) == 0);
  CHECK(tiles(with(table, 3, 2)) == 0);
  sent.axes[0].size = 3;
  sent.axes.pop_back();
  sent.streams[0].run = 2;  // as an axis of two
  CHECK(tiles(right) == 1);
  CHECK(tiles(right, 5) == 0);
  sent.direction = Direction::kJoin;
  CHECK(tiles(right) == 0);
}
