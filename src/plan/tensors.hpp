// The tensors of a call: types, shapes, and where elements lie. There may be a million, so they stay the
// numbers that the call came with, and are read one after another.
#pragma once

#include "plan/view.hpp"

namespace microtome {

struct Tensor {
  int type = 0;  ///< row of the element-type table
  View view;
  bool dense = true;  ///< in row-major order from the first element on
};

/// Numbers of each tensor: type, entries of its array (-1: it has none), rank, sizes, 1 if strided (then:
/// offset, strides). They have been checked.
class Tensors {
 public:
  Tensors() = default;
  Tensors(std::span<const Index> numbers, Index count) : numbers_(numbers), count_(count) {}

  Index count() const { return count_; }

  /// Gives one tensor after the other.
  class Cursor {
   public:
    explicit Cursor(std::span<const Index> numbers) : numbers_(numbers) {}
    Tensor operator()() {
      Tensor tensor{.type = static_cast<int>(number()), .view = {}};
      number();
      const Index rank = number();
      for (Index a = 0; a < rank; ++a) tensor.view.axes.push_back({number(), 0});
      tensor.dense = number() == 0;
      if (tensor.dense) {
        make_row_major(tensor.view);
        return tensor;
      }
      tensor.view.offset = number();
      const bool any = tensor.view.elements() != 0;  // without elements, strides were not checked
      for (int a = 0; a < tensor.view.rank(); ++a) {
        const Index stride = number();
        if (any && tensor.view.axes[a].size > 1) tensor.view.axes[a].stride = stride;
      }
      return tensor;
    }

   private:
    Index number() { return numbers_[at_++]; }

    std::span<const Index> numbers_;
    std::size_t at_ = 0;
  };
  Cursor begin() const { return Cursor(numbers_); }

 private:
  std::span<const Index> numbers_ = {};
  Index count_ = 0;
};

}  // namespace microtome
