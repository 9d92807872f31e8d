// The wire: what a request says of its data, and whether it can be so.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <functional>
#include <numeric>
#include <string>

#include "dtype.hpp"
#include "wire_words.hpp"

using namespace microtome;
using namespace microtome::testing;

TEST_CASE("the data must be as long as its dims say", "[wire]") {
  Client client;
  const List slice = request_of("Slice-13 complex64 [4,6] starts=[1] ends=[3]");
  CHECK(slice.at(5) == 48);
  CHECK(failure(client, slice) == "");
  CHECK(failure(client, with(slice, 5, -1)) == "");  // a plan without data
  for (const double entries : {0.0, 24.0, 47.0, 49.0, 0x1p53, 1e300})
    CHECK(failure(client, with(slice, 5, entries)) == "bad_input data");
  CHECK(failure(client, with(slice, 6, kMaxRank + 1)) == "bad_rank data");
  const auto what = [&](double size) { return client.plan(with(slice, 8, size)).message; };
  CHECK(what(-3) == "the size of axis 1 is -3; it must be an integer of 0 or more");
  CHECK(what(2.25) == "the size of axis 1 is 2.25; it must be an integer of 0 or more");
}

TEST_CASE("a sentence about one tensor of a list says which it is", "[wire]") {
  Client client;
  const auto what = [&](const char* line, double entries) {
    List request = request_of(line);
    std::ranges::replace(request, 77.0, entries);  // its size, too
    return client.plan(request).message;
  };
  CHECK(what("Concat-13 uint8 [2] [3] [77] @axis=0", 78) == "");
  CHECK(what("Concat-13 uint8 [2] [3] [77] @axis=0", 2.5) ==
        "tensor 2: the size of axis 0 is 2.5; it must be an integer of 0 or more");
  CHECK(what("ConcatFromSequence-11 uint8 [77] [3] @axis=0", -1) ==
        "tensor 0: the size of axis 0 is -1; it must be an integer of 0 or more");
  CHECK(what("SliceScatter-15 uint8 [5] [77] start=[1] stop=[3] step=[1]", -1) ==
        "the size of axis 0 is -1; it must be an integer of 0 or more");
}

TEST_CASE("strides reach the last element and not one further", "[wire]") {
  Client client;
  Node node = node_of("Slice-13 uint8 [3,2] starts=[0] ends=[9]");
  const auto code = [&](Index offset, std::vector<Index> strides, Index elements) {
    node.strides = {.offset = offset, .strides = std::move(strides), .elements = elements};
    return failure(client, Client::request(node, *row_of(node)));
  };
  CHECK(code(0, {4, 1}, 10) == "");
  CHECK(code(0, {4, 1}, 9) == "bad_input data");
  CHECK(code(1, {4, 1}, 10) == "bad_input data");
  CHECK(code(9, {-4, -1}, 10) == "");
  CHECK(code(8, {-4, -1}, 10) == "bad_input data");
  CHECK(code(1, {4, -1}, 10) == "");
  CHECK(code(5, {0, 0}, 6) == "");
  CHECK(code(-1, {0, 0}, 6) == "bad_input data");
  for (const Index extreme : {Index{1} << 53, Index{1} << 62, -(Index{1} << 62)}) {
    CHECK(code(0, {extreme, 1}, 10) == "bad_input data");
    CHECK(code(extreme, {1, 1}, 10) == "bad_input data");
    CHECK(code(extreme, {extreme, extreme}, 10) == "bad_input data");
  }
  node.type = "complex64";  // two entries of the array each
  CHECK(code(0, {4, 1}, 10) == "");
  CHECK(code(0, {4, 1}, 9) == "bad_input data");
  node = node_of("VariadicSplit-1 u3 [3,2] axis=0 split_lengths=[-1]");  // 8 in three entries
  CHECK(code(6, {4, 1}, 16) == "");
  CHECK(code(7, {4, 1}, 16) == "bad_input data");
  node = node_of("Slice-13 uint8 [3,2] starts=[0] ends=[9]");
  node.dims = {1, 1};  // no step is ever taken
  CHECK(code(9, {Index{1} << 62, -(Index{1} << 62)}, 10) == "");
  node.strides = {.offset = 0, .strides = {1, 1}, .elements = 10};
  const List strided = Client::request(node, *row_of(node));
  CHECK(client.plan(with(strided, 10, 0.5)).message == "the offset is 0.5; it must be an integer");
  CHECK(client.plan(with(strided, 12, kNaN)).message == "the stride of axis 1 is NaN; it must be an integer");
  node.dims = {3, 0};
  CHECK(code(99, {Index{1} << 62, -(Index{1} << 62)}, 0) == "");
}

