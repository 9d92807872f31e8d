// Writes the moves of a plan as records (record.hpp).
#pragma once

#include "dtype.hpp"
#include "move/move.hpp"
#include "words.hpp"

namespace microtome {

/// Writes moves. Their streams are written as they come.
class MoveWriter {
 public:
  /// `target`: what elements become; null: they stay as they are. `may_loop`: a loop in JavaScript can make
  /// them that. `positions`: how many there are.
  MoveWriter(Words& out, const DType& dtype, const DType* target, bool may_loop, Direction direction,
             int kept, Index positions);
  MoveWriter(const MoveWriter&) = delete;
  MoveWriter& operator=(const MoveWriter&) = delete;
  ~MoveWriter();

  /// `of_part`: where the part has the elements, if not one after another. `apart`: not together with the
  /// part before it. Nothing moves of an empty part.
  void add(Index part, const View& view, const View* of_part, bool apart = false);

  /// A move of its own, with a list for an axis of the view: so many positions of it are gaps.
  void add_listed(const View& view, const View* of_part, int axis, Index list, Index gaps);

 private:
  void add_stream(Index part, const Region& region, bool apart);
  void begin(Index part, int kept);
  /// Writes what the last stream of a move decides.
  void finish();

  Words& out_;
  const DType& dtype_;
  const DType* target_;
  bool may_loop_;
  int kept_;
  std::size_t count_at_;
  std::size_t header_ = 0;
  Index count_ = 0;
  Index list_ = 0, gaps_ = 0;
  bool is_open_ = false;  ///< a move has begun whose last stream may not have come
  Move move_;
};

}  // namespace microtome
