#include "wire.hpp"

#include <algorithm>

#include "dtype.hpp"
#include "move/job.hpp"
#include "move/way.hpp"

namespace microtome {
namespace {

Error malformed() { return {Errc::kBadInput, "", "the request is malformed"}; }

/// The sizes of the data, whose product must be countable.
Result<Axes> read_sizes(Reader& in, std::string_view param) {
  const Index rank = in.next_index(-1);
  if (rank < 0) return std::unexpected(malformed());
  if (rank > kMaxRank) return fail(Errc::kBadRank, param, "rank ", rank, "; at most ", kMaxRank, " is supported");
  Axes axes;
  Index elements = 1;
  bool countable = true;
  for (Index i = 0; i < rank; ++i) {
    const Index size = in.next_index(-1);
    if (size < 0) return fail(Errc::kBadInput, param, "size of axis ", i, " is not an integer of 0 or more");
    if (size > kMaxIndex) return fail(Errc::kTooLarge, param, "size of axis ", i, " is beyond 2^53 - 1");
    countable = countable && !__builtin_mul_overflow(elements, size, &elements) && elements <= kMaxIndex;
    axes.push_back({size, 0});
  }
  if (!countable && std::ranges::none_of(axes, [](const Axis& axis) { return axis.size == 0; }))
    return fail(Errc::kTooLarge, param, "more than 2^53 - 1 elements");
  return axes;
}

/// Gives the view the strides that follow, and checks that all it reaches lies in [0, elements).
Result<void> read_strides(Reader& in, View& view, std::string_view param, Index elements) {
  Index first = 0;
  Index last = 0;
  bool bounded = true;
  bool integral = true;
  const auto offset = in.next_indices(1, integral);
  const auto strides = in.next_indices(static_cast<std::size_t>(view.rank()), integral);
  if (in.overrun()) return std::unexpected(malformed());
  if (!integral) return fail(Errc::kNotInteger, param, "strides and offset must be integers");
  const bool empty = view.elements() == 0;
  for (int i = 0; i < view.rank() && !empty; ++i) {
    Index reach = 0;
    Axis& axis = view.axes[i];
    axis.stride = axis.size > 1 ? strides[static_cast<std::size_t>(i)] : 0;
    bounded = bounded && !__builtin_mul_overflow(axis.size - 1, axis.stride, &reach);
    Index& end = reach < 0 ? first : last;
    bounded = bounded && !__builtin_add_overflow(end, reach, &end);
  }
  view.offset = empty ? 0 : offset[0];
  bounded = bounded && !__builtin_add_overflow(first, view.offset, &first);
  bounded = bounded && !__builtin_add_overflow(last, view.offset, &last);
  if (empty || (bounded && first >= 0 && last < elements)) return {};
  return fail(Errc::kBadInput, param, "strides reach outside the ", elements, " elements of its data");
}

/// The view of the data, and how many entries its array must have.
Result<View> read_data(Reader& in, const Operator& op, int type, Index& entries) {
  const DType& dtype = kDTypes[type];
  const Index given = in.next_index(-1);
  const auto axes = read_sizes(in, op.data);
  if (!axes) return std::unexpected(axes.error());
  Index sizes[kMaxRank];
  for (int i = 0; i < axes->size(); ++i) sizes[i] = (*axes)[i].size;
  View view = dense({sizes, static_cast<std::size_t>(axes->size())});
  if (in.next_index() != 0) {
    entries = given;
    const Index elements = given < 0 ? kMaxIndex : given / dtype.entries * dtype.group;
    if (auto ok = read_strides(in, view, op.data, elements); !ok) return std::unexpected(ok.error());
    return view;
  }
  entries = dtype.length(view.elements());
  if (given >= 0 && given != entries)
    return fail(Errc::kBadInput, op.data, view.elements(), " ", dtype.name, " elements take an array of length ", entries,
                ", not ", given);
  return view;
}

Result<void> read_arguments(Reader& in, Call& call) {
  const auto& parameters = call.op->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Index type = in.next_index(kAbsent);
    if (type == kAbsent) continue;
    if (type < kUntyped || type >= kDTypeCount) return std::unexpected(malformed());
    const Index rank = in.next_index(-1);
    const Index count = in.next_index(-1);
    if (rank < 0 || rank > kMaxRank || count < 0 || (rank == 0 && count != 1)) return std::unexpected(malformed());
    bool integral = true;
    const auto values = in.next_indices(static_cast<std::size_t>(count), integral);
    if (in.overrun()) return std::unexpected(malformed());
    call.arguments[i] = {
        .type = static_cast<int>(type), .rank = static_cast<int>(rank), .values = values, .integral = integral};
    call.present[i] = true;
  }
  return {};
}

/// Axes that a single index has narrowed to size 1 are dropped, as NumPy does; size 0 means that it was out of range.
Result<Plan> drop_axes(Plan plan, std::span<const Index> axes) {
  View& view = plan.whole;
  for (std::size_t i = axes.size(); i-- > 0;) {
    if (axes[i] < 0 || axes[i] >= view.rank() || plan.axis >= 0) return std::unexpected(malformed());
    const int axis = static_cast<int>(axes[i]);
    if (view.axes[axis].size != 1)
      return fail(Errc::kIndexOutOfRange, "spec", "the index of axis ", axis, " is out of range");
    view = drop(view, axis);
  }
  return plan;
}

Result<Plan> read_and_plan(Reader& in, Call& call, Index& entries) {
  const Index type = in.next_index(-1);
  if (type < 0 || type >= kDTypeCount) return std::unexpected(malformed());
  call.type = static_cast<int>(type);
  call.has_num_outputs = in.next_index() != 0;
  const double num_outputs = in.next();
  if (!Reader::is_integer(num_outputs)) return fail(Errc::kNotInteger, "num_outputs", "must be an integer");
  call.num_outputs = Reader::to_index(num_outputs);
  auto view = read_data(in, *call.op, call.type, entries);
  if (!view) return std::unexpected(view.error());
  call.data = *view;
  bool integral = true;
  const Index drops = in.next_index(0);
  const auto dropped = in.next_indices(static_cast<std::size_t>(std::max<Index>(drops, 0)), integral);
  if (in.overrun()) return std::unexpected(malformed());
  if (auto ok = read_arguments(in, call); !ok) return std::unexpected(ok.error());
  auto plan = microtome::plan(call);
  return plan && !dropped.empty() ? drop_axes(*plan, dropped) : plan;
}

void write_failure(const Error& error, const Operator* op, std::string& out) {
  const std::string name = op == nullptr ? "" : text(op->op_type) + "-" + text(op->since_version);
  const std::string param = text(error.param);
  out = text(word(error.code)) + "\n" + name + "\n" + param + "\n" + name + ": " + (param.empty() ? "" : param + ": ") +
        error.what;
}

/// Reads a request to move, up to the source's bytes. Gives the number of streams, 0 if there is none that can be moved.
Index read_job(Reader& in, Job& job, Stream* streams) {
  in.next();  // the way is kStaged, or nobody would ask
  const Index packed_bits = in.next_index();
  const Index count = in.next_index();
  const Index rank = in.next_index();
  if (packed_bits < 0 || packed_bits > 6 || packed_bits == 5 || count < 1 || count > kMaxStreams || rank < 0 ||
      rank > kMaxRank)
    return 0;
  for (Index i = 0; i < rank; ++i) {
    const Index size = in.next_index();
    job.axes.push_back({size, in.next_index()});
  }
  for (Index i = 0; i < count; ++i) {
    streams[i].offset = in.next_index();
    streams[i].run = in.next_index();
    if (streams[i].offset < 0 || streams[i].run < 1 || streams[i].run > kTile || streams[i].offset > kMaxIndex) return 0;
    job.begin = i == 0 ? streams[i].offset : std::min(job.begin, streams[i].offset);
    job.end = std::max(job.end, streams[i].offset + streams[i].run);
    job.run_sum += streams[i].run;
  }
  job.packed_bits = static_cast<int>(packed_bits);
  job.streams = count;
  return count;
}

/// Can the job be staged, and does all that it reads lie in a source of this many bytes? Jobs come from plans, so they
/// do; but nothing that arrives as words is believed.
bool is_sound(const Job& job, Index bytes) {
  if (bytes < 0 || bytes > kMaxIndex || !Tiling::possible(job)) return false;
  if (job.packed_bits != 0 && (job.streams != 1 || job.run_sum != 1)) return false;
  Index first = job.begin;
  Index last = job.end;
  const Index limit = job.packed_bits == 0 ? bytes : bytes * 8 / job.packed_bits;
  Index points = 1;
  for (const Axis& axis : job.axes) {
    Index reach = 0;
    if (axis.size < 1 || axis.size > kMaxIndex / points) return false;
    points *= axis.size;
    if (__builtin_mul_overflow(axis.size - 1, axis.stride, &reach)) return false;
    if (__builtin_add_overflow(first, std::min<Index>(reach, 0), &first)) return false;
    if (__builtin_add_overflow(last, std::max<Index>(reach, 0), &last)) return false;
  }
  return first >= 0 && last <= limit;
}

void write_copy(const Copy& copy, Words& out) {
  out.push(copy.at);
  out.push(copy.begin);
  out.push(copy.size);
}

/// A job's words, of which the streams follow as they come.
class JobWriter {
 public:
  JobWriter(Words& out, Index width, bool is_string) : out_(out), width_(width), is_string_(is_string) {}

