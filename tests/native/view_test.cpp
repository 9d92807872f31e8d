// Views: take, drop and chop against lists of addresses, and at the limits of what sizes may be.
#include "plan/view.hpp"

#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <numeric>

#include "call_of.hpp"
#include "views.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

using List = std::vector<Index>;
constexpr Index kMin = std::numeric_limits<Index>::min();
constexpr Index kMax = std::numeric_limits<Index>::max();

View dense_of(const List& sizes) { return dense(sizes); }

Plan chopped(const View& view, int axis, const Pieces& pieces, bool dropped = false) {
  Plan plan;
  chop(plan, view, axis, pieces, dropped);
  return plan;
}

List sizes_of(const View& view) {
  List sizes;
  for (const Axis& axis : view.axes) sizes.push_back(axis.size);
  return sizes;
}

List sizes_of(const Pieces& pieces) {
  List sizes;
  for (Index i = 0; i < pieces.count; ++i) sizes.push_back(pieces.size(i));
  return sizes;
}

std::vector<List> addresses_of(const Plan& plan) {
  std::vector<List> lists;
  plan.each([&](Index, const View& view, const View*) { lists.push_back(addresses(view)); });
  return lists;
}

}  // namespace

TEST_CASE("dense is row-major", "[view]") {
  for (const List& sizes :
       {List{}, List{5}, List{1}, List{2, 3}, List{2, 1, 4}, List{1, 1, 1}, List{3, 2, 2, 2, 1, 2}}) {
    const View view = dense_of(sizes);
    List expected(static_cast<std::size_t>(view.elements()));
    std::iota(expected.begin(), expected.end(), 0);
    CHECK(view.offset == 0);
    CHECK(sizes_of(view) == sizes);
    CHECK(addresses(view) == expected);
  }
}

TEST_CASE("without elements, sizes may be as large as they like", "[view]") {
  for (const List& sizes :
       {List{0}, List{kMaxIndex, 0}, List{0, kMaxIndex, kMaxIndex}, List{kMaxIndex, 0, kMaxIndex}}) {
    const View view = dense_of(sizes);
    CHECK(view.elements() == 0);
    CHECK(sizes_of(view) == sizes);
  }
  View view = dense_of({kMaxIndex, kMaxIndex, 0});
  view = take(view, 0, kMaxIndex - 1, -1, kMaxIndex);
  view = take(view, 1, 1, 2, kMaxIndex / 2);
  CHECK(view.elements() == 0);
  CHECK(sizes_of(view) == List{kMaxIndex, kMaxIndex / 2, 0});
  CHECK(dense_of({kMaxIndex}).elements() == kMaxIndex);
}

TEST_CASE("take: every start, step and count that stays on the axis", "[view]") {
  const View whole = dense_of({2, 7, 3});
  const List all = addresses(whole);
  for (Index start = 0; start < 7; ++start) {
    for (Index step = -7; step <= 7; ++step) {
      for (Index n = 0; n <= 7; ++n) {
        const Index last = start + (n - 1) * step;
        if (n > 0 && (last < 0 || last >= 7)) continue;
        List expected;
        for (Index i = 0; i < 2; ++i)
          for (Index j = 0; j < n; ++j)
            for (Index k = 0; k < 3; ++k)
              expected.push_back(all[static_cast<std::size_t>(i * 21 + (start + j * step) * 3 + k)]);
        if (addresses(take(whole, 1, start, step, n)) != expected)
          FAIL(start << " by " << step << ", " << n << " times");
      }
    }
  }
}

TEST_CASE("take of one or none: the step may be any number, the start of none too", "[view]") {
  const View whole = dense_of({4, 1000});
  for (const Index step : {kMin, kMin + 1, kMax, Index{0}, -kMaxIndex}) {
    const View one = take(whole, 0, 3, step, 1);
    CHECK(one.offset == 3000);
    CHECK(one.axes[0].size == 1);
    const View none = take(whole, 0, kMax, step, 0);
    CHECK(none.elements() == 0);
    CHECK(none.axes[1] == whole.axes[1]);
  }
}

