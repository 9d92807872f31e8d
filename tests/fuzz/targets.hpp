// THE table of fuzz targets. To add one, write its function in a file of this folder and add a row; `npm run
// fuzz` and the native tests find it here. A target takes any bytes, and throws, or dies by a sanitizer,
// where something is wrong. What it saves in static variables must not change what the next bytes do.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace microtome::fuzz {

using Data = std::span<const std::uint8_t>;

void wire(Data data);     ///< arbitrary words to plan, or to move
void changed(Data data);  ///< words of real calls, of which a few are changed
void slice(Data data);    ///< plans of one operator against the oracle
void split(Data data);
void split_to_sequence(Data data);
void variadic_split(Data data);
void openvino_cuts(Data data);
void concat(Data data);  ///< the same for joins: ConcatFromSequence too
void slice_scatter(Data data);
void tensor_scatter(Data data);
void pad(Data data);
void gather(Data data);
void conversions(Data data);  ///< moves that convert: words that are nearly right
void execute(Data data);      ///< plans and moves of all sizes, carried out, against naive copies
void sequences(Data data);    ///< calls in turns, by a client that keeps its views

struct Target {
  std::string_view name;
  void (*run)(Data);
  int runs;  ///< on random bytes, in each run of the native tests; a tenth under sanitizers
};

inline constexpr Target kTargets[] = {
    {"wire", wire, 50'000},
    {"changed", changed, 50'000},
    {"slice", slice, 1'000},
    {"split", split, 1'000},
    {"split_to_sequence", split_to_sequence, 1'000},
    {"variadic_split", variadic_split, 1'000},
    {"openvino_cuts", openvino_cuts, 1'000},
    {"concat", concat, 1'000},
    {"slice_scatter", slice_scatter, 1'000},
    {"tensor_scatter", tensor_scatter, 1'000},
    {"pad", pad, 1'000},
    {"gather", gather, 1'000},
    {"conversions", conversions, 3'000},
    {"execute", execute, 1'500},
    {"sequences", sequences, 600},
};

}  // namespace microtome::fuzz
