// Regions: normalization keeps the sequence of addresses, and leaves nothing to normalize.
#include "move/region.hpp"

#include <catch2/catch_test_macros.hpp>

#include "call_of.hpp"
#include "random.hpp"
#include "views.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

/// Addresses of the points, without the runs.
std::vector<Index> points(const Region& region) {
  return addresses({.offset = region.offset, .axes = region.axes});
}

/// Every byte that the region has, in order (every element where it is packed).
std::vector<Index> bytes(const Region& region) {
  std::vector<Index> list;
  if (region.run == 0) return list;
  for (const Index point : points(region))
    for (Index b = 0; b < region.run; ++b) list.push_back(point + b);
  return list;
}

/// The same for elements of whole bytes at these addresses.
std::vector<Index> bytes(const std::vector<Index>& elements, Index width) {
  std::vector<Index> list;
  for (const Index element : elements)
    for (Index b = 0; b < width; ++b) list.push_back(element * width + b);
  return list;
}

/// The packed elements of a region in bytes: 2, 4 or 8 are a byte, or 4 or 8 are three.
std::vector<Index> elements_of_units(const Region& region, Index bits) {
  const Index unit = bits == 3 || bits == 6 ? 3 : 1, elements = unit * 8 / bits;
  std::vector<Index> list;
  for (const Index point : points(region)) {
    if (point % unit != 0 || region.run % unit != 0) return {-1};
    for (Index e = 0; e < region.run / unit * elements; ++e) list.push_back(point / unit * elements + e);
  }
  return list;
}

/// Does every run of a region of packed elements begin and end where bytes begin?
bool is_whole(const Region& region) {
  const Index elements = region.packed_bits == 3 ? 8 : region.packed_bits == 6 ? 4 : 8 / region.packed_bits;
  bool whole = region.run % elements == 0;
  for (const Index point : points(region)) whole = whole && point % elements == 0;
  return whole;
}

/// Is there an axis that could be dropped, merged, or folded into the run?
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
    view = take(view, a, first, backwards ? -1 : 1, backwards ? first + 1 : view.axes[a].size - first);
  }
  return view;
}

std::string text_of(const View& view) {
  std::string text = "offset " + std::to_string(view.offset);
  for (const Axis& axis : view.axes)
    text += ", " + std::to_string(axis.size) + " x " + std::to_string(axis.stride);
  return text;
}

View view_from(Index offset, std::initializer_list<Axis> axes) {
  View view{.offset = offset, .axes = {}};
  for (const Axis& axis : axes) view.axes.push_back(axis);
  return view;
}

}  // namespace

TEST_CASE("normalization keeps the sequence of addresses: whole bytes", "[region][properties]") {
  constexpr int kRuns = 15'000;
  Random random(announced("regions"));
  for (int run = 0; run < kRuns; ++run) {
    const int width = random.one_of<int>({1, 2, 4, 8, 16});
    const View view = random_view(random, false);
    const Region region = normalize(view, {.width = width});
    INFO("run " << run << ", width " << width << ": " << text_of(view));
    if (bytes(region) != bytes(addresses(view), width)) FAIL("other bytes");
    if (!is_normal(region) || region.packed_bits != 0) FAIL("not normal");
  }
}

TEST_CASE("normalization keeps the sequence of addresses: packed elements", "[region][properties]") {
  constexpr int kRuns = 15'000;
  Random random(announced("packed regions"));
  int whole = 0, runs = 0, single = 0;
  for (int run = 0; run < kRuns; ++run) {
    const int bits = random.one_of<int>({1, 2, 3, 4, 6});
    const View view = random_view(random, random.chance(50));
    const Region region = normalize(view, {.width = 1, .packed_bits = bits});
    INFO("run " << run << ", bits " << bits << ": " << text_of(view));
    if (region.run == 0) {
      if (view.elements() != 0) FAIL("nothing moves");
      continue;
    }
    const bool in_bytes = region.packed_bits == 0;
    (in_bytes ? whole : region.run > 1 ? runs : single) += 1;
    if ((in_bytes ? elements_of_units(region, bits) : bytes(region)) != addresses(view))
      FAIL("other elements");
    if (!in_bytes && (region.packed_bits != bits || is_whole(region))) FAIL("these are bytes");
    if (!is_normal(region)) FAIL("not normal");
  }
  CHECK(whole > kRuns / 10);
  CHECK(runs > kRuns / 10);
  CHECK(single > kRuns / 10);
}

