#include "move/way.hpp"

#include "move/tiling.hpp"

namespace microtome {
namespace {

// Nanoseconds, measured with Node 20 on a 2-core x86-64 machine. Only their ratios matter.
constexpr double kCopyByte = 0.07;     // memcpy
constexpr double kRunCall = 65;        // subarray and set
constexpr double kScalarStart = 15;    // one loop in JavaScript: to begin it,
constexpr double kScalarRun = 2;       // per run,
constexpr double kScalarEntry = 2.0;   // per array entry
constexpr double kStagedStart = 600;   // through wasm: to begin,
constexpr double kStagedTile = 250;    // per tile: the call, and its copy in,
constexpr double kStagedStream = 130;  // per stream and tile: its copy out,
constexpr double kStagedRun = 0.7;     // per run moved by a kernel,
constexpr double kStagedByte = 0.06;   // per byte written by a kernel

double staged_cost(const Job& job, double points) {
  const Tiling tiling(job);
  const auto tiles = static_cast<double>(tiling.count());
  const auto streams = static_cast<double>(job.streams);
  return kStagedStart + tiles * (kStagedTile + streams * kStagedStream) +
         tiles * static_cast<double>(tiling.largest_source()) * kCopyByte + points * streams * kStagedRun +
         points * static_cast<double>(job.run_sum) * (kCopyByte + kStagedByte);
}

}  // namespace

Way choose(const Job& job, Index width) {
  if (job.packed_bits != 0) return Way::kStaged;  // only kernels know how to take bytes apart
  const auto points = static_cast<double>(job.points());
  const double runs = points * static_cast<double>(job.streams);
  const double bytes = points * static_cast<double>(job.run_sum);
  const double by_runs = runs * kRunCall + bytes * kCopyByte;
  const double by_entries =
      kScalarStart + runs * kScalarRun + bytes / static_cast<double>(width) * kScalarEntry;
  const Way in_script = by_entries < by_runs ? Way::kScalar : Way::kRuns;
  const double cost = by_entries < by_runs ? by_entries : by_runs;
  if (cost < kStagedStart || !Tiling::possible(job)) return in_script;
  return staged_cost(job, points) < cost ? Way::kStaged : in_script;
}

}  // namespace microtome
