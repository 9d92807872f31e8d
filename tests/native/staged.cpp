#include "staged.hpp"

#include <cstring>
#include <memory>
#include <stdexcept>

#include "client.hpp"
#include "move/staging.hpp"

namespace microtome::testing {
namespace {

constexpr std::uint8_t kMark = 0xa5;

/// Is [begin, end) of the area as it was marked?
bool is_marked(std::span<const std::uint8_t> area, Index begin, Index end) {
  if (begin >= end) return true;
  const std::uint8_t* first =
      area.data() + begin;  // is it the mark, and each byte what the one before it is?
  return *first == kMark && std::memcmp(first, first + 1, static_cast<std::size_t>(end - begin - 1)) == 0;
}

}  // namespace

Job job_of(std::initializer_list<Axis> axes, const Streams& streams, int packed_bits) {
  Work work{.packed_bits = packed_bits, .axes = {}, .streams = streams, .words = {}};
  for (const Axis& axis : axes) work.axes.push_back(axis);
  return work.job();
}

Index reach_of(const Job& job) {
  Index low = job.begin, high = job.end;
  for (const Axis& axis : job.axes) (axis.stride < 0 ? low : high) += (axis.size - 1) * axis.stride;
  if (low < 0) throw std::logic_error("a job that begins before its source");
  return high;
}

std::vector<Bytes> carry_out(const Job& job, const Streams& streams, const Bytes& source, Index& tiles) {
  static const auto staging = std::make_unique<Staging>();
  const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[source.size()]);
  std::memcpy(exact.get(), source.data(), source.size());
  staging->start(job, streams, static_cast<Index>(source.size()));
  tiles = staging->tiles();
  std::vector<Bytes> outputs(streams.size());
  const auto area = staging->area();
  for (Index i = 0; i < tiles; ++i) {
    std::memset(area.data(), kMark, area.size());
    const Copy load = staging->load(i);
    if (load.size < 1 || load.at < 0 || load.at + load.size > kLargeTile) return {};
    std::memcpy(area.data() + load.at, exact.get() + load.begin, static_cast<std::size_t>(load.size));
    staging->move(i);
    std::size_t j = 0;
    Index end =
        kLargeTile;  // what the streams have written stands side by side, and nothing else has changed
    bool kept = is_marked(area, load.at + load.size, kLargeTile);
    staging->each_store([&](const Copy& store) {
      Bytes& output = outputs[j++];
      kept = kept && store.at == end && store.begin == static_cast<Index>(output.size());
      end = store.at + store.size;
      output.insert(output.end(), area.data() + store.at, area.data() + end);
    });
    end += job.packed_bits;  // elements that wait for the next tile may stand there, a group of 8 at most
    if (!kept || j != streams.size() || !is_marked(area, end, static_cast<Index>(area.size()))) return {};
  }
  return outputs;
}

}  // namespace microtome::testing
