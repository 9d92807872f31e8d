// The wire: words in, words out. What a right request gives word by word, and what becomes of wrong ones.
#include "wire.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "dtype.hpp"
#include "wire_words.hpp"

using namespace microtome;
using namespace microtome::testing;

TEST_CASE("a request and its response, word by word", "[wire]") {
  Client client;
  const double int64 = dtype("int64");
  // clang-format off
  const List request = {
      word_of("Slice", 13), 0, 0,                   // row; no flags, so the outputs are not numbered
      1, double(dtype("uint8")),                    // one tensor; its element type
      24, 2, 4, 6, 0,                               // entries, rank, sizes, not strided
      0,                                            // no axes to drop
      int64, 1, 1, 1,                               // starts
      int64, 1, 1, 3,                               // ends
      int64, 1, 1, 1,                               // axes
      kAbsent,                                      // steps
      0,                                            // the output is in row-major order
  };
  // clang-format on
  CHECK(request == request_of("Slice-13 uint8 [4,6] starts=[1] ends=[3] axes=[1]"));
  // clang-format off
  CHECK(answer(client, request) == List{
      1, -1, 2, 4, 2, 1, 0,   // 1 output, whose sizes do not differ, [4,2]; 1 move, no positions:
      always(Way::kFew),
      0, 0, 0, -1,            // a cut, not packed, the part is in row-major order, nothing repeats
      1, 0, 0, 0, 0, 0, 0, 0, // entries of 1 byte, along axis 0, no loops over words, nothing is converted
      -1, 0, 0,               // no list
      0, 1, 1,                // output 0, 1 stream, 1 axis:
      4, 6, 1, 0,             // 4 by 6, in the part run by run, no blocks
      1, 2, 0});              // runs of 2 from 1
  // clang-format on
}

TEST_CASE(
    "a response of several outputs: one move for those that are interleaved, one for those that are runs",
    "[wire]") {
  Client client;
  using Lists = std::vector<std::vector<Index>>;
  const List split = request_of("Split-18 uint8 [4,6] @axis=1 split=[2,3,1]");
  CHECK(moves_of(client, split) == Lists{{2, 0, 0, 4, 6, 0, 2, 2, 3, 5, 1}});
  const List dropped = request_of("SplitToSequence-24 float32 [2,3] @keepdims=0");
  CHECK(moves_of(client, dropped) == Lists{{2, 0, 0, 0, 12, 12, 12}});
  const List gap = request_of("Split-18 uint8 [4] @axis=0 split=[1,0,3]");
  CHECK(moves_of(client, gap) == Lists{{2, 0, 0, 0, 1}, {2, 0, 2, 1, 3}});  // nothing moves of what is empty
  const List none = request_of("SplitToSequence-24 uint8 [0,3]");
  CHECK(answer(client, none) == List{0, 0, 2, 0, 3, 0, 0});
}

TEST_CASE("an output with strides is written in the order in which it lies in memory", "[wire]") {
  Client client;
  using Lists = std::vector<std::vector<Index>>;
  Node node = node_of("Slice-13 uint8 [200,3,4] starts=[0] ends=[200] axes=[0]");
  node.strides = Strides{0, {0, 0, 0}, 1};
  node.out = {Strides{0, {1, 800, 200}, 2400}};
  const Lists one_line = {{static_cast<Index>(Way::kFill), 0, 0, 2400, 0, 0, 1}};
  CHECK(moves_of(client, Client::request(node, *row_of(node))) == one_line);
  node.strides = Strides{0, {1, 800, 200}, 2400};
  CHECK(moves_of(client, Client::request(node, *row_of(node))) == Lists{{0, 0, 0, 0, 2400}});  // in one run
}

TEST_CASE("a failure is three lines", "[wire]") {
  Client client;
  const List request = request_of("Split-18 uint8 [6] split=[3,4]");
  client.send(request);
  CHECK(!client.wire().plan(request.size()));
  CHECK(client.wire().failure() == "sum_mismatch\nsplit\nentries sum to 7 but axis 0 has size 6");
  CHECK(failure(client, {}) == "bad_input ");
  CHECK(failure(client, {-1}) == "bad_input ");
  CHECK(failure(client, {double(all_rows().size())}) == "bad_input ");
  CHECK(failure(client, {kNaN}) == "bad_input ");
}

