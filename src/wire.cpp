#include "wire.hpp"

#include "wire/call.hpp"
#include "wire/moves.hpp"

namespace microtome {
namespace {

void write_copy(const Copy& copy, Words& out) {
  out.push(copy.at);
  out.push(copy.begin);
  out.push(copy.size);
}

}  // namespace

bool Wire::plan(std::size_t words) {
  assert(words <= request_.capacity());
  Reader in({request_.data(), words});
  response_.clear();
  Call call;
  Index entries = 0;
  const Index row = in.next_index(-1);
  if (row >= 0 && row <= std::numeric_limits<int>::max())
    call.op = operator_at(static_cast<std::size_t>(row));
  const auto plan = call.op != nullptr ? read_and_plan(in, call, entries) : malformed();
  if (!plan) return fail_with(plan.error());
  response_.push(entries);
  write_plan(*plan, call.type, response_);
  if (response_.complete()) return true;
  return fail_with(fail(Errc::kOutOfMemory, "", "the plan does not fit into memory").error());
}

bool Wire::fail_with(const Error& error) {
  failure_.clear();
  failure_.format("$\n$\n", word(error.code), error.param);
  error.write_sentence(failure_);
  return false;
}

Index Wire::begin(std::size_t words) {
  assert(words <= request_.capacity());
  Reader in({request_.data(), words});
  response_.clear();
  Move move;
  Index bytes = 0;
  const std::uint8_t* source = nullptr;
  if (!read_move(in, move, bytes, streams_) || !read_places(in, move, bytes, source)) return 0;
  staging_.start(move, {streams_, static_cast<std::size_t>(move.streams)}, bytes, source);
  write_copy(staging_.load(0), response_);
  return staging_.tiles();
}

bool Wire::set_arena(Index bytes) {
  constexpr Index kAlignment = 16, kMost = Index{1} << 31;  // wasm memory is no larger
  if (bytes < 1 || bytes > kMost || arena_ != nullptr || request(kMostMoveWords) == nullptr) return false;
  const auto size = static_cast<std::size_t>((bytes + kAlignment - 1) / kAlignment * kAlignment);
  arena_.reset(static_cast<std::uint8_t*>(std::aligned_alloc(kAlignment, size)));
  arena_bytes_ = arena_ == nullptr ? 0 : size;
  return arena_ != nullptr;
}

bool Wire::read_places(Reader& in, const Move& move, Index bytes, const std::uint8_t*& source) {
  const auto size = static_cast<Index>(arena_bytes_);
  const auto is_place = [&](Index place, Index needed) { return place < 0 || place <= size - needed; };
  const Index place = in.next_index(-1);
  if (!is_place(place, bytes)) return false;
  source = in_arena(place);
  for (Stream& stream : std::span(streams_, static_cast<std::size_t>(move.streams))) {
    const Index out = in.next_index(-1), needed = output_bytes(move, stream);
    const bool overlaps = place >= 0 && out >= 0 && out < place + bytes && place < out + needed;
    if (!is_place(out, needed) || overlaps) return false;
    stream.out = in_arena(out);
  }
  return true;
}

void Wire::step(Index i) {
  staging_.move(i);
  response_.clear();
  write_copy(i + 1 < staging_.tiles() ? staging_.load(i + 1) : Copy{}, response_);
  staging_.each_store([&](const Copy& copy) { write_copy(copy, response_); });
}

}  // namespace microtome
