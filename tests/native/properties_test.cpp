// Laws of the whole path, on random calls: a join undoes a split, a slice of a slice is one slice, and
// grouping keeps every stream. MICROTOME_SEED=<n> repeats a run; a failure prints the call as a line for the
// corpus.
#include <catch2/catch_test_macros.hpp>
#include <numeric>

#include "call_of.hpp"
#include "case_file.hpp"
#include "compare.hpp"
#include "move/region.hpp"
#include "oracle.hpp"
#include "random_nodes.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

/// Joins the outputs along an axis. `inner` is the bytes of one index of the axis in every output.
Bytes joined(const std::vector<Bytes>& outputs, const std::vector<std::size_t>& sizes, std::size_t outer,
             std::size_t inner) {
  Bytes whole;
  for (std::size_t o = 0; o < outer; ++o) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const auto first = outputs[i].begin() + static_cast<std::ptrdiff_t>(o * sizes[i] * inner);
      whole.insert(whole.end(), first, first + static_cast<std::ptrdiff_t>(sizes[i] * inner));
    }
  }
  return whole;
}

/// 0, 1, ... for every element of these dims.
std::vector<Index> all_of(const std::vector<Index>& dims) {
  std::vector<Index> all(static_cast<std::size_t>(count(dims)));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// The outputs of a cut, in row-major order.
std::vector<Bytes> cut_into_new(Client& client, const Node& node, const Reply& reply, const Bytes& elements) {
  std::vector<std::size_t> sizes;
  for (const auto& dims : reply.dims) sizes.push_back(bytes_of(node.type, count(dims)));
  return client.run(reply, arrays_of(node, elements), junk(sizes), Force::kNothing);
}

std::size_t product(const std::vector<Index>& dims, std::size_t first, std::size_t last) {
  return static_cast<std::size_t>(count(
      {dims.begin() + static_cast<std::ptrdiff_t>(first), dims.begin() + static_cast<std::ptrdiff_t>(last)}));
}

}  // namespace

TEST_CASE("the outputs of a split, joined along its axis, are its input", "[properties]") {
  constexpr int kRuns = 6'000;
  Random random(announced("joined"));
  Client client;
  for (int run = 0; run < kRuns;) {
    Node node =
        random_node(random, random.one_of<std::string>({"Split", "SplitToSequence", "VariadicSplit"}));
    const bool partial = node.opset >= 18 && node.outputs;  // then only the first chunks are outputs
    node.strides.reset();
    node.out.clear();
    if (partial || is_packed(node.type) || node.type == "string") continue;
    const Reply reply = client.plan(node);
    const CallOf call(node);
    const auto plan = plan_of(*call);
    REQUIRE(reply.ok == plan.has_value());
    if (!reply.ok) continue;
    ++run;
    const auto axis = static_cast<std::size_t>(plan->axis);
    const std::size_t width = width_of(node.type);
    const std::size_t outer = product(node.dims, 0, axis);
    const std::size_t inner = product(node.dims, axis + 1, node.dims.size()) * width;
    std::vector<std::size_t> sizes, bytes;
    for (const auto& dims : reply.dims) {
      sizes.push_back(plan->dropped ? 1 : static_cast<std::size_t>(dims[axis]));
      bytes.push_back(outer * sizes.back() * inner);
    }
    const Bytes source = random_elements(random, node);
    if (joined(client.run(reply, {source}, junk(bytes), Force::kNothing), sizes, outer, inner) != source)
      FAIL("run " << run << ": " << to_line(node));
  }
}