TEST_CASE("a request that ends too early fails, wherever it ends", "[wire]") {
  Client client;
  for (const char* line :
       {"Slice-1 float32 [2,4] @starts=[0,1] @ends=[-1,1000]", "Slice-13 u1 [3] starts=[1] ends=[2]",
        "Slice-13 float32 [2,4] starts=[1,0] ends=[2,3] axes=[0,1] steps=[1,2]", "Split-2 int8 [6] outputs=3",
        "Split-18 float32 [6] split=[2,4] outputs=2", "Split-18 float32 [6] @num_outputs=4",
        "SplitToSequence-24 float32 [7] split=3 @axis=-1", "SplitToSequence-11 string [7]",
        "VariadicSplit-1 u3 [3,7] axis=1 split_lengths=[3,-1]", "Concat-13 uint8 [2,3] [2,1] @axis=1",
        "SliceScatter-15 float32 [5] [2] start=[1] stop=[3] step=[1]",
        "TensorScatter-24 u4 [2,5] [2,3] write_indices=[3,0] @axis=1 @mode=circular"}) {
    Node node = node_of(line);
    for (const bool strided : {false, true}) {
      if (strided) {
        node.strides = {.offset = 3, .strides = std::vector<Index>(node.dims.size(), 1), .elements = 64};
        node.out = {node.strides};
      }
      List request = Client::request(node, *row_of(node));
      while (!request.empty()) {
        request.pop_back();
        INFO(line << ", the first " << request.size() << " words, strided: " << strided);
        CHECK(failure(client, request) != "");
      }
    }
  }
}

TEST_CASE("numbers that are no integers", "[wire]") {
  Client client;
  const List slice = request_of("Slice-13 uint8 [4,6] starts=[1] ends=[3] axes=[1] steps=[2]");
  for (const double word : {kNaN, kInf, -kInf, 0.5, 1e-300, 3.0000000000000004}) {
    INFO(word);
    CHECK(failure(client, with(slice, 0, word)) == "bad_input ");
    CHECK(failure(client, with(slice, 2, word)) == "not_integer num_outputs");
    CHECK(failure(client, with(slice, 3, word)) == "bad_input ");
    CHECK(failure(client, with(slice, 4, word)) == "bad_input ");
    CHECK(failure(client, with(slice, 6, word)) == "bad_input ");
    CHECK(failure(client, with(slice, 7, word)) == "bad_input data");
    CHECK(failure(client, with(slice, 14, word)) == "not_integer starts");
    CHECK(failure(client, with(slice, 18, word)) == "not_integer ends");
    CHECK(failure(client, with(slice, 22, word)) == "not_integer axes");
    CHECK(failure(client, with(slice, 26, word)) == "not_integer steps");
    CHECK(failure(client, with(slice, 27, word)) == "bad_input ");
  }
  CHECK(answer(client, with(slice, 14, -0.0)) == answer(client, with(slice, 14, 0)));
  const List zero = request_of("Slice-13 uint8 [0,6] starts=[1] ends=[3] axes=[1] steps=[2]");
  CHECK(answer(client, with(zero, 7, -0.0)) == answer(client, zero));
}

TEST_CASE("numbers beyond 2^53, and beyond 64 bits", "[wire]") {
  Client client;
  const List slice = request_of("Slice-13 uint8 [4,6] starts=[1] ends=[3] axes=[1] steps=[2]");
  for (const double word : {0x1p53 + 2, 0x1p53, 0x1p62, 0x1p63, 0x1p64, 1e300}) {
    INFO(word);
    CHECK(answer(client, with(slice, 18, word)) == answer(client, with(slice, 18, 6)));
    CHECK(answer(client, with(slice, 14, -word)) == answer(client, with(slice, 14, 0)));
    CHECK(answer(client, with(slice, 26, word)) == answer(client, with(slice, 26, 6)));
    CHECK(answer(client, with(with(slice, 18, -word), 26, -word)) ==
          answer(client, with(with(slice, 18, -7), 26, -6)));
    CHECK(failure(client, with(slice, 22, word)) == "bad_axis axes");
    CHECK(failure(client, with(slice, 22, -word)) == "bad_axis axes");
    CHECK(failure(client, with(slice, 7, word)) == "too_large data");
    CHECK(failure(client, with(slice, 7, -word)) == "bad_input data");
  }
  const List big = request_of("Slice-13 uint8 [9007199254740991,0] starts=[1] ends=[3] axes=[1] steps=[2]");
  CHECK(failure(client, with(with(big, 8, 2), 5, -1)) == "too_large data");  // the product
  CHECK(failure(client, with(with(big, 8, 1), 5, -1)) == "");
}

