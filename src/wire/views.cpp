// Writes views: where the outputs of a cut are in its data. wire.hpp says what the words are.
#include "wire/layout.hpp"
#include "wire/plan.hpp"

namespace microtome {
namespace {

/// The stride of axes [begin, end) as one axis. False if there is none.
bool merge(const Axes& axes, int begin, int end, Index& stride) {
  Index size = 1;  // of the axes that are merged so far
  stride = 0;
  for (int a = end; a-- > begin;) {
    const Axis axis = axes[a];
    if (axis.size == 1) continue;
    if (size == 1)
      stride = axis.stride;
    else if (axis.stride != size * stride)
      return false;
    size *= axis.size;
  }
  return true;
}

/// Writes the strides of an output that merges axes of the view.
Result<void> write_merged(const Plan& plan, const View& view, Words& out) {
  const bool is_empty = view.is_empty();
  int a = 0;
  for (std::size_t i = 0; i < plan.merges.size(); ++i) {
    const int end = a + static_cast<int>(plan.merges[i]);
    Index stride = 0;
    if (!is_empty && !merge(view.axes, a, end, stride))
      return fail(
          Errc::kNotAView, "pattern",
          // JavaScript, which knows the names, puts those of the axis between the first two lines
          "axis % of the output\n merges axes that no stride expresses here; leave out view to copy\n%", i,
          i);
    out.push(stride);
    a = end;
  }
  return {};
}

}  // namespace

Result<void> write_views(const Plan& plan, Words& out) {
  if (plan.joins() || plan.list.first >= 0) return refuse_request();
  write_outputs(plan, out);
  Result<void> ok;
  const auto write = [&](Index, const View& view, const View*) {
    const bool is_empty = view.is_empty();
    out.push(is_empty ? 0 : view.offset);
    if (!plan.merges.empty()) {
      ok = write_merged(plan, view, out);
      return;
    }
    for (const Axis& axis : view.axes) out.push(is_empty ? 0 : axis.stride);
  };
  plan.each(Visit(write));
  return ok;
}

}  // namespace microtome