TEST_CASE("takes compose", "[view]") {
  const View whole = dense_of({100});
  const View view = take(take(take(whole, 0, 90, -3, 30), 0, 1, 4, 7), 0, 6, -2, 3);
  // 90 - 3i at i = 1 + 4j at j = 6, 4, 2
  CHECK(addresses(view) == List{90 - 3 * 25, 90 - 3 * 17, 90 - 3 * 9});
}

TEST_CASE("drop removes an axis of size 1 and nothing else", "[view]") {
  const View whole = dense_of({2, 3, 4});
  for (int axis = 0; axis < 3; ++axis) {
    const View one = take(whole, axis, 1, 1, 1);
    const View dropped = drop(one, axis);
    CHECK(dropped.rank() == 2);
    CHECK(addresses(dropped) == addresses(one));
    List sizes = sizes_of(whole);
    sizes.erase(sizes.begin() + axis);
    CHECK(sizes_of(dropped) == sizes);
  }
  CHECK(drop(dense_of({1}), 0).rank() == 0);
}

TEST_CASE("pieces of a list, and what the rest means", "[view]") {
  const List list = {2, 0, -1, 3};
  CHECK(sizes_of(Pieces::of(list, 4)) == List{2, 0, 4, 3});
  CHECK(sizes_of(Pieces::of(list, 0)) == List{2, 0, 0, 3});
  CHECK(Pieces::of({}).count == 0);
}

TEST_CASE("pieces in chunks: ceil(total / n) each, as far as they go", "[view]") {
  for (Index total = 0; total <= 40; ++total) {
    for (Index n = 1; n <= 50; ++n) {
      const Index chunk = (total + n - 1) / n;
      List expected;
      Index left = total;
      for (Index i = 0; i < n; ++i) {
        expected.push_back(std::min(left, chunk));
        left -= expected.back();
      }
      if (sizes_of(Pieces::of_chunks(n, chunk, total)) != expected) FAIL(total << " into " << n);
      CHECK(left == 0);
    }
  }
  const Pieces huge = Pieces::of_chunks(kMaxOutputs, kMaxIndex / 2 + 1, kMaxIndex);
  CHECK(huge.size(0) == kMaxIndex / 2 + 1);
  CHECK(huge.size(1) == kMaxIndex / 2);
  CHECK(huge.size(2) == 0);
  CHECK(huge.size(kMaxOutputs - 1) == 0);
  CHECK(Pieces::of_chunks(kMaxOutputs, 1, kMaxIndex).size(kMaxOutputs - 1) == 1);
}

TEST_CASE("chop cuts one axis of any view into consecutive pieces", "[view]") {
  const View whole = take(dense_of({2, 6, 2}), 1, 5, -1, 6);  // reversed along the axis that is cut
  const List list = {1, 0, 3, 2};
  const auto pieces = addresses_of(chopped(whole, 1, Pieces::of(list)));
  REQUIRE(pieces.size() == 4);
  CHECK(pieces[0] == List{10, 11, 22, 23});
  CHECK(pieces[1].empty());
  CHECK(pieces[2] == List{8, 9, 6, 7, 4, 5, 20, 21, 18, 19, 16, 17});
  CHECK(pieces[3] == List{2, 3, 0, 1, 14, 15, 12, 13});
}

TEST_CASE("chop and drop: an index each, without its axis", "[view]") {
  const Plan plan = chopped(dense_of({2, 3}), 1, Pieces::of_chunks(3, 1, 3), true);
  CHECK(plan.count() == 3);
  CHECK(addresses_of(plan) == std::vector<List>{{0, 3}, {1, 4}, {2, 5}});
  plan.each([](Index, const View& view, const View*) { CHECK(sizes_of(view) == List{2}); });
}

TEST_CASE("a plan without an axis has one output, one without pieces has none", "[view]") {
  const Plan whole{.whole = dense_of({2, 2})};
  CHECK(whole.count() == 1);
  CHECK(addresses_of(whole) == std::vector<List>{{0, 1, 2, 3}});
  CHECK(addresses_of(chopped(dense_of({0}), 0, Pieces::of({}))).empty());
}
