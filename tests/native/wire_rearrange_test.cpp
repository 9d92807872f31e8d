// The wire: Rearrange, whose patterns JavaScript reads (tests/cases/rearrange). Here they are the numbers
// that the core gets: what it makes of them, and which it does not believe.
#include <catch2/catch_test_macros.hpp>
#include <numeric>

#include "dtype.hpp"
#include "wire_words.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

constexpr double kMoves = 0;

/// Of a tensor of [2,3,4].
List words_of(double flags, const List& pattern, const List& to = {}, const char* type = "uint8",
              const List& layout = {}) {
  List words = {word_of("microtome.Rearrange", 1), flags, 0, 1, double(dtype(type)), 24, 3, 2, 3, 4, 0, 0};
  const auto add = [&](const List& values) {
    if (values.empty()) return words.push_back(kAbsent);
    words.insert(words.end(), {kUntyped, 1, double(values.size())});
    words.insert(words.end(), values.begin(), values.end());
  };
  add(pattern), add({}), add(to);
  words.push_back(layout.empty() ? 0 : 1);
  words.insert(words.end(), layout.begin(), layout.end());
  return words;
}

/// h w c -> c h w, c (h w), (c h) w, and h (r w) c, where r repeats 2 times.
const List kPlanes = {3, 1, 1, 1, 4, 2, 1, 2, 0, 1, 3, 1, 1}, kRows = {2, 1, 2, 4, 2, 1, 2, 0, 1, 3, 1, 1},
           kMixed = {2, 2, 1, 4, 2, 1, 2, 0, 1, 3, 1, 1},
           kRepeated = {3, 1, 2, 1, 2, 0, 1, 2, -1, 0, 3, 1, 1, 4, 2, 1};

}  // namespace

TEST_CASE("patterns as views: merged axes are one if a stride can say so", "[wire]") {
  Client client;
  const auto view = [&](const List& pattern) { return client.plan(words_of(kViews, pattern)).views.at(0); };
  CHECK(view(kPlanes) == std::vector<Index>{0, 1, 12, 4});
  CHECK(view(kRows) == std::vector<Index>{0, 1, 4});
  CHECK(failure(client, words_of(kViews, kMixed)) == "not_a_view pattern");
}

TEST_CASE("patterns as moves, into rows and into other strides", "[wire]") {
  Client client;
  Bytes in(24);
  std::iota(in.begin(), in.end(), std::uint8_t{0});
  const auto moved = [&](const List& words, std::size_t size) {
    return client.run(client.plan(words), {in}, junk({size}), Force::kNothing).at(0);
  };
  for (const List& pattern : {kPlanes, kRows, kMixed}) {
    const Bytes out = moved(words_of(kMoves, pattern), 24);
    for (std::size_t i = 0; i < 24; ++i) CHECK(out[i] == i % 6 * 4 + i / 6);
  }
  const Bytes repeated = moved(words_of(kMoves, kRepeated), 48);
  for (std::size_t i = 0; i < 48; ++i) CHECK(repeated[i] == i / 24 * 12 + i % 12);
  // 4 by 6, backwards, with a gap after each element and each row
  const Bytes strided = moved(words_of(kMoves, kRows, {}, "uint8", {60, 2, 59, -15, -2}), 60);
  for (std::size_t i = 0; i < 24; ++i) CHECK(strided[59 - i / 6 * 15 - i % 6 * 2] == i % 6 * 4 + i / 6);
  CHECK(failure(client, words_of(kMoves, kRows, {}, "uint8", {60, 2, 54, -15, -2})) == "bad_out out");
}

TEST_CASE("patterns that are not believed", "[wire]") {
  Client client;
  const auto code = [&](const List& pattern) { return failure(client, words_of(kMoves, pattern)); };
  const List one = {1, 1, 2, 0, 1};  // one axis: the first of the input
  CHECK(code(one) == "");
  for (const auto& [at, word] : {std::pair<std::size_t, double>{0, 2},
                                 {1, 2},
                                 {1, -1},
                                 {1, 65},
                                 {2, -1},
                                 {2, 3},
                                 {3, -2},
                                 {3, 3},
                                 {4, 0},
                                 {4, 2},
                                 {4, 0x1p53}})
    CHECK(code(with(one, at, word)) == "bad_input pattern");
  CHECK(code({1, 2, 2, 0, 1, 2, 0, 1}) == "bad_input pattern");  // both reach 1 on an axis of 2
  CHECK(code({2, -1, 2, 2, 0, 1}) == "bad_input pattern");       // as many axes as there are, in sum
  CHECK(code(with(with(one, 3, -1), 2, 0x1p53)) == "too_large sizes");
  CHECK(code({1, 2, 0x1p30, -1, 0, 0x1p30, -1, 0}) == "too_large pattern");
  CHECK(code({2, 1, 1, 0x1p30, -1, 0, 0x1p30, -1, 0}) == "too_large pattern");
  const auto converted = [&](const List& to, const char* type) {
    return failure(client, words_of(kMoves, kPlanes, to, type));
  };
  const double float32 = dtype("float32");
  const auto kept = [&](const List& to) {
    return client.plan(words_of(kMoves, kPlanes, to)).moves.at(0).along;
  };
  CHECK(kept({float32, 4}) == 4);  // in the move, too
  CHECK(kept({float32, 0}) == 0);
  for (const char* type : {"f8e8m0", "nf4", "complex64", "string"})
    CHECK(converted({double(dtype(type)), 0}, "uint8") == "bad_type to");
  CHECK(converted({float32, 0}, "string") == "bad_type input");
  for (const List& to : {List{-1, 0}, List{kDTypeCount, 0}, List{float32, 8}, List{float32}})
    CHECK(converted(to, "uint8") == "bad_input pattern");
}
