// Regions: normalization keeps the sequence of addresses, and leaves nothing to normalize.
#include "move/region.hpp"

#include <catch2/catch_test_macros.hpp>

#include "random.hpp"
#include "views.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

/// Units of a packing: bytes, and the elements in them. A whole number of both has `bits` bits each.
struct Unit {
  Index bytes, elements;
};
Unit unit_of(int bits) {
  if (bits == 3 || bits == 6) return {3, 24 / bits};
  return {1, 8 / bits};
}

/// Every byte that the region has, in order (every element where it is packed).
std::vector<Index> places(const Region& region) {
  std::vector<Index> list;
  if (region.run == 0) return list;
  for (const Index point : addresses({.offset = region.offset, .axes = region.axes}))
    for (Index b = 0; b < region.run; ++b) list.push_back(point + b);
  return list;
}

/// The bytes of these elements, of which `elements` at a time take `bytes`, as often as a new group begins.
std::vector<Index> bytes_of(const std::vector<Index>& elements, Unit unit) {
  std::vector<Index> list;
  for (const Index element : elements)
    for (Index b = 0; element % unit.elements == 0 && b < unit.bytes; ++b)
      list.push_back(element / unit.elements * unit.bytes + b);
  return list;
}

/// Does every run of elements begin and end where bytes begin?
bool is_whole(const Region& region) {
  const Index elements = unit_of(region.packed_bits).elements;
  bool whole = region.run % elements == 0;
  for (const Index point : addresses({.offset = region.offset, .axes = region.axes}))
    whole = whole && point % elements == 0;
  return whole;
}

/// Is there no axis that could be dropped, merged, or folded into the run?
bool is_normal(const Region& region) {
  for (int a = 0; a < region.axes.size(); ++a) {
    if (region.axes[a].size < 2) return false;
    if (a > 0 && region.axes[a - 1].stride == region.axes[a].size * region.axes[a].stride) return false;
  }
  return region.axes.empty() || region.axes.back().stride != region.run;
}

View random_view(Random& random, bool in_groups) {
  std::vector<Index> dims = random_dims(random);
  if (in_groups) dims.push_back(8 * random.between(1, 3));
  if (random.chance(60) && !in_groups) return view_of(dims, random_strides(random, dims, 1));
  View view = dense(dims);  // or a piece of a dense tensor, some of it whole
  for (int a = 0; a < view.rank(); ++a) {
    if (random.chance(70) || view.elements() == 0) continue;
    const Index first = random.between(0, view.axes[a].size - 1);
    const bool backwards = random.chance(30);
    view.take(a, first, backwards ? -1 : 1, backwards ? first + 1 : view.axes[a].size - first);
  }
  return view;
}

}  // namespace

TEST_CASE("normalization keeps the sequence of addresses", "[region]") {
  constexpr int kRuns = 30'000;
  Random random(announced("regions"));
  int whole = 0, runs = 0, single = 0;
  for (int run = 0; run < kRuns; ++run) {
    const int bits = random.chance(50) ? 0 : random.one_of<int>({1, 2, 3, 4, 6});
    const int width = bits != 0 ? 1 : random.one_of<int>({1, 2, 4, 8, 16});
    const View view = random_view(random, bits != 0 && random.chance(50));
    const Region region = normalize(view, {.width = width, .packed_bits = bits});
    INFO("run " << run << ", width " << width << ", bits " << bits);
    const std::vector<Index> elements = addresses(view);
    const bool in_bytes = region.packed_bits == 0;
    const Unit unit = bits == 0 ? Unit{width, 1} : unit_of(bits);
    if (places(region) != (in_bytes ? bytes_of(elements, unit) : elements)) FAIL("other places");
    if (!is_normal(region)) FAIL("not normal");
    if (!in_bytes && (region.packed_bits != bits || is_whole(region))) FAIL("these are bytes");
    if (bits != 0 && region.run != 0) (in_bytes ? whole : region.run > 1 ? runs : single) += 1;
  }
  CHECK(whole > kRuns / 20);
  CHECK(runs > kRuns / 20);
  CHECK(single > kRuns / 20);
}

TEST_CASE("a part with a layout goes along, in as few axes, and an axis that is kept stays", "[region]") {
  Random random(announced("laid-out regions"));
  int merged = 0, folded = 0;
  for (int run = 0; run < 10'000; ++run) {
    const std::vector<Index> dims = random_dims(random);
    const auto any = [&] {  // dense ones chain
      return random.chance(50) ? dense(dims) : view_of(dims, random_strides(random, dims, 1));
    };
    const View whole = any(), part = any();
    const int kept = random.chance(50) ? -1 : static_cast<int>(random.between(-1, whole.rank() - 1));
    const Region region = normalize(whole, {.width = 1}, &part, kept);
    if (whole.elements() == 0) continue;
    INFO("run " << run << ", kept " << kept);
    const Region of_part{
        .axes = region.part_layout.axes, .offset = region.part_layout.offset, .run = region.run};
    if (places(region) != addresses(whole) || places(of_part) != addresses(part)) FAIL("other places");
    const bool stays = kept >= 0 && whole.axes[kept].size > 1;
    if (stays != (region.kept >= 0)) FAIL("the axis that is kept is lost");
    if (stays && !(region.axes[region.kept] == whole.axes[kept])) FAIL("the axis that is kept has changed");
    const Axes &axes = region.axes, &parts = of_part.axes;
    const auto chain = [](const Axis& a, const Axis& b) { return a.stride == b.size * b.stride; };
    for (int a = 1; a < axes.size(); ++a)
      if (a != region.kept && a - 1 != region.kept && chain(axes[a - 1], axes[a]) &&
          chain(parts[a - 1], parts[a]))
        FAIL("axes that could be one");
    const bool ends = !axes.empty() && region.kept != axes.size() - 1;
    if (ends && region.run == 1 && axes.back().stride == 1 && parts.back().stride == 1) FAIL("no run");
    merged += axes.size() < whole.rank();
    folded += region.run > 1;
  }
  CHECK(merged > 1000);
  CHECK(folded > 500);
}

TEST_CASE("nothing moves where a size is 0, however large the others are", "[region]") {
  for (const int empty : {0, 1, 2}) {
    Index sizes[] = {kMaxIndex, kMaxIndex, kMaxIndex};
    sizes[empty] = 0;
    for (const int packed_bits : {0, 1, 6}) {
      const Region region =
          normalize(dense(sizes), {.width = packed_bits != 0 ? 1 : 16, .packed_bits = packed_bits});
      CHECK(region.run == 0);
      CHECK(region.axes.empty());
      CHECK(region.packed_bits == 0);
    }
  }
}