TEST_CASE("axes narrowed to one index are dropped on request", "[wire]") {
  Client client;
  List request = request_of("Slice-13 uint8 [4,6] starts=[1,2] ends=[2,3] axes=[0,1]");
  request.at(10) = 2;
  request.insert(request.begin() + 11, {0, 1});
  CHECK(moves_of(client, request) == std::vector<std::vector<Index>>{{2, 0, 0, 8, 1}});
  CHECK(client.plan(request).dims == std::vector<std::vector<Index>>{{}});
  const auto what = [&](const List& wrong) { return client.plan(wrong).message; };
  CHECK(failure(client, with(request, 21, 1)) == "index_out_of_range spec");  // ends before it starts
  const List outside = with(with(request, 17, 6), 22, 7);
  CHECK(what(outside) == "index 6 is outside axis 1, whose indices are -6 to 5");
  CHECK(what(with(outside, 17, -7)) == "index -7 is outside axis 1, whose indices are -6 to 5");
  CHECK(what(with(with(outside, 8, 0), 5, 0)) == "index 6 is outside axis 1, which is empty");
  for (const double axis : {2.0, -1.0, 1e300})
    CHECK(failure(client, with(request, 12, axis)) == "bad_input ");
  CHECK(failure(client, with(request, 10, 1e300)) == "bad_input ");
  CHECK(failure(client, with(with(request, 11, 1), 12, 0)) == "bad_input ");  // not in order
  CHECK(failure(client, with(request, 12, 0)) == "bad_input ");               // one axis twice
}

TEST_CASE("strides of a tensor without elements may be any", "[wire]") {
  Client client;
  constexpr Index kFar = Index{1} << 62;
  Node node = node_of("TensorScatter-24 uint8 [5,3,2] [5,0,2] write_indices=[2,1,3,0,2]");
  node.others[0].strides = {.offset = kFar, .strides = {kFar, -kFar, kFar}, .elements = 0};
  CHECK(client.plan(node).ok);
  node = node_of("Concat-13 uint8 [5,3] [5,0] [5,1] @axis=1");
  node.others[0].strides = {.offset = -kFar, .strides = {-kFar, kFar}, .elements = 0};
  const Reply reply = client.plan(node);
  CHECK(reply.ok);
  CHECK(reply.dims.at(0) == std::vector<Index>{5, 4});
}

TEST_CASE("as many tensors as an operator takes", "[wire]") {
  Client client;
  const auto code = [&](const char* line, double tensors) {
    return failure(client, with(request_of(line), 3, tensors));
  };
  CHECK(code("Slice-13 uint8 [5] starts=[0] ends=[5]", 0) == "bad_input ");
  CHECK(code("Slice-13 uint8 [5] starts=[0] ends=[5]", 2) == "bad_input ");
  CHECK(code("Concat-13 uint8 [5] @axis=0", 0) == "missing inputs");
  CHECK(code("SliceScatter-15 uint8 [5] [2] start=[1] stop=[3] step=[1]", 1) == "bad_input ");
}

TEST_CASE("where an output is to be: inside its array, with a stride for each axis", "[wire]") {
  Client client;
  for (const char* line :
       {"Slice-13 uint8 [3,3] starts=[0] ends=[2] axes=[1]", "Concat-13 uint8 [3,1] [3,1] @axis=1"}) {
    INFO(line);
    Node node = node_of(line);
    const auto code = [&](Index offset, std::vector<Index> strides, Index elements) {
      node.out = {Strides{.offset = offset, .strides = std::move(strides), .elements = elements}};
      return failure(client, Client::request(node, *row_of(node)));
    };
    CHECK(code(0, {4, 1}, 10) == "");
    CHECK(code(0, {4, 1}, 9) == "bad_out out");
    CHECK(code(1, {4, 1}, 10) == "bad_out out");
    CHECK(code(9, {-4, -1}, 10) == "");
    CHECK(code(8, {-4, -1}, 10) == "bad_out out");
    CHECK(code(-1, {4, 1}, 20) == "bad_out out");
    CHECK(code(0, {4}, 20) == "bad_out out");
    CHECK(code(0, {4, 1, 1}, 20) == "bad_out out");
    for (const Index extreme : {Index{1} << 53, Index{1} << 62, -(Index{1} << 62)}) {
      CHECK(code(0, {extreme, 1}, 10) == "bad_out out");
      CHECK(code(extreme, {1, 1}, 10) == "bad_out out");
    }
    node.out = {std::nullopt};
    CHECK(client.plan(node).ok);
  }
  List packed = request_of("openvino.Slice-8 u1 [3] start=[0] stop=[2] step=[1]");
  packed.back() = 1;  // layouts
  packed.insert(packed.end(), {0x1p62, 1, 0, 1});
  CHECK(failure(client, packed) == "");  // more entries than can be counted
  Node node = node_of("Split-18 uint8 [4] @num_outputs=2");
  node.out = {std::nullopt};  // one layout for two outputs
  CHECK(failure(client, Client::request(node, *row_of(node))) == "bad_input ");
}

