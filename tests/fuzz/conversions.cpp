// Moves that convert, of words that are right but for some. Those that begin copy only inside their tensors
// and the staging area; what is converted is inside it too, and elements that are converted in two pieces are
// those that are converted in one.
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "dtype.hpp"
#include "hostile.hpp"
#include "targets.hpp"

using namespace microtome::testing;

namespace microtome::fuzz {
namespace {

constexpr Index kSteps = 3;
/// Elements that are converted at a time; twice as many bytes of any type fit.
constexpr Index kElements = kConvertBytes / 16;

void require(bool ok, const char* what) {
  if (!ok) throw std::logic_error(what);
}

/// An entry or none, or as many as an axis has.
std::vector<double> any_list(Random& random) {
  constexpr Index kCounts[] = {0, 0, 1, 1, 2, 3, 17, 300};
  std::vector<double> list(static_cast<std::size_t>(kCounts[random.index(std::size(kCounts))]));
  for (double& entry : list)
    entry = random.chance(5) ? hostile_word(random) : static_cast<double>(random.between(-500, 500)) / 8;
  return list;
}

std::vector<double> any_words(Random& random) {
  const Index inners[] = {1, 1, 2, 5, 100, 5000};
  std::vector<double> words = {static_cast<double>(random.between(0, kDTypeCount - 1)),
                               static_cast<double>(random.between(0, kDTypeCount - 1)),
                               static_cast<double>(random.between(0, 1)),
                               static_cast<double>(inners[random.index(std::size(inners))])};
  const std::vector<double> scales = any_list(random), biases = scales.empty() ? scales : any_list(random);
  for (const auto& list : {scales, biases}) {
    words.push_back(static_cast<double>(list.size()));
    words.insert(words.end(), list.begin(), list.end());
  }
  const Index rank = random.between(1, 4), offset = random.between(0, 9);
  Index count = offset + 1;
  std::vector<double> axes;
  for (Index a = 0; a < rank; ++a) {
    const Index size = random.between(1, 40), stride = random.between(0, 90);
    count += (size - 1) * stride;
    axes.insert(axes.end(), {static_cast<double>(size), static_cast<double>(stride)});
  }
  words.insert(words.end(), {static_cast<double>(count + random.between(0, 3)), static_cast<double>(offset),
                             static_cast<double>(rank)});
  words.insert(words.end(), axes.begin(), axes.end());
  if (random.chance(20)) words[random.index(words.size())] = hostile_word(random);
  if (random.chance(5)) words.resize(random.index(words.size()));
  return words;
}

/// Converts some elements at once, and in two pieces.
void check_pieces(Wire& wire, Random& random, std::size_t width) {
  const Index count = random.between(0, 200), first = random.between(0, count),
              index = random.between(0, 10'000), room = kConvertAt + kConvertBytes;
  const auto bytes = random.bytes(static_cast<std::size_t>(count) * 8);
  std::ranges::copy(bytes, wire.area().begin() + kConvertAt);
  const auto made = [&] {
    const auto begin = wire.area().begin() + room;
    return std::vector<std::uint8_t>(begin, begin + count * static_cast<Index>(width));
  };
  wire.convert(kConvertAt, count, index, room);
  const auto at_once = made();
  const auto from = static_cast<Index>(wire.conversion().from_width());
  wire.convert(kConvertAt, first, index, room);
  wire.convert(kConvertAt + first * from, count - first, index + first,
               room + first * static_cast<Index>(width));
  require(at_once == made(), "other elements in two pieces");
}

}  // namespace

void conversions(Data data) {
  static const auto wire = std::make_unique<Wire>();
  Random random(data);
  const std::vector<double> words = any_words(random);
  std::ranges::copy(words, wire->request(words.size()));
  const Index tiles = wire->begin_conversion(words.size());
  if (tiles == 0) return;
  const Conversion& conversion = wire->conversion();
  check_pieces(*wire, random, conversion.to_width());
  const Index bytes = static_cast<Index>(wire->area().size());
  require(!wire->can_convert(bytes - 1, kElements, 0, kConvertAt), "elements beyond the area");
  require(!wire->can_convert(kConvertAt, kElements, 0, bytes - 1), "elements made beyond the area");
  require(!wire->can_convert(-1, 1, 0, kConvertAt) && !wire->can_convert(kConvertAt, 1, -1, 0),
          "a negative place");
  require(!wire->can_convert(kConvertAt, 1, 0, kConvertAt), "elements made where they are read");
  const std::string wrong = step_some(*wire, tiles, 0x1p60, kSteps);
  require(wrong.empty(), wrong.c_str());
}

}  // namespace microtome::fuzz
