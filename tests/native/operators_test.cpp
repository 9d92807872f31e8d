// Operators at their limits: the cap on outputs, and extremes of integers.
#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <utility>

#include "wire_words.hpp"

using namespace microtome;
using namespace microtome::testing;

TEST_CASE("as many outputs as the cap are made, in every splitter", "[operators]") {
  Client client;
  for (const char* line :
       {"SplitToSequence-24 uint8 [0,1048576] @axis=1", "SplitToSequence-24 uint8 [2147483648,0] split=2048",
        "Split-18 uint8 [4] @num_outputs=1048576", "Split-2 uint8 [0] outputs=1048576",
        "Split-13 uint8 [0] outputs=1048576"}) {
    const List request = request_of(line);
    client.send(request);
    INFO(line);
    REQUIRE(client.wire().plan(request.size()));
    CHECK(static_cast<Index>(client.wire().response()[0]) == kMaxOutputs);
  }
}

TEST_CASE("Slice: any combination of extremes, and nothing overflows", "[operators]") {
  using Limits = std::numeric_limits<Index>;
  constexpr Index kMin = Limits::min(), kMax = Limits::max();
  const Index extremes[] = {kMin, kMin + 1, -kMaxIndex, -6, -5, -1, 0, 1, 4, 5, 6, kMaxIndex, kMax - 1, kMax};
  Client client;
  Node node = node_of("Slice-13 uint8 [0]");
  for (const Index size : {Index{0}, Index{1}, Index{5}, kMaxIndex}) {
    node.dims = {size};
    for (const Index start : extremes)
      for (const Index end : extremes)
        for (const Index step : extremes) {
          for (const auto& [name, value] : {std::pair{"starts", start}, {"ends", end}, {"steps", step}})
            node.inputs[name] = Value::list("int64", {value});
          INFO(start << ":" << end << ":" << step << " of " << size);
          const Reply reply = client.plan(with(Client::request(node, *row_of(node)), 1, kViews));
          if (reply.ok != (step != 0)) FAIL();
          if (!reply.ok) continue;
          const Index taken = reply.dims[0][0], first = reply.views[0][0];
          const Wide last = Wide{first} + Wide{taken - 1} * reply.views[0][1];
          const bool inside = taken == 0 || (first >= 0 && first < size && last >= 0 && last < size);
          if (taken < 0 || !inside) FAIL();
        }
  }
}
