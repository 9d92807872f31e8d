// Jobs carried out by Staging alone, tile by tile. Before every tile the whole area is marked, so that a
// write beside the tile's outputs is seen; sources end where their allocation ends, so that AddressSanitizer
// sees a read beside them.
#pragma once

#include <initializer_list>
#include <vector>

#include "elements.hpp"
#include "move/job.hpp"

namespace microtome::testing {

using Streams = std::vector<Stream>;

Job job_of(std::initializer_list<Axis> axes, const Streams& streams, int packed_bits = 0);

/// One past the highest address that the job reads; the lowest must not be negative.
Index reach_of(const Job& job);

/// The outputs of all streams; empty if a tile broke a rule.
std::vector<Bytes> carry_out(const Job& job, const Streams& streams, const Bytes& source, Index& tiles);

}  // namespace microtome::testing