  void add(const Region& region) {
    if (count_ == 0 || !job_.add(region)) {
      finish();
      ++count_;
      job_ = Job::of(region);
      begin();
    }
    out_.push(region.offset);
    out_.push(region.run);
  }
  /// Fills in what is known only when all streams have come.
  void finish() {
    if (count_ == 0 || !out_.complete()) return;
    out_[header_] = static_cast<double>(is_string_ ? kStringWay : choose(job_, width_));
    out_[header_ + 2] = static_cast<double>(job_.streams);
  }
  Index count() const { return count_; }

 private:
  void begin() {
    header_ = out_.size();
    out_.push(0);
    out_.push(job_.packed_bits);
    out_.push(0);
    out_.push(job_.axes.size());
    for (const Axis& axis : job_.axes) {
      out_.push(axis.size);
      out_.push(axis.stride);
    }
  }

  Words& out_;
  Index width_;
  bool is_string_;
  Job job_;
  std::size_t header_ = 0;
  Index count_ = 0;
};

}  // namespace

void write_plan(const Plan& plan, int type, Words& out) {
  const DType& dtype = kDTypes[type];
  const bool cut = plan.axis >= 0 && !plan.dropped;
  out.push(plan.count());
  out.push(cut ? plan.axis : -1);
  out.push(plan.whole.rank() - (plan.dropped ? 1 : 0));
  for (int i = 0; i < plan.whole.rank(); ++i)
    if (!plan.dropped || i != plan.axis) out.push(plan.whole.axes[i].size);
  for (Index i = 0; cut && i < plan.count(); ++i) out.push(plan.pieces.size(i));

  const bool is_string = dtype.bits == 0;
  const Storage storage = dtype.packed()   ? Storage{.width = 1, .packed_bits = dtype.bits}
                          : is_string ? Storage{} : Storage{.width = dtype.width()};
  const std::size_t jobs = out.size();
  out.push(0);
  JobWriter writer(out, std::max(1, storage.width / dtype.entries), is_string);
  plan.each([&](const View& view) { writer.add(normalize(view, storage)); });
  writer.finish();
  if (out.complete()) out[jobs] = static_cast<double>(writer.count());
}

