#include "wire.hpp"

#include "check.hpp"
#include "wire/call.hpp"
#include "wire/conversions.hpp"
#include "wire/moves.hpp"
#include "wire/plan.hpp"

namespace microtome {

bool Session::plan(std::size_t words) {
  check(words <= request_.capacity());
  Reader in({request_.data(), words});
  response_.clear();
  Call call;
  Layouts layouts;
  Plan plan;
  call.op = operator_at(static_cast<std::size_t>(in.next_within(0, std::numeric_limits<int>::max())));
  if (in.malformed() || call.op == nullptr) return fail_with(refuse_request().error());
  if (const auto ok = read_call(in, call, layouts); !ok) return fail_with(ok.error());
  if (const auto ok = microtome::plan(call, plan); !ok) return fail_with(ok.error());
  const auto ok =
      call.wants_views ? write_views(plan, response_) : write_plan(plan, call, layouts, response_);
  if (!ok) return fail_with(ok.error());
  if (response_.complete()) return true;
  return fail_with(fail(Errc::kOutOfMemory, "", "the plan does not fit into memory").error());
}

bool Session::fail_with(const Error& error) {
  failure_.clear();
  failure_.format("$\n$\n", word(error.code), error.param);
  error.write_sentence(failure_);
  return false;
}

Index Session::begin(std::size_t words) {
  check(words <= request_.capacity());
  Reader in({request_.data(), words});
  tiles_ = 0;
  ParsedMove parsed;
  std::uint8_t* whole = nullptr;
  if (!read_move(in, parsed, streams_)) return 0;
  const Move& move = parsed.move;
  const std::span streams(streams_, static_cast<std::size_t>(move.streams));
  Reader places = in;
  in.next_list(1 + move.streams);
  bool only_checks = false;
  const bool converts = move.part_run != 0;
  if (converts && !read_conversion(in, converter_, parsed, only_checks)) return 0;
  if (!read_offsets(places, parsed, whole)) return 0;
  staging_.start(move, streams, parsed.bytes, whole, parsed.box[0] == 0 ? nullptr : parsed.box,
                 converts ? &converter_ : nullptr, only_checks);
  response_.clear();
  write_copies(staging_.copies_in(0));
  next_tile_ = 0;
  return tiles_ = staging_.tiles();
}

void Session::write_copies(std::span<const Copy> copies) {
  const std::size_t count = 1 + record::kCopy * copies.size();
  check(count <= response_.capacity() - response_.size());
  double* words = response_.extend(count);
  check(words != nullptr);
  *words++ = static_cast<double>(copies.size());
  for (const Copy& copy : copies) {
    words[record::kTensor] = static_cast<double>(copy.tensor);
    words[record::kAt] = static_cast<double>(copy.at);
    words[record::kBegin] = static_cast<double>(copy.begin);
    words[record::kBytes] = static_cast<double>(copy.size);
    words[record::kSpacing] = static_cast<double>(copy.spacing);
    words += record::kCopy;
  }
}

bool Session::set_arena(Index bytes) {
  constexpr Index kAlignment = 16, kMost = Index{1} << 31;  // wasm memory is no larger
  if (bytes < 1 || bytes > kMost || arena_ != nullptr || request(kMostMoveWords) == nullptr) return false;
  const auto size = static_cast<std::size_t>((bytes + kAlignment - 1) / kAlignment * kAlignment);
  arena_.reset(static_cast<std::uint8_t*>(std::aligned_alloc(kAlignment, size)));
  arena_bytes_ = arena_ == nullptr ? 0 : size;
  return arena_ != nullptr;
}

bool Session::read_offsets(Reader& in, const ParsedMove& parsed, std::uint8_t*& whole) {
  const auto& [move, bytes, box, touched, along] = parsed;
  const auto size = static_cast<Index>(arena_bytes_);
  const auto fits = [&](Index offset, Index needed) { return offset < 0 || offset <= size - needed; };
  const Index offset = in.next_index(-1);
  if (!fits(offset, bytes)) return false;
  whole = in_arena(offset);
  for (Stream& stream : std::span(streams_, static_cast<std::size_t>(move.streams))) {
    const Index out = in.next_index(-1), needed = part_bytes(move, stream);
    if (!fits(out, needed)) return false;
    const Interval part = move.part_layout.is_stated ? touched.part : Interval{0, needed};
    const bool overlaps =
        out + part.begin < offset + touched.whole.end && offset + touched.whole.begin < out + part.end;
    if (overlaps && offset >= 0 && out >= 0) return false;
    stream.part = in_arena(out);
  }
  return true;
}

bool Session::move_tile(Index i) {
  check(can_move(i));
  next_tile_ = i + 1;
  staging_.move(i);
  response_.clear();
  write_copies(staging_.copies_out());
  if (i + 1 < tiles_) write_copies(staging_.copies_in(i + 1));
  return staging_.fits();
}

}  // namespace microtome
