// Writes the moves of a plan as records (record.hpp).
#pragma once

#include "dtype.hpp"
#include "move/move.hpp"
#include "words.hpp"

namespace microtome {

/// Writes moves. Their streams are written as they come.
class MoveWriter {
 public:
  /// `target`: the type that elements become; null: they stay as they are. `most_in_loop`: most elements that
  /// a loop in JavaScript converts. `positions`: the number of them.
  MoveWriter(Words& out, const DType& dtype, const DType* target, Index most_in_loop, Direction direction,
             AxisSet unmerged, Index positions);
  MoveWriter(const MoveWriter&) = delete;
  MoveWriter& operator=(const MoveWriter&) = delete;
  ~MoveWriter();

  /// `of_part`: where the elements of the part are, if not one after another. `apart`: not in one move with
  /// the part before it. Nothing moves for an empty part.
  void add(Index part, const View& view, const View* of_part, bool apart = false);

  /// Adds a separate move, with a list for an axis of the view. `gaps` of its positions are gaps.
  void add_listed(Index part, const View& view, const View* of_part, int axis, Index list, Index gaps);

 private:
  void add_stream(Index part, const Region& region, bool apart);
  void begin(Index part, AxisSet unmerged);
  /// Writes the words of a move that are known only after its last stream.
  void finish();

  Words& out_;
  const DType& dtype_;
  const DType* target_;
  Index most_in_loop_;
  AxisSet unmerged_;
  std::size_t count_at_;
  std::size_t header_ = 0;
  Index count_ = 0;
  Index list_ = 0, gaps_ = 0;
  bool is_open_ = false;  ///< a move has begun, and more of its streams may come
  Index next_ = 0;        ///< the part that may be its next stream
  Move move_;
};

}  // namespace microtome
