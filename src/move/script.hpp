// Thresholds that the loops of web/lib/move and the costs of way.cpp share. They are stated here only:
// describe.cpp hands them on with the tables, and web/lib/core/tables.ts names them, in the same order.
#pragma once

#include "plan/view.hpp"

namespace microtome {

/// Up to so many entries, in all or per stream, loops over the arrays as they are take less time than loops
/// over views.
inline constexpr Index kFewInAll = 128, kFewPerStream = 16;

/// The innermost loop goes along an axis of at least so many entries, if there is one among the last three.
/// The same number of columns are copied side by side, because the cache has room for a line of each, however
/// far apart they are.
inline constexpr Index kFewColumns = 8;

/// The host's `reverse` and `fill` carry out longer lines of reversed or repeated entries.
inline constexpr Index kLongLine = 64;

/// A kernel carries out repetitions of fewer bytes in a row.
inline constexpr Index kLeastRepeated = 8192;

/// `fill` repeats one entry over a line of fewer bytes, and one byte over any line.
inline constexpr Index kLeastDoubled = 24576;

}  // namespace microtome
