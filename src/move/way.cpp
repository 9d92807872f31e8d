#include "move/way.hpp"

#include <algorithm>

#include "move/tiling.hpp"

namespace microtome {
namespace {

// Nanoseconds, from `npm run bench -- sweep` with Node 20 on a 2-core x86-64 machine; its charts stand in
// tests/bench/results/. Only their ratios matter.
constexpr double kCopyByte = 0.022;  // memcpy, in cache
constexpr double kRunCall = 25;      // `set` of a run: half of it is making the view, which a run again saves
constexpr double kFarRunCall = 45;   // the same in main memory, where every run waits for its first bytes
constexpr double kScalarStart = 15;  // one loop in JavaScript: to begin it,
constexpr double kScalarWords = 100;  // per array that is made words of, which is all of them where not few,
constexpr double kFew = 16;           // words per stream: as in web/lib/scalar.js,
constexpr double kScalarRun = 2;      // per run of several words,
constexpr double kScalarWord = 1.5;   // per word
constexpr double kStagedStart = 500;  // through wasm: to begin,
constexpr double kStagedTile = 60;    // per tile: the call,
constexpr double kCopyIn = 60;        // per tile: its copy in, if the source is the host's,
constexpr double kCopyOut = 40;       // per stream and tile: its copy out, if the output is the host's,
constexpr double kStagedRun = 0.3;    // per run moved by a kernel,
constexpr double kStagedByte = 0.02;  // per byte written by a kernel

/// Outputs so large, and what they are cut from, do not stay in the caches.
constexpr double kNearBytes = 2 << 20;

/// Wider entries move as several words.
constexpr Index kWord = 4;

double scalar_cost(double runs, double words, double streams) {
  const double start = kScalarStart + (words > kFew * streams ? kScalarWords * (1 + streams) : 0);
  return start + (words > runs ? runs * kScalarRun : 0) + words * kScalarWord;
}

struct StagedCost {
  double kernels;
  double copies_in;   // spared where the source lies in the arena
  double copies_out;  // spared where the outputs do
};

StagedCost staged_cost(const Job& job, double points) {
  const Tiling tiling(job);
  const auto tiles = static_cast<double>(tiling.count());
  const auto streams = static_cast<double>(job.streams);
  const double bytes = points * static_cast<double>(job.run_sum);
  return {kStagedStart + tiles * kStagedTile + points * streams * kStagedRun + bytes * kStagedByte,
          tiles * (kCopyIn + static_cast<double>(tiling.largest_source()) * kCopyByte),
          tiles * streams * kCopyOut + bytes * kCopyByte};
}

}  // namespace

Ways choose(const Job& job, Index width) {
  if (job.packed_bits != 0) return always(Way::kStaged);  // only kernels know how to take bytes apart
  const auto points = static_cast<double>(job.points());
  const double runs = points * static_cast<double>(job.streams);
  const double bytes = points * static_cast<double>(job.run_sum);
  const double by_runs = runs * (bytes > kNearBytes ? kFarRunCall : kRunCall) + bytes * kCopyByte;
  const double by_entries = scalar_cost(runs, bytes / static_cast<double>(std::min(width, kWord)),
                                        static_cast<double>(job.streams));
  const Way in_script = by_entries < by_runs ? Way::kScalar : Way::kRuns;
  const double cost = by_entries < by_runs ? by_entries : by_runs;
  if (cost < kStagedStart || !Tiling::possible(job)) return always(in_script);
  const StagedCost staged = staged_cost(job, points);
  Ways ways = 0;
  for (int place = 0; place < kPlaces; ++place) {
    const double copies_in = (place & kSourceInArena) != 0 ? 0 : staged.copies_in;
    const double copies_out = (place & kOutputsInArena) != 0 ? 0 : staged.copies_out;
    const bool is_best = staged.kernels + copies_in + copies_out < cost;
    ways |= static_cast<Ways>(is_best ? Way::kStaged : in_script) << kWayBits * place;
  }
  return ways;
}

}  // namespace microtome