TEST_CASE("views instead of moves, on request", "[wire]") {
  Client client;
  const auto views = [&](const char* line) { return client.plan(with(request_of(line), 1, kViews)).views; };
  using Views = std::vector<std::vector<Index>>;
  CHECK(views("Slice-13 uint8 [4,6] starts=[-1,1] ends=[-9,5] axes=[0,1] steps=[-1,2]") ==
        Views{{19, -6, 2}});
  CHECK(views("VariadicSplit-1 uint8 [2,5] axis=1 split_lengths=[2,0,3]") ==
        Views{{0, 5, 1}, {0, 0, 0}, {2, 5, 1}});
  CHECK(failure(client, with(request_of("Concat-13 uint8 [2] [3] @axis=0"), 1, kViews)) == "bad_input ");
}

TEST_CASE("parts at equal distances in one array are one move", "[wire]") {
  Client client;
  Node node = node_of("Split-18 uint16 [2,6] @axis=1 @num_outputs=3");
  const auto moves = [&](std::initializer_list<Index> offsets, double flags) {
    node.out.clear();
    for (const Index offset : offsets)
      node.out.push_back(Strides{.offset = offset, .strides = {9, 3}, .elements = 18});
    return client.plan(with(Client::request(node, *row_of(node)), 1, flags)).moves;
  };
  CHECK(moves({0, 1, 2}, 0).size() == 3);
  for (const WireMove& move : moves({}, kInOneArray))
    CHECK_FALSE(move.part_layout.is_stated);  // not laid out
  const auto uneven = moves({0, 2, 1}, kInOneArray);
  REQUIRE(uneven.size() == 1);
  REQUIRE(uneven[0].streams.size() == 3);
  for (const std::size_t j : {0, 1, 2}) CHECK(uneven[0].streams[j].part_offset == std::vector{0, 4, 2}[j]);
  CHECK(moves({1, 2, 3}, kInOneArray).size() == 1);
  const auto together = moves({0, 1, 2}, kInOneArray);
  REQUIRE(together.size() == 1);
  CHECK(together[0].part == 0);
  CHECK(together[0].streams.size() == 1);
  // Of YUYV, both Y are in one array, and are one move. The dense parts around them have arrays of their own.
  Node yuyv = node_of("Split-18 uint8 [6,4] @axis=1 @num_outputs=4");
  const auto y = [](Index offset) { return Strides{.offset = offset, .strides = {2, 1}, .elements = 12}; };
  yuyv.out = {y(0), std::nullopt, y(1), std::nullopt};
  const auto planes = client.plan(with(Client::request(yuyv, *row_of(yuyv)), 1, kInOneArray)).moves;
  REQUIRE(planes.size() == 3);
  CHECK(std::ranges::equal(planes[0].axes, std::vector<Axis>{{12, 2}}));
  for (const std::size_t i : {0, 1, 2}) CHECK(planes[i].part == std::vector<Index>{0, 1, 3}[i]);
  const WireMove& move = together[0];
  // of the whole's three axes (rows, parts, columns), the last two are one in it, but not in the array
  CHECK(std::ranges::equal(move.axes, std::vector<Axis>{{2, 12}, {3, 4}, {2, 2}}));
  CHECK(std::ranges::equal(move.part_layout.axes, std::vector<Axis>{{2, 18}, {3, 2}, {2, 6}}));
}

/// A node of Gather with indices that no slice has. `dims`: of the indices.
static Node gather_of(const std::string& begin, std::vector<Index> dims, Index size, Index axis) {
  Node node = node_of(begin + " indices=int64{}[0] axis=int64[" + std::to_string(axis) + "]");
  Value& indices = node.inputs.at("indices");
  const Index count = std::accumulate(dims.begin(), dims.end(), Index{1}, std::multiplies());
  indices.dims = std::move(dims);
  indices.values.clear();
  for (Index i = 0; i < count; ++i) indices.values.push_back(Number::of(i * i % size));
  return node;
}