TEST_CASE("regions, written out", "[region]") {
  const Index sizes[] = {2, 3, 1, 4};
  const View whole = dense(sizes);
  SECTION("a dense tensor is one run") {
    const Region region = normalize(whole, {.width = 4});
    CHECK(region.axes.empty());
    CHECK(region.offset == 0);
    CHECK(region.run == 96);
  }
  SECTION("a piece of the middle axis: runs of its rows, the outer axis remains") {
    const Region region = normalize(take(whole, 1, 1, 1, 2), {.width = 4});
    REQUIRE(region.axes.size() == 1);
    CHECK(region.axes[0] == Axis{2, 48});
    CHECK(region.offset == 16);
    CHECK(region.run == 32);
  }
  SECTION("reversed axes merge into one reversed axis, and never into a run") {
    View view = whole;
    for (const int axis : {0, 1, 3}) view = take(view, axis, sizes[axis] - 1, -1, sizes[axis]);
    const Region region = normalize(view, {.width = 2});
    REQUIRE(region.axes.size() == 1);
    CHECK(region.axes[0] == Axis{24, -2});
    CHECK(region.offset == 46);
    CHECK(region.run == 2);
  }
  SECTION("an element repeated merges too") {
    const Region region = normalize(view_from(5, {{3, 0}, {4, 0}}), {.width = 8});
    REQUIRE(region.axes.size() == 1);
    CHECK(region.axes[0] == Axis{12, 0});
    CHECK(region.run == 8);
  }
  SECTION("no axes at all: one element") {
    const Region region = normalize(view_from(7, {}), {.width = 16});
    CHECK(region.axes.empty());
    CHECK(region.offset == 112);
    CHECK(region.run == 16);
  }
  SECTION("packed elements in whole groups are bytes") {
    const Region region = normalize(view_from(16, {{3, 40}, {8, 1}}), {.width = 1, .packed_bits = 6});
    REQUIRE(region.axes.size() == 1);
    CHECK(region.axes[0] == Axis{3, 30});
    CHECK(region.offset == 12);
    CHECK(region.run == 6);
    CHECK(region.packed_bits == 0);
  }
  SECTION("as few packed elements as fill bytes are such a group") {
    const auto in_bytes = [](const View& view, int bits) {
      return normalize(view, {.width = 1, .packed_bits = bits}).packed_bits == 0;
    };
    const View view = view_from(4, {{3, 12}, {4, 1}});
    CHECK(in_bytes(view, 2));
    CHECK(in_bytes(view, 4));
    CHECK(in_bytes(view, 6));
    CHECK(!in_bytes(view, 1));
    CHECK(!in_bytes(view, 3));
    const Region columns = normalize(view_from(2, {{5, 10}, {6, 1}}), {.width = 1, .packed_bits = 4});
    REQUIRE(columns.axes.size() == 1);
    CHECK(columns.axes[0] == Axis{5, 5});
    CHECK(columns.offset == 1);
    CHECK(columns.run == 3);
    CHECK(columns.packed_bits == 0);
  }
  SECTION("packed elements off a group are runs of elements") {
    struct {
      View view;
      Index run;
    } cases[] = {{view_from(1, {{8, 1}}), 8},
                 {view_from(0, {{7, 1}}), 7},
                 {view_from(0, {{2, 12}, {8, 1}}), 8},
                 {view_from(0, {{4, 8}}), 1},
                 {view_from(8, {}), 1},
                 {view_from(0, {{3, -5}, {5, -1}}), 1},
                 {view_from(3, {{4, 20}, {5, 3}, {2, 1}}), 2}};
    for (const auto& [view, run] : cases) {
      INFO(text_of(view));
      const Region region = normalize(view, {.width = 1, .packed_bits = 3});
      CHECK(region.packed_bits == 3);
      CHECK(region.run == run);
    }
  }
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
