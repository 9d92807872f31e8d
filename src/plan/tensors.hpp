// The tensors of a call. There may be a million, so they stay the words that the call came with, and are read
// one after another, each time they are needed. Only tensors.cpp knows the order of their words.
#pragma once

#include "plan/layout.hpp"

namespace microtome {

struct Tensor {
  int type = 0;  ///< row of the element-type table
  View view;
};

/// Reads a tensor. A mistake in it blames `param`.
Result<void> read_tensor(Reader& in, Tensor& tensor, Literal param);

/// Tensors whose words have been read before, without a mistake.
class Tensors {
 public:
  Tensors() = default;
  Tensors(std::span<double> words, Index count) : words_(words), count_(count) {}

  Index count() const { return count_; }

  /// Reads one tensor after the other.
  class Cursor {
   public:
    explicit Cursor(std::span<double> words) : in_(words) {}
    void read(Tensor& tensor) {
      [[maybe_unused]] const auto ok = read_tensor(in_, tensor, "");
      assert(ok);
    }

   private:
    Reader in_;
  };
  Cursor begin() const { return Cursor(words_); }

 private:
  std::span<double> words_ = {};
  Index count_ = 0;
};

}  // namespace microtome
