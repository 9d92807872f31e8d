// Numbers by which web/lib/move carries out moves in JavaScript, and by which way.cpp knows what that costs.
// They are here only: describe.cpp hands them on with the tables, and web/lib/core/tables.ts names them, in
// the same order.
#pragma once

#include "plan/view.hpp"

namespace microtome {

/// So many entries are few, in all or per stream: loops over the arrays as they are take less time than
/// views.
inline constexpr Index kFewInAll = 128, kFewPerStream = 16;

/// The innermost loop goes along an axis of at least as many entries, if there is one among the last three.
/// And so many columns are copied side by side: the cache has room for one line of each, however far apart
/// they are.
inline constexpr Index kFewColumns = 8;

/// Longer lines of reversed or repeated entries are the work of the host's `reverse` and `fill`.
inline constexpr Index kLongLine = 64;

/// Fewer bytes of repetitions in a row are the work of a kernel.
inline constexpr Index kLeastRepeated = 8192;

/// One entry that fills a line of fewer bytes is the work of `fill`; bytes always are.
inline constexpr Index kLeastDoubled = 24576;

}  // namespace microtome
