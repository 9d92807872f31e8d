#include "plan/ops/pieces.hpp"

#include <limits>

#include "plan/operator.hpp"

namespace microtome::ops {

Result<Pieces> check_sizes(std::span<const Index> sizes, Literal param, int axis, Index size,
                           Rest rest) {
  if (auto count = check_count(static_cast<Index>(sizes.size()), param); !count)
    return kFailure;
  const bool allowed = rest == Rest::kAllowed;
  Index sum = 0;
  bool has_rest = false;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < (allowed ? -1 : 0))
      return fail(Errc::kBadSize, param, "entry % is %; sizes are $0 or more", i, sizes[i],
                  allowed ? "-1, " : "");
    if (sizes[i] < 0) {
      if (has_rest)
        return fail(Errc::kAmbiguousSize, param, "entry % is a second -1; only one is allowed", i);
      has_rest = true;
    } else if (__builtin_add_overflow(sum, sizes[i], &sum)) {
      sum = std::numeric_limits<Index>::max();  // no axis is that long, so this is an error, as it should be
    }
  }
  if (has_rest ? sum > size : sum != size)
    return fail(Errc::kSumMismatch, param, "$% but axis % has size %",
                has_rest ? "entries other than -1 sum to " : "entries sum to ", sum, axis, size);
  return Pieces::of(sizes, size - sum);
}

}  // namespace microtome::ops
