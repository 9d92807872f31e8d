// The record of a move: its words in the response to a plan, and in a request to move. A header comes first,
// then the axes, then the streams. Below it are the words of a copy, of which a move tells JavaScript.
// describe.cpp passes the names on with the tables, so that web/lib/core/record.ts reads words by the same
// names.
#pragma once

#include <cstddef>

#include "move/way.hpp"
#include "text.hpp"

namespace microtome {

/// What JavaScript calls each way. A `switch`, because the compiler refuses one that lacks a way.
constexpr Literal word_of(Way way) {
  switch (way) {
    case Way::kRuns:
      return "runs";
    case Way::kStaged:
      return "staged";
    case Way::kFew:
      return "few";
    case Way::kLoop:
      return "loop";
    case Way::kReverse:
      return "reverse";
    case Way::kFill:
      return "fill";
  }
  return "";
}

// clang-format off
#define MICROTOME_HEADER(ROW)                                                                                 \
  ROW(kWays,      "ways")       /* Choice::ways: a way for each choice of arrays that are in the arena */     \
  ROW(kJoins,     "joins")      /* 1: from the parts to the whole; 0: from the whole to the parts */          \
  ROW(kPacked,    "packed")     /* bits of an element, if the record counts packed ones; else 0 */            \
  ROW(kStridedPart, "stridedPart") /* 1: the parts are not in row-major order */                                 \
  ROW(kRepeated,  "repeated")   /* Choice::repeated: an axis, or -1 */                                        \
  ROW(kItem,      "item")       /* Choice::item, in bytes */                                                  \
  ROW(kInner,     "inner")      /* Choice::inner: an axis, or their number for the run */                     \
  ROW(kDepth,     "depth")      /* Choice::depth: 2 or 3 */                                                   \
  ROW(kBlock,     "block")      /* Choice::block, in items; 0: all. Packed, converted: elements of a run in a block */ \
  ROW(kWidth,     "width")      /* bytes of an element, if it becomes another and the record counts elements; else 0 */ \
  ROW(kPartWidth, "partWidth")  /* bytes of what it becomes */                                                \
  ROW(kPartBits,  "partBits")   /* bits of what it becomes, if that is packed; else 0 */                        \
  ROW(kAlong,     "along")      /* bit a: the conversion differs along axis a */                               \
  ROW(kListed,    "listed")     /* the axis whose positions in the whole are a list; -1: none */              \
  ROW(kList,      "list")       /* where in the plan's positions the list begins */                           \
  ROW(kGaps,      "gaps")       /* how many positions of the list are below 0 */                              \
  ROW(kFirst,     "first")      /* number of the first stream's part; the others follow in order */           \
  ROW(kStreams,   "streams")    /* their number: 1 or more */                                                 \
  ROW(kRank,      "rank")       /* number of axes */

#define MICROTOME_AXIS(ROW)                                                                                   \
  ROW(kSize,       "size")                                                                                    \
  ROW(kStride,     "stride")      /* in the whole */                                                          \
  ROW(kPartStride, "partStride")  /* in the part; if that is in row-major order, in runs */                   \
  ROW(kBox,        "box")         /* Choice::box: size of a block along the axis; 0 without blocks */

#define MICROTOME_STREAM(ROW)                                                                                 \
  ROW(kOffset,     "offset")      /* of the first run in the whole */                                         \
  ROW(kRun,        "run")         /* length of each run */                                                    \
  ROW(kPartOffset, "partOffset")  /* of the first run in the part */

// A copy between the staging area and a tensor, in bytes. In the area, its entries follow one another.
#define MICROTOME_COPY(ROW)                                                                                   \
  ROW(kTensor, "tensor")  /* the stream whose part it is; -1: the whole */                                    \
  ROW(kAt,     "at")      /* offset in the staging area */                                                    \
  ROW(kBegin,  "begin")   /* offset in the tensor */                                                          \
  ROW(kBytes,  "bytes")   /* their number */                                                                  \
  ROW(kSpacing, "spacing")  /* from one array entry to the next in the tensor; 0: they follow one another */
// clang-format on

/// Words of a record. Strides, offsets and runs are in bytes; in elements, if these are packed or converted.
namespace record {
#define MICROTOME_WORD(name, word) name,
enum Header : std::size_t { MICROTOME_HEADER(MICROTOME_WORD) kHeader };
enum Axis : std::size_t { MICROTOME_AXIS(MICROTOME_WORD) kAxis };
enum Stream : std::size_t { MICROTOME_STREAM(MICROTOME_WORD) kStream };
enum Copy : std::size_t { MICROTOME_COPY(MICROTOME_WORD) kCopy };
#undef MICROTOME_WORD
}  // namespace record

}  // namespace microtome
