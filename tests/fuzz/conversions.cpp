// Moves that convert, of words that are right but for some. Those that begin copy only inside their tensors
// and the staging area.
#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "client.hpp"
#include "dtype.hpp"
#include "hostile.hpp"
#include "targets.hpp"

using namespace microtome::testing;

namespace microtome::fuzz {
namespace {

constexpr Index kSteps = 3;
/// More would take too long.
constexpr Index kMostTables = 20, kMostEntries = 5000;

/// None, one entry, or as many as an axis has.
std::vector<double> any_list(Random& random, Index size) {
  std::vector<double> list(static_cast<std::size_t>(random.chance(50) ? size : random.between(1, 2)));
  for (double& entry : list)
    entry = random.chance(5) ? hostile_word(random) : static_cast<double>(random.between(-500, 500)) / 8;
  return list;
}

std::vector<double> any_words(Random& random) {
  WireMove sent{.axes = {}, .streams = {{random.between(0, 9), 1}}};
  const Index rank = random.between(0, 4);
  sent.part_layout.is_stated = random.chance(50);
  Index count = sent.streams[0].offset + 1, part = 1;
  for (Index a = 0; a < rank; ++a) {
    const Index size = random.between(1, 40), stride = random.between(0, 90), other = random.between(1, 90);
    count += (size - 1) * stride;
    part += (size - 1) * other;
    sent.axes.push_back({size, stride});
    if (sent.part_layout.is_stated) sent.part_layout.axes.push_back({size, other});
  }
  sent.along = random.between(0, (1 << rank) - 1);
  sent.conversion = {0};  // what it is follows below
  const int from = static_cast<int>(random.between(0, kDTypeCount - 1)),
            to = static_cast<int>(random.between(0, kDTypeCount - 1));
  sent.packed_bits = kDTypes[from].storage().packed_bits;
  sent.from_width = static_cast<std::size_t>(kDTypes[from].storage().width);
  sent.to_width = static_cast<std::size_t>(kDTypes[to].storage().width);
  sent.part_bits = kDTypes[to].storage().packed_bits;
  if (sent.part_bits != 0) part = packed_bytes(part, sent.part_bits);
  if (sent.packed_bits != 0) count = packed_bytes(count, sent.packed_bits);
  std::vector<double> words = sent.request(static_cast<std::size_t>(count + random.between(0, 3)),
                                           static_cast<std::size_t>(part + random.between(0, 3)));
  Index size = 1;
  for (int a = 0; a < rank; ++a)
    if (holds(static_cast<AxisSet>(sent.along), a)) size *= sent.axes[a].size;
  size = std::min(size, kMostEntries);
  words.insert(words.end(), {-1, -1, double(from), double(to), double(random.between(0, 7))});
  const bool has_tables = random.chance(30);
  if (has_tables) {
    const Index tables = random.chance(10) ? 1 : std::min(size, sent.from_width == 1 ? kMostTables : 2);
    words.push_back(static_cast<double>(tables));
    const std::size_t entries = std::size_t{1} << (8 * std::min<std::size_t>(sent.from_width, 2));
    words.resize(words.size() + static_cast<std::size_t>(tables) * entries / 8 * sent.to_width, 0.5);
  } else {
    words.push_back(0);
    const std::vector<double> none;
    std::vector<double> zeros = random.chance(60) ? none : any_list(random, size);
    for (double& zero : zeros) zero = std::trunc(zero);
    for (const auto& list : {zeros, random.chance(30) ? none : any_list(random, size),
                             random.chance(30) ? none : any_list(random, size)}) {
      words.push_back(static_cast<double>(list.size()));
      words.insert(words.end(), list.begin(), list.end());
    }
  }
  if (random.chance(20)) words[random.index(words.size())] = hostile_word(random);
  if (random.chance(5)) words.resize(random.index(words.size()));
  return words;
}

}  // namespace

void conversions(Data data) {
  static const auto wire = std::make_unique<Session>();
  Random random(data);
  const std::vector<double> words = any_words(random);
  std::ranges::copy(words, wire->request(words.size()));
  int moved = 0;
  const std::string wrong = move_some(*wire, words.size(), 0x1p60, moved, kSteps);
  if (!wrong.empty()) throw std::logic_error(wrong);
}

}  // namespace microtome::fuzz
