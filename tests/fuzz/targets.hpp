// THE table of fuzz targets. To add one, write its function in a file of this folder and add a row; `npm run
// fuzz` and the native tests find it here. A target takes any bytes, and throws, or dies by a sanitizer,
// where something is wrong. What it saves in static variables must not change what the next bytes do.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "random.hpp"

namespace microtome::fuzz {

using Data = std::span<const std::uint8_t>;

void wire(Data data);         ///< arbitrary words to plan, or to move
void changed(Data data);      ///< words of real calls, of which a few are changed
void lines(Data data);        ///< lines of the corpus, in all places and ways
void conversions(Data data);  ///< moves that convert: words that are nearly right
void execute(Data data);      ///< plans and moves of all sizes, carried out, against naive copies
void sequences(Data data);    ///< calls in turns, by a client that keeps its views

/// Some line of tests/cases, with a few other characters.
std::vector<std::uint8_t> changed_line(testing::Random& random);
inline std::vector<std::uint8_t> random_bytes(testing::Random& random) {
  return random.bytes(random.index(random.chance(50) ? 60 : 600));
}

struct Target {
  std::string_view name;
  void (*run)(Data);
  int runs;  ///< in each run of the native tests; a tenth under sanitizers
  std::vector<std::uint8_t> (*draw)(testing::Random&) = random_bytes;  ///< what they run on
};

inline constexpr Target kTargets[] = {
    {"wire", wire, 50'000},
    {"changed", changed, 50'000},
    {"lines", lines, 15'000, changed_line},
    {"conversions", conversions, 3'000},
    {"execute", execute, 1'500},
    {"sequences", sequences, 600},
};

}  // namespace microtome::fuzz
