// Regions of sizes that no memory holds, and axes of size 1. The corpus and the drawn nodes test the bytes of
// other regions, and the tests of the wire their numbers of moves and axes.
#include "move/region.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace microtome;

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

TEST_CASE("of axes of size 1, only that of a list is kept", "[region]") {
  const Index sizes[] = {1, 4, 1, 3};
  const auto axes = [&](int kept, bool is_listed) {
    return normalize(dense(sizes), {.width = 2, .packed_bits = 0}, nullptr, set_of(kept), is_listed)
        .axes.size();
  };
  CHECK(axes(0, true) == 1);
  CHECK(axes(0, false) == 0);
  CHECK(axes(1, true) == 1);
}