TEST_CASE("values of which all 64 bits count are two words each", "[wire]") {
  Client client;
  const auto what = [&](const std::string& index) {
    Node node = node_of("TensorScatter-24 uint8 [2,7] [2,3] write_indices=[0,0] @axis=1 @mode=circular");
    node.inputs["write_indices"] = parse_value("float64[1," + index + "]", true);
    node.inputs["write_indices"].type = "int64";
    return client.plan(node).message;
  };
  CHECK(what("9223372036854775807") == "");
  CHECK(what("-1") == "");
  CHECK(what("2.5") == "entry 1 is 2.5; it must be an integer");
  CHECK(what("-4294967296.5") == "entry 1 is -4294967296.5; it must be an integer");
  CHECK(what("-inf") == "entry 1 is -Infinity; it must be an integer");
  CHECK(what("nan") == "entry 1 is NaN; it must be an integer");
  const List request =
      request_of("TensorScatter-24 uint8 [1,7] [1,1] write_indices=[-4294967297] @axis=1 @mode=circular");
  const auto high = std::ranges::find(request, -2.0);
  REQUIRE(high != request.end());
  CHECK(*std::next(high) == 0x1p32 - 1);
  // -(2^32 + 1) is 2 modulo 7, so the one byte goes there
  const auto moves = moves_of(client, request);
  REQUIRE(moves.size() == 2);
  CHECK(moves[1] == std::vector<Index>{2, 0, 1, 2, 1});
}

TEST_CASE("lists of more than 2^20 entries are too many outputs, not too much memory", "[wire]") {
  Client client;
  for (const char* line :
       {"Split-1 float32 [0] @split=[0]", "Split-1 float32 [0] split=float32[0]",
        "Split-2 uint8 [0] @split=[0]", "Split-11 uint8 [0] @split=[0]", "Split-13 uint8 [0] split=[0]",
        "Split-18 uint8 [0] split=[0]", "SplitToSequence-11 uint8 [0] split=[0]",
        "SplitToSequence-24 uint8 [0] split=[0]", "VariadicSplit-1 uint8 [0] axis=0 split_lengths=[0]"}) {
    INFO(line);
    List request = request_of(line);
    std::size_t at = request.size() - 1;
    while (request[at - 1] != 1 || request[at] != 0) --at;  // the count, and the one entry
    request.at(at - 1) = static_cast<double>(kMaxOutputs);
    request.insert(request.begin() + static_cast<std::ptrdiff_t>(at),
                   static_cast<std::size_t>(kMaxOutputs) - 1, 0.0);
    client.send(request);
    CHECK(client.wire().plan(request.size()));
    request.at(at - 1) += 1;
    request.insert(request.begin() + static_cast<std::ptrdiff_t>(at), 0.0);
    CHECK(failure(client, request).starts_with("too_many_outputs split"));
  }
  constexpr std::size_t kStarts = 3'000'000;  // of Slice, they are too many axes
  const double int64 = dtype("int64");
  List starts = {word_of("Slice", 13), 0, 0, 1, double(dtype("uint8")), 4, 1, 4, 0, 0};
  for (int list = 0; list < 2; ++list) {
    starts.insert(starts.end(), {int64, 1, double(kStarts)});
    starts.insert(starts.end(), kStarts, 0.0);
  }
  starts.insert(starts.end(), {kAbsent, kAbsent, 0});
  CHECK(failure(client, starts) == "too_many_axes starts");
}