TEST_CASE("a list of several axes is few moves, wherever its elements come from and go to", "[wire]") {
  Client client;
  const auto count = [&](Node node, std::vector<Index> strides = {}, std::vector<Index> out = {}) {
    constexpr Index kRoom = 100'000;
    if (!strides.empty()) node.strides = {.offset = kRoom / 2, .strides = strides, .elements = kRoom};
    if (!out.empty()) node.out = {Strides{.offset = kRoom / 2, .strides = out, .elements = kRoom}};
    return client.plan(node).moves.size();
  };
  const std::string flat = "openvino.Gather-8 uint16 [11]", rows = "openvino.Gather-8 uint16 [40,11]";
  CHECK(count(gather_of(flat, {40, 2}, 11, 0)) == 1);
  CHECK(count(gather_of(flat, {40, 2}, 11, 0), {}, {2, 1}) == 1);
  CHECK(count(gather_of(flat, {40, 2}, 11, 0), {}, {3, 1}) == 2);
  CHECK(count(gather_of(flat, {40, 2}, 11, 0), {}, {1, 40}) == 2);
  CHECK(count(gather_of(flat, {2, 40}, 11, 0), {}, {50, 1}) == 2);
  CHECK(count(gather_of(flat, {40, 1, 2, 3}, 11, 0), {}, {7, 999, 3, 1}) == 6);  // the last two are one axis
  CHECK(count(gather_of(flat, {3, 40, 2}, 11, 0), {}, {200, 4, 1}) == 6);
  const std::string batches = rows + " @batch_dims=1";
  CHECK(count(gather_of(batches, {40, 2}, 11, 1)) == 1);
  CHECK(count(gather_of(batches, {40, 2}, 11, 1), {17, 2}) == 1);  // 17 is no multiple of 2
  CHECK(count(gather_of(batches, {40, 2}, 11, 1), {-17, -2}) == 1);
  CHECK(count(gather_of(batches, {40, 2}, 11, 1), {17, -2}) == 1);
  CHECK(count(gather_of(batches, {40, 2}, 11, 1), {1, 0}) == 1);
  CHECK(count(gather_of(batches, {40, 2}, 11, 1), {}, {5, 1}) == 2);
  CHECK(count(gather_of(batches, {40}, 11, 1), {}, {-5}) == 1);
  const std::string between = "openvino.Gather-8 uint16 [40,3,11] @batch_dims=1";
  CHECK(count(gather_of(between, {40, 2}, 11, 2)) == 2);
  CHECK(count(gather_of(between, {40, 2}, 11, 2), {100, 33, 2}, {100, 30, 1}) == 2);
  CHECK(count(gather_of(between, {40, 1}, 11, 2)) == 1);
}

TEST_CASE("an axis of one index may have any stride, also with a list", "[wire]") {
  Client client;
  Node node = node_of("openvino.Gather-8 float64 [1,2] indices=int64{3}[0,4,0] axis=int64[0]");
  node.strides = {.offset = 0, .strides = {Index{1} << 62, 1}, .elements = 2};
  const Reply reply = client.plan(node);
  REQUIRE(reply.moves.size() == 1);
  CHECK(std::ranges::equal(reply.moves[0].axes, std::vector<Axis>{{3, 0}}));
}

TEST_CASE("a tensor of any type, on request: parameters keep their types", "[wire]") {
  Client client;

  const List slice = request_of("Slice-13 u4 [4] starts=[1] ends=[3]");
  CHECK(failure(client, slice) == "bad_type data");
  CHECK(failure(client, with(slice, 1, kAnyType)) == "");
  CHECK(failure(client, with(slice, 1, kAnyType + kHasCount)) == "bad_count num_outputs");  // it is 0
  CHECK(failure(client, with(slice, 1, 32)) == "bad_input ");
  const List strings = request_of("openvino.Concat-1 string [2] [3] @axis=0");
  CHECK(failure(client, strings) == "bad_type inputs");
  CHECK(failure(client, with(strings, 1, kAnyType)) == "");
  const List mixed = with(strings, 9, double(dtype("uint8")));  // the second tensor
  CHECK(failure(client, with(mixed, 1, kAnyType)) == "bad_type inputs");
  const List lengths = request_of("Split-1 uint8 [4] split=float32[2,2]");
  CHECK(failure(client, with(lengths, 1, kAnyType)) == "bad_type split");
  const List starts = request_of("Slice-13 u4 [4] starts=float32[1] ends=float32[3]");
  CHECK(failure(client, with(starts, 1, kAnyType)) == "bad_type starts");
}
