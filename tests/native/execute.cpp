// What web/lib/move/execute.js does: carries out the jobs of a plan, run by run, through the staging area, or
// entry by entry.
#include <algorithm>
#include <cstring>

#include "client.hpp"
#include "move/tiling.hpp"

namespace microtome::testing {
namespace {

constexpr std::size_t kGuard = 64;
constexpr std::uint8_t kMark = 0xa5;
constexpr std::uint8_t kJunk = 0x5a;

std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }

/// Calls `f(address, point)` for every point of the job, in order.
template <class F>
void each_point(const Axes& axes, const F& f, int depth = 0, Index address = 0,
                std::size_t* counter = nullptr) {
  std::size_t points = 0;
  if (counter == nullptr) counter = &points;
  if (depth == axes.size()) return f(address, (*counter)++);
  for (Index i = 0; i < axes[depth].size; ++i)
    each_point(axes, f, depth + 1, address + i * axes[depth].stride, counter);
}

const std::uint8_t* within(const Bytes& bytes, Index begin, Index size, const char* what) {
  if (begin < 0 || size < 0 || to_size(begin) + to_size(size) > bytes.size()) throw std::logic_error(what);
  return bytes.data() + begin;
}

/// Where an output's bytes go, between guards.
std::uint8_t* within_output(Bytes& output, std::size_t begin, std::size_t size) {
  if (begin + size > output.size() - 2 * kGuard) throw std::logic_error("a write beside the output");
  return output.data() + kGuard + begin;
}

void copy_runs(const Work& work, const Bytes& source, std::vector<Bytes>& outputs, std::size_t first,
               bool by_bytes) {
  for (std::size_t j = 0; j < work.streams.size(); ++j) {
    const Stream stream = work.streams[j];
    const std::size_t run = to_size(stream.run);
    if (run == 0) continue;
    each_point(work.axes, [&](Index address, std::size_t point) {
      const std::uint8_t* in =
          within(source, stream.offset + address, stream.run, "a read beside the source");
      std::uint8_t* out = within_output(outputs.at(first + j), point * run, run);
      if (!by_bytes) return void(std::memcpy(out, in, run));
      for (std::size_t b = 0; b < run; ++b) out[b] = in[b];
    });
  }
}

bool can_stage(const Work& work) {
  return std::ranges::none_of(work.streams, [](const Stream& s) { return s.run == 0; }) &&
         Tiling::possible(work.job());
}

}  // namespace

Job Work::job() const {
  Job job{.axes = axes, .packed_bits = packed_bits, .streams = static_cast<Index>(streams.size())};
  job.begin = streams[0].offset;
  for (const Stream& stream : streams) {
    job.begin = std::min(job.begin, stream.offset);
    job.end = std::max(job.end, stream.offset + stream.run);
    job.run_sum += stream.run;
  }
  return job;
}

void Client::stage(const Work& work, const Bytes& source, std::vector<Bytes>& outputs, std::size_t first) {
  std::vector<double> words = work.words;
  words.push_back(static_cast<double>(source.size()));
  send(words);
  const Index tiles = wire_->begin(words.size());
  if (tiles < 1) throw std::logic_error("a job that fits tiles is refused");
  const auto area = wire_->area();
  for (Index i = 0; i < tiles; ++i) {
    Response in(wire_->response());
    const Index at = in.next(), begin = in.next(), size = in.next();
    const std::uint8_t* bytes = within(source, begin, size, "a copy in from beside the source");
    if (at < 0 || at + size > kLargeTile) throw std::logic_error("a copy in beside its half of the area");
    std::memset(area.data(), kJunk, to_size(std::min(at + size + 256, kLargeTile)));
    std::memcpy(area.data() + at, bytes, to_size(size));
    wire_->step(i);
    Response out(wire_->response());
    out.next(), out.next();
    const Index more = out.next();
    if ((more > 0) != (i + 1 < tiles)) throw std::logic_error("a copy in too many or too few");
    for (std::size_t j = 0; j < work.streams.size(); ++j) {
      const Index from = out.next(), to = out.next(), length = out.next();
      if (from < 0 || from + length > static_cast<Index>(area.size()))
        throw std::logic_error("a copy out from nowhere");
      if (length > 0)
        std::memcpy(within_output(outputs.at(first + j), to_size(to), to_size(length)), area.data() + from,
                    to_size(length));
    }
    if (!out.at_end()) throw std::logic_error("more copies out than streams");
  }
}

std::vector<Bytes> Client::run(const Reply& reply, const Bytes& source, const std::vector<std::size_t>& sizes,
                               Force force) {
  std::vector<Bytes> outputs;
  for (const std::size_t size : sizes) {
    outputs.emplace_back(size + 2 * kGuard, kMark);
    std::fill_n(outputs.back().begin() + kGuard, size, kJunk);
  }
  std::size_t first = 0;
  for (const Work& work : reply.works) {
    Way way = work.way;
    if (force == Force::kStaged && can_stage(work)) way = Way::kStaged;
    if (force == Force::kRuns && work.packed_bits == 0) way = Way::kRuns;
    if (force == Force::kScalar && work.packed_bits == 0) way = Way::kScalar;
    if (way == Way::kStaged)
      stage(work, source, outputs, first);
    else
      copy_runs(work, source, outputs, first, way == Way::kScalar);
    first += work.streams.size();
  }
  if (first != outputs.size())
    throw std::logic_error("the jobs do not have as many streams as there are outputs");
  for (Bytes& output : outputs) {
    const auto marked = [](std::uint8_t b) { return b == kMark; };
    if (!std::all_of(output.begin(), output.begin() + kGuard, marked) ||
        !std::all_of(output.end() - kGuard, output.end(), marked))
      throw std::logic_error("bytes beside an output have changed");
    output.erase(output.end() - kGuard, output.end());
    output.erase(output.begin(), output.begin() + kGuard);
  }
  return outputs;
}

}  // namespace microtome::testing