TEST_CASE("a tensor that was cut, and joined by the core, is as it was", "[properties]") {
  constexpr int kRuns = 6'000;
  Random random(announced("cut and joined"));
  Client client;
  for (int run = 0; run < kRuns;) {
    Node cut = random_node(
        random, random.one_of<std::string>({"Split", "SplitToSequence", "VariadicSplit", "openvino.Split"}));
    const bool openvino = cut.domain() == "openvino", partial = cut.opset >= 18 && cut.outputs;
    if (partial || cut.type == "bfloat16" || (openvino && cut.type == "string")) continue;
    cut.out.clear();
    const Reply reply = client.plan(cut);
    if (!reply.ok || reply.dims.empty()) continue;
    ++run;
    const CallOf call(cut);
    const auto plan = plan_of(*call);
    REQUIRE(plan.has_value());
    Node join{.op_type = openvino                             ? "openvino.Concat"
                         : plan->dropped || random.chance(50) ? "ConcatFromSequence"
                                                              : "Concat",
              .opset = 13,
              .type = cut.type,
              .dims = reply.dims[0],
              .inputs = {},
              .attributes = {{"axis", Value::scalar("", plan->axis)}},
              .outputs = {}};
    if (plan->dropped) join.attributes.emplace("new_axis", Value::scalar("", 1));
    for (std::size_t i = 1; i < reply.dims.size(); ++i) join.others.push_back({cut.type, reply.dims[i], {}});
    const Bytes elements = random_elements(random, cut);
    const std::vector<Bytes> parts = cut_into_new(client, cut, reply, elements);
    const Bytes whole = stored(pick(elements, width_of(cut.type), places(cut, all_of(cut.dims))), cut.type);
    const Reply joined = client.plan(join);
    if (!joined.ok || joined.dims.at(0) != cut.dims ||
        client.run(join, joined, parts, junk({whole.size()}), Force::kNothing)[0] != whole)
      FAIL("run " << run << ": " << to_line(cut) << "\n" << to_line(join) << "\n" << joined.message);
  }
}

TEST_CASE("a slice put back where it was taken changes nothing, and nothing else than it changes",
          "[properties]") {
  constexpr int kRuns = 6'000;
  Random random(announced("slice and scatter"));
  Client client;
  for (int run = 0; run < kRuns;) {
    Node slice = random_node(random, "openvino.Slice");
    if (slice.type == "string") continue;
    slice.out.clear();
    slice.outputs.reset();
    slice.opset = 15;
    const Reply reply = client.plan(slice);
    if (!reply.ok) continue;
    ++run;
    Node scatter = slice;
    scatter.op_type = "SliceScatter";
    scatter.others = {{slice.type, reply.dims[0], {}}};
    const Bytes elements = random_elements(random, slice);
    const Bytes updates = cut_into_new(client, slice, reply, elements)[0];
    const Bytes whole =
        stored(pick(elements, width_of(slice.type), places(slice, all_of(slice.dims))), slice.type);
    const Reply put = client.plan(scatter);
    const std::vector<Bytes> inputs = {arrays_of(slice, elements)[0], updates};
    if (!put.ok || client.run(scatter, put, inputs, junk({whole.size()}), Force::kNothing)[0] != whole)
      FAIL("run " << run << ": " << to_line(scatter) << "\n" << put.message);
    // the other way round: what was scattered is what a slice takes
    const Bytes others = random.bytes(updates.size());
    scatter.strides.reset();
    const auto written =
        client.run(scatter, client.plan(scatter), {whole, others}, junk({whole.size()}), Force::kNothing);
    Node again = slice;
    again.strides.reset();
    const Bytes taken = client.run(client.plan(again), {written}, junk({updates.size()}), Force::kNothing)[0];
    if (!is_packed(slice.type) && taken != others) FAIL("run " << run << ": " << to_line(scatter));
  }
}

TEST_CASE("a slice of a slice is one slice", "[properties]") {
  constexpr int kRuns = 10'000;
  Random random(announced("slice of slice"));
  for (int run = 0; run < kRuns;) {
    Node first = random_node(random, "Slice");
    first.out.clear();
    const auto outputs = evaluate(first);
    if (!outputs) continue;
    Node second = random_node(random, "Slice");
    second.dims = outputs->front().dims;
    second.out.clear();
    if (!second.drops.empty() && second.drops.back() >= std::ssize(second.dims)) continue;
    const auto of_output = evaluate(second);
    if (!of_output) continue;
    ++run;
    const View data = first.strides ? view_of(first.dims, *first.strides) : dense(first.dims);
    const auto view = plan_of(*CallOf(first, data));
    REQUIRE(view.has_value());
    const auto composed = plan_of(*CallOf(second, view->whole));
    REQUIRE(composed.has_value());
    const std::vector<Index> places = addresses(data);
    std::vector<Index> expected;
    for (const Index i : of_output->front().elements)
      expected.push_back(
          places[static_cast<std::size_t>(outputs->front().elements[static_cast<std::size_t>(i)])]);
    if (addresses(composed->whole) != expected)
      FAIL("run " << run << ": " << to_line(first) << "\n" << to_line(second));
  }
}

