// The tensors of a call. There may be a million, so they stay in the words of the request, and are read one
// after another each time they are needed. wire/tensors.cpp reads them.
#pragma once

#include "plan/view.hpp"
#include "words.hpp"

namespace microtome {

struct Tensor {
  int type = 0;             ///< row of the element-type table
  bool is_strided = false;  ///< it came with strides
  View view;
};

/// Tensors whose words have already been read and checked.
class Tensors {
 public:
  Tensors() = default;
  Tensors(std::span<double> words, Index count) : words_(words), count_(count) {}

  Index count() const { return count_; }

  /// Reads one tensor after the other.
  class Cursor {
   public:
    explicit Cursor(std::span<double> words) : in_(words) {}
    void read(Tensor& tensor);

   private:
    Reader in_;
  };
  Cursor begin() const { return Cursor(words_); }

 private:
  std::span<double> words_ = {};
  Index count_ = 0;
};

}  // namespace microtome