bool Wire::plan(std::size_t words) {
  assert(words <= request_.capacity());
  Reader in({request_.data(), words});
  response_.clear();
  Call call;
  Index entries = 0;
  const Index row = in.next_index(-1);
  if (row >= 0 && row < static_cast<Index>(operators().size())) call.op = &operators()[static_cast<std::size_t>(row)];
  const auto plan = call.op != nullptr ? read_and_plan(in, call, entries) : std::unexpected(malformed());
  if (!plan) {
    write_failure(plan.error(), call.op, failure_);
    return false;
  }
  response_.push(entries);
  write_plan(*plan, call.type, response_);
  if (response_.complete()) return true;
  write_failure({Errc::kOutOfMemory, "", "the plan does not fit into memory"}, call.op, failure_);
  return false;
}

Index Wire::begin(std::size_t words) {
  assert(words <= request_.capacity());
  Reader in({request_.data(), words});
  response_.clear();
  Job job;
  const Index count = read_job(in, job, streams_);
  const Index bytes = in.next_index(-1);
  if (count < 1 || in.overrun() || !is_sound(job, bytes)) return 0;
  staging_.start(job, {streams_, static_cast<std::size_t>(count)}, bytes);
  write_copy(staging_.load(0), response_);
  return staging_.tiles();
}

void Wire::step(Index i) {
  staging_.move(i);
  response_.clear();
  write_copy(i + 1 < staging_.tiles() ? staging_.load(i + 1) : Copy{}, response_);
  staging_.each_store([&](const Copy& copy) { write_copy(copy, response_); });
}

}  // namespace microtome
