#include "plan/plan.hpp"

namespace microtome {

void Plan::each(const Visit& visit) const {
  auto cursor = parts.begin();
  Tensor part;
  const View& of_part = part.view;
  if (regions != nullptr) return regions(*this, visit);
  if (axis < 0) {
    if (!joins()) return visit(0, whole, nullptr);
    cursor.read(part);
    visit(0, whole, &of_part);
    if (parts.count() == 1) return visit_value(over, visit);
    cursor.read(part);
    if (positions.axis < 0) return visit(1, over, &of_part);
    return each_position(of_part, visit);
  }
  Index start = 0;
  for (Index i = 0, count = joins() ? parts.count() : pieces.count; i < count; ++i) {
    if (joins()) cursor.read(part);
    const Index size = dropped ? 1 : joins() ? of_part.axes[axis].size : pieces.size(i);
    View piece = whole;
    piece.take(axis, start, 1, size);
    if (dropped) piece.drop(axis);
    start += size;
    visit(i, piece, joins() ? &of_part : nullptr);
  }
}

void Plan::visit_value(const View& region, const Visit& visit) {
  View value;
  for (const Axis& each : region.axes) value.axes.push_back({each.size, 0});
  visit(1, region, &value);
}

/// Positions beyond the end of the axis continue at its start. Items of the batch that follow one another and
/// have the same position go together.
void Plan::each_position(const View& update, const Visit& visit) const {
  const int along = positions.axis;
  const auto place = [&](View to, Index at, View from, Index first, Index count) {
    to.take(along, at, 1, count);
    from.take(along, first, 1, count);
    visit(1, to, &from);
  };
  if (positions.start.empty()) return place(whole, 0, update, 0, positions.count);
  const Index size = whole.axes[along].size;
  if (size == 0) return;
  const Index* const end = positions.start.data() + positions.start.size();
  for (const Index *item = positions.start.data(), *next; item != end; item = next) {
    next = std::find_if(item, end, [item](Index each) { return each != *item; });
    const Index first = item - positions.start.data(), items = next - item;
    View to = whole, from = update;
    to.take(0, first, 1, items);
    from.take(0, first, 1, items);
    const Index start = (*item % size + size) % size, left = size - start;
    place(to, start, from, 0, std::min(left, positions.count));
    if (left < positions.count) place(to, 0, from, left, positions.count - left);
  }
}

}  // namespace microtome