TEST_CASE("grouping outputs into moves keeps every stream", "[properties]") {
  constexpr int kRuns = 6'000;
  Random random(announced("grouping"));
  Client client;
  int grouped = 0;
  for (int run = 0; run < kRuns;) {
    Node node =
        random_node(random, random.one_of<std::string>({"Split", "SplitToSequence", "VariadicSplit"}));
    node.out.clear();
    const Reply reply = client.plan(node);
    if (!reply.ok) continue;
    ++run;
    const View data = node.strides ? view_of(node.dims, *node.strides) : dense(node.dims);
    const CallOf call(node, data);  // the plan refers to its lists
    const auto plan = plan_of(*call);
    REQUIRE(plan.has_value());
    const Storage storage{.width = static_cast<int>(width_of(node.type)),
                          .packed_bits = is_packed(node.type) ? bits_of(node.type) : 0};
    std::size_t sent = 0, stream = 0;
    bool same = true;
    plan->each([&](Index, const View& view, const View*) {
      const Region region = normalize(view, storage);
      same = same && sent < reply.moves.size();
      if (!same) return;
      const WireMove& at = reply.moves[sent];
      same = at.axes == region.axes && at.packed_bits == region.packed_bits &&
             at.streams[stream].offset == region.offset && at.streams[stream].run == region.run;
      if (++stream == at.streams.size()) ++sent, stream = 0;
      grouped += at.streams.size() > 1;
    });
    if (!same || sent != reply.moves.size()) FAIL("run " << run << ": " << to_line(node));
  }
  CHECK(grouped > kRuns / 10);
}

TEST_CASE("grouping inputs into moves keeps every stream", "[properties]") {
  constexpr int kRuns = 6'000;
  Random random(announced("grouping of joins"));
  Client client;
  int grouped = 0, laid_out = 0;
  for (int run = 0; run < kRuns;) {
    const Node node =
        random_node(random, random.one_of<std::string>({"Concat", "openvino.Concat", "SliceScatter",
                                                        "ConcatFromSequence", "TensorScatter"}));
    const Reply reply = client.plan(node);
    if (!reply.ok) continue;
    ++run;
    const CallOf call(node);
    const auto join = plan_of(*call);
    REQUIRE(join.has_value());
    const Storage storage{.width = static_cast<int>(width_of(node.type)),
                          .packed_bits = is_packed(node.type) ? bits_of(node.type) : 0};
    std::size_t sent = 0, stream = 0;
    bool same = true;
    join->each([&](Index part, const View& whole, const View* of_part) {
      same = same && sent < reply.moves.size();
      if (!same) return;
      const WireMove& at = reply.moves[sent];
      const Region region = normalize(whole, storage, at.part_layout.given ? of_part : nullptr);
      same = at.axes == region.axes && at.packed_bits == region.packed_bits &&
             at.part + static_cast<Index>(stream) == part && at.streams[stream].offset == region.offset &&
             at.streams[stream].run == region.run && at.part_layout.offset == region.part_layout.offset &&
             at.part_layout.axes == region.part_layout.axes;
      if (!at.part_layout.given && region.run != 0) {  // then the part is in row-major order
        const std::vector<Index> places = addresses(*of_part);
        for (std::size_t k = 0; k < places.size(); ++k) same = same && places[k] == static_cast<Index>(k);
      }
      laid_out += at.part_layout.given;
      if (++stream == at.streams.size()) ++sent, stream = 0;
      grouped += at.streams.size() > 1;
    });
    if (!same || sent != reply.moves.size()) FAIL("run " << run << ": " << to_line(node));
  }
  CHECK(grouped > kRuns / 10);
  CHECK(laid_out > kRuns / 10);
}
