// The other end of the wire: writes a node as words and carries out the moves of the response, as
// web/lib/core/instance.ts and web/lib/move/steps.ts do. It keeps views of the wire's buffers as long as they
// do, so that a view that has become wrong is read here too, where ASan sees it. Inputs and outputs are
// blocks of exactly their size (block.hpp), in the arena too: every byte read or written outside them is
// seen.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "block.hpp"
#include "elements.hpp"
#include "move/move.hpp"
#include "move/way.hpp"
#include "rows.hpp"
#include "wire.hpp"

namespace microtome::testing {

/// A move as the response to a plan has it.
struct WireMove {
  Way way = Way::kRuns;
  int packed_bits = 0;
  Direction direction = Direction::kCut;
  Index part = 0;  ///< number of the first stream's part
  Axes axes;
  std::vector<Stream> streams;
  Layout part_layout = {};  ///< of its one part, or of several in one array, at their streams' offsets in it
  std::vector<Index> box = {};   ///< sizes of a block; empty: they are to be searched
  Index block = 0;               ///< size of a block along the run, if that becomes an axis
  int repeated = -1;             ///< the axis that is to be left out; -1: none
  int listed = -1;               ///< the axis of a list; -1: none
  std::vector<Index> list = {};  ///< its positions
  Index along = 0;               ///< axes along which a conversion differs
  /// How elements are converted, which the move counts; empty: it counts bytes, which stay as they are.
  std::vector<double> conversion = {};
  std::size_t from_width = 1, to_width = 1;
  int part_bits = 0;  ///< of what elements become, if that is packed

  Move move() const;
  /// Arrays of the parts: those with a layout are in one.
  std::size_t arrays() const { return part_layout.is_stated ? 1 : streams.size(); }
  /// The words of a request to move, up to the places in the arena. The size of the part counts if it has a
  /// layout.
  std::vector<double> request(std::size_t whole_bytes, std::size_t part_bytes = 0) const;
};

/// Neighbours that a move copies between its whole and one array of its parts: bytes, or packed elements.
struct Run {
  std::size_t array;
  Index of_whole, of_part, size;

  /// A gap of a list gets zeros, of which `of_whole` then says each byte.
  bool is_gap() const { return of_whole < -kGaps / 2; }
  std::uint8_t zero() const { return static_cast<std::uint8_t>(-1 - of_whole - kGaps); }
  static constexpr Index kGaps = Index{1} << 40;
};
/// All runs of a move, one by one.
std::vector<Run> runs_of(const WireMove& sent);

/// The code of a call that never reaches the core.
inline constexpr const char* kOfArguments = "of the arguments";

struct Reply {
  bool ok = false;
  std::string code, param, message;      ///< when not ok
  std::vector<std::vector<Index>> dims;  ///< of each output
  std::vector<WireMove> moves;
  std::vector<std::vector<Index>> views;  ///< instead of moves: of each output, offset and strides
};

/// A response, word by word; throws when it ends too early.
class Response {
 public:
  explicit Response(std::span<double> words) : words_(words) {}
  double word() {
    if (at_ == words_.size()) throw std::logic_error("the response ends too early");
    return words_[at_++];
  }
  Index next() { return static_cast<Index>(word()); }
  std::span<double> take(std::size_t count) {
    if (count > words_.size() - at_) throw std::logic_error("the response ends too early");
    return words_.subspan((at_ += count) - count, count);
  }
  bool at_end() const { return at_ == words_.size(); }

 private:
  std::span<double> words_;
  std::size_t at_ = 0;
};

/// What outputs of these sizes hold before they are written.
inline std::vector<Bytes> junk(const std::vector<std::size_t>& sizes) {
  std::vector<Bytes> outputs;
  for (const std::size_t size : sizes) outputs.emplace_back(size, kJunk);
  return outputs;
}

enum class Force { kNothing, kStaged, kRuns };

/// Says which arrays of a staged move are in the arena, as far as there is room. The first array begins at
/// the arena's first byte, and the last array ends at its last.
struct Places {
  bool whole = false;
  int parts = 0;  ///< 1: all of them; 2: every second; 0: none
  bool whole_last = false;
};

/// Writes a tensor as a request has it: type, entries of the array, sizes, and strides if there are any.
void write_tensor(const Operand& tensor, std::vector<double>& out);

/// Views of the wire's buffers, and THE rules of web/lib/core/instance.ts for when another one is taken.
class ViewKeeper {
 public:
  explicit ViewKeeper(Session& wire) : wire_(wire) {}

  /// The buffer for a request of so many words; empty if there is not enough memory.
  std::span<double> request(std::size_t words) {
    if (words <= request_.size()) return request_;
    const std::size_t size = std::max(words, kLeastRequest);
    double* const memory = wire_.request(size);
    return request_ = {memory, memory == nullptr ? 0 : size};
  }
  /// The buffer of responses, once there is one: the wire says when it has moved.
  std::span<double> response() {
    if (response_.empty() || wire_.response_moved()) response_ = wire_.response_buffer();
    return response_;
  }
  /// Somebody else has used the wire.
  void forget() { request_ = response_ = {}; }

 private:
  static constexpr std::size_t kLeastRequest = 1024;

  Session& wire_;
  std::span<double> request_, response_;
};

class Client {
 public:
  /// What is JavaScript's to refuse (no such version, no such attribute) has no words, and fails with
  /// kOfArguments.
  Reply plan(const Node& node);
  /// Plans a request as it stands.
  Reply plan(const std::vector<double>& request);
  /// The words of a request for the node, which must have a row; only the arguments that the row knows.
  static std::vector<double> request(const Node& node, const Operator& op);

  /// Carries out the moves of a reply, from the inputs' bytes to the outputs', which hold `outputs` before.
  /// Gives what they hold then. Throws std::logic_error if a copy reaches beside its tensor, if an input
  /// changes, or if a move that fits tiles is refused. `Force` applies to the moves that can be carried out
  /// so.
  std::vector<Bytes> run(const Reply& reply, const std::vector<Bytes>& inputs,
                         const std::vector<Bytes>& outputs, Force force, Places places = {});
  /// The same for a node. Unused bits of an output in row-major order become 0.
  std::vector<Bytes> run(const Node& node, const Reply& reply, const std::vector<Bytes>& inputs,
                         std::vector<Bytes> outputs, Force force, Places places = {});

  /// Carries out a move that converts a tensor, and gives what `output` is then. Says whether all integers
  /// fit.
  bool convert(const WireMove& sent, const Bytes& input, Bytes& output, Places places);

  /// For use without the client, which takes its views again.
  Session& wire() { return views_.forget(), *wire_; }
  /// Puts words into the request's buffer.
  void send(const std::vector<double>& words);
  /// Begins the move of a request. Gives the number of tiles.
  Index begin(const std::vector<double>& words) { return send(words), wire_->begin(words.size()); }
  bool move_tile(Index tile) { return wire_->move_tile(tile); }
  std::span<std::uint8_t> area() { return wire_->area(); }
  /// The arena; made, of so many bytes, if there is none. The library makes it before it takes any view.
  std::span<std::uint8_t> arena(Index bytes);
  /// The copies that the last move or step asks for, in the view that is kept.
  std::span<double> copies();
  ViewKeeper& views() { return views_; }

 private:
  bool stage(const WireMove& sent, Block& whole, std::span<Block> parts, Places places);

  std::unique_ptr<Session> wire_ = std::make_unique<Session>();  // too large for a stack
  ViewKeeper views_{*wire_};
};

}  // namespace microtome::testing
