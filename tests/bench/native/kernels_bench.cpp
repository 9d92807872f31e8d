// The kernels alone, against memcpy: GB/s of output bytes. Natively by Google Benchmark, in wasm by the
// stand-in for it in wasm/. To measure another kernel, add a row to `register_all`. Names are
// kernel/parameters/bytes of output.
#include <benchmark/benchmark.h>

#include <bit>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "move/kernels/kernels.hpp"
#include "storage.hpp"

namespace {

using microtome::kernels::copy_packed;
using microtome::kernels::copy_strided;
using microtome::kernels::deinterleave;
using microtome::kernels::interleave;
using microtome::kernels::transpose;
using Bytes = std::vector<uint8_t>;

/// What a tile holds, a matrix of 1024 by 1024 words, and what no second-level cache holds.
constexpr size_t kTile = size_t{32} << 10, kMatrix = size_t{4} << 20, kLarge = size_t{8} << 20;

/// Measures `move(in, out)`, which reads within `source` bytes and writes `size` of `room` bytes.
void add(const std::string& name, size_t size, size_t source, size_t room,
         std::function<void(const uint8_t*, uint8_t*)> move) {
  const std::string full = name + "/" + std::to_string(size);
  benchmark::RegisterBenchmark(full.c_str(), [=](benchmark::State& state) {
    const Bytes in(source + 64, 7);
    Bytes out(room + 64, 1);
    for (auto _ : state) {
      move(in.data(), out.data());
      benchmark::DoNotOptimize(out.data());
      benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(size));
  });
}

void add(const std::string& name, size_t size, size_t source,
         std::function<void(const uint8_t*, uint8_t*)> move) {
  add(name, size, source, size, std::move(move));
}

void add_gather(size_t width, ptrdiff_t step, size_t size) {
  const size_t count = size / width;
  const ptrdiff_t stride = step * static_cast<ptrdiff_t>(width);
  const size_t reach = (count - 1) * static_cast<size_t>(stride < 0 ? -stride : stride);
  const std::string name = "gather/width " + std::to_string(width) + " step " + std::to_string(step);
  add(name, count * width, reach + width, [=](const uint8_t* in, uint8_t* out) {
    copy_strided(stride < 0 ? in + reach : in, stride, width, count, out, static_cast<ptrdiff_t>(width));
  });
}

/// Elements in a row, written with gaps. The bytes of the gaps do not count.
void add_scatter(size_t width, size_t step, size_t size) {
  const size_t count = size / width;
  const auto stride = static_cast<ptrdiff_t>(width), out_stride = static_cast<ptrdiff_t>(step * width);
  const std::string name = "scatter/width " + std::to_string(width) + " step " + std::to_string(step);
  add(name, count * width, count * width, step * count * width,
      [=](const uint8_t* in, uint8_t* out) { copy_strided(in, stride, width, count, out, out_stride); });
}

void add_deinterleave(size_t width, size_t k, size_t size) {
  const auto stride = static_cast<ptrdiff_t>(width * k);
  if (!microtome::kernels::has_deinterleave(stride, width, k)) return;
  const size_t count = size / width / k;
  const std::string name = "deinterleave/width " + std::to_string(width) + " by " + std::to_string(k);
  add(name, count * width * k, count * width * k, [=](const uint8_t* in, uint8_t* out) {
    uint8_t* outs[16];
    for (size_t j = 0; j < k; ++j) outs[j] = out + j * count * width;
    deinterleave(in, stride, width, k, count, outs);
  });
}

void add_interleave(size_t width, size_t k, size_t size) {
  const size_t count = size / width / k;
  const std::string name = "interleave/width " + std::to_string(width) + " by " + std::to_string(k);
  add(name, count * width * k, count * width * k, [=](const uint8_t* in, uint8_t* out) {
    const uint8_t* ins[16];
    for (size_t j = 0; j < k; ++j) ins[j] = in + j * count * width;
    interleave(ins, width, k, count, out, static_cast<ptrdiff_t>(k * width));
  });
}

void add_transpose(size_t width, size_t rows, size_t columns) {
  const std::string name = "transpose/width " + std::to_string(width) + ", " + std::to_string(rows) + " by " +
                           std::to_string(columns);
  const size_t size = rows * columns * width;
  add(name, size, size, [=](const uint8_t* in, uint8_t* out) {
    transpose(in, static_cast<ptrdiff_t>(columns * width), width, rows, columns, out,
              static_cast<ptrdiff_t>(rows * width));
  });
}

/// Packed elements, from one place in a group to another.
void add_copy_packed(int bits, size_t from, size_t size) {
  const size_t count = size * 8 / static_cast<size_t>(bits) / 8 * 8;
  const size_t packed = microtome::packed_bytes(count, bits);
  const std::string name = "packed/" + std::to_string(bits) + " bits from " + std::to_string(from);
  add(name, packed, packed + 8,
      [=](const uint8_t* in, uint8_t* out) { copy_packed(in, from, bits, count, out, 0); });
}

/// Rows of packed elements, one element apart: each shifted, or all unpacked and packed again. Where the two
/// cross is what `repack_break_even` says (src/move/way.hpp).
void add_packed_rows(int bits, size_t run, size_t size) {
  const size_t rows = size / (run + 1), stride = run + 1;
  const size_t packed = microtome::packed_bytes(rows * run, bits), source = rows * stride;
  const std::string name = std::to_string(bits) + " bits, runs of " + std::to_string(run);
  add("packed rows shifted/" + name, packed, source, [=](const uint8_t* in, uint8_t* out) {
    for (size_t i = 0; i < rows; ++i) copy_packed(in, i * stride, bits, run, out, i * run);
  });
  const auto from = std::make_shared<Bytes>(source), to = std::make_shared<Bytes>(source);
  add("packed rows repacked/" + name, packed, source, [=](const uint8_t* in, uint8_t* out) {
    microtome::kernels::unpack(in, bits, source, from->data());
    copy_strided(from->data(), static_cast<ptrdiff_t>(stride), run, rows, to->data(),
                 static_cast<ptrdiff_t>(run));
    microtome::kernels::pack(to->data(), bits, rows * run, out);
  });
}

void register_all() {
  for (const size_t size : {kTile, kMatrix, kLarge})
    add("memcpy", size, size, [=](const uint8_t* in, uint8_t* out) { std::memcpy(out, in, size); });
  for (const size_t size : {kTile, kLarge}) {
    for (const size_t width : {1, 2, 3, 4, 6, 8, 12, 16})
      for (const ptrdiff_t step : {2, 3, 4, 5, 7, -1, -2}) add_gather(width, step, size);
    for (const size_t width : {1, 2, 4, 8})
      for (const size_t k : {2, 3, 4, 5, 8, 12, 16}) add_deinterleave(width, k, size);
    for (const size_t width : {1, 2, 4, 8})
      for (const size_t k : {2, 3, 4, 5, 8, 12, 16}) add_interleave(width, k, size);
    for (const size_t width : {1, 3, 4, 12})
      for (const size_t step : {2, 4}) add_scatter(width, step, size);
    for (const int bits : {1, 2, 3, 4, 6}) {
      const std::string name = std::to_string(bits) + " bits";
      const size_t packed = microtome::packed_bytes(size, bits);
      add("unpack/" + name, size, packed,
          [=](const uint8_t* in, uint8_t* out) { microtome::kernels::unpack(in, bits, size, out); });
      const size_t room = packed;
      add("pack/" + name, room, size,
          [=](const uint8_t* in, uint8_t* out) { microtome::kernels::pack(in, bits, size, out); });
      for (const size_t from : {0, 3}) add_copy_packed(bits, from, size);
    }
  }
  for (const int bits : {1, 2, 3, 4, 6})
    for (const size_t run : {31, 63, 127, 255, 511, 1023}) add_packed_rows(bits, run, kTile);
  for (const size_t width : {1, 2, 4, 8}) {
    const size_t side = size_t{2048} >> (std::bit_width(width) / 2);  // of a matrix of about 4 MB
    add_transpose(width, side, side);
    add_transpose(width, side - 3, side - 5);
    add_transpose(width, 64, 512 / width);
  }
  add_transpose(4, 8400, 80);
  add_transpose(1, 1080 * 1920, 3);
}

}  // namespace

int main(int argc, char** argv) {
  register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
