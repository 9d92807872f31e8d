// Patterns: 'h w c -> c h w', '(y h) (x w) -> (y x) h w'. They mean what they mean in einops. The left side names the
// axes of the input, the right side those of the output. The result is a view of the input: its axes, and how many of
// them each axis of the output merges.
import { Mistake } from '../base/mistake.ts';
import { MAX_RANK } from '../core/tables.ts';

/** An axis of the view: a part of an axis of the input, or, with axis -1, one that repeats the data. */
export interface Piece {
  readonly name: string;
  readonly size: number;
  /** Of the input. */
  readonly axis: number;
  /** Indices of that axis from one index of the piece to the next. */
  readonly step: number;
}

export interface Parsed {
  readonly pieces: readonly Piece[];
  /** How many of them each axis of the output merges. */
  readonly merges: readonly number[];
}

/** A word of a pattern, and where it begins. */
interface Word {
  readonly text: string;
  readonly at: number;
}

/** An axis of the input or the output. */
interface Axis {
  readonly words: Word[];
  /** The words are in parentheses. */
  readonly isGroup: boolean;
}

/** One side of a pattern: its axes, and the words of all of them. */
interface Side {
  readonly axes: Axis[];
  readonly words: Word[];
}

/** Most characters; 64 axes need fewer. */
const MOST = 4096;
const DOTS = '...';
const UNIT = '1';
/** The next word; blanks and tabs may precede it. */
const WORDS = /[ \t]*(->|[()]|[^ \t()]+?(?=->|[ \t()]|$))/y;
const NAME = /^[a-zA-Z](\w*[a-zA-Z0-9])?$/;

/** Refuses a pattern that is too long to be read. */
export function checkLength({ length }: string): void {
  if (length > MOST) throw bad(`${length} characters; at most ${MOST} are read`);
}

/**
 * @param pattern
 * @param dims of the input
 * @param sizes of names
 */
export function parsePattern(
  pattern: string,
  dims: readonly number[],
  sizes: ReadonlyMap<string, number>,
): Parsed {
  const [left, right] = readSides(pattern);
  const known = readLeft(left, dims, sizes);
  const parsed = readRight(right, known, sizes);
  for (const name of known.keys()) if (!right.words.some(({ text }) => text === name)) throw lost(name, left);
  for (const name of sizes.keys())
    if (name === DOTS || !parsed.pieces.some((piece) => piece.name === name))
      throw new Mistake('bad_pattern', `the pattern has no axis ${name}`, 'sizes');
  checkRank(parsed.pieces.length);
  return parsed;
}

const bad = (what: string) => new Mistake('bad_pattern', what);
const badAt = ({ at, text }: Word, what: string) => bad(`character ${at}: ${text} ${what}`);
const quote = ({ at, text }: Word) => `character ${at}: ${text}`;

const isDots = ({ words, isGroup }: Axis) => !isGroup && words[0].text === DOTS;

function lost(name: string, left: Side): Mistake {
  const word = left.words.find(({ text }) => text === name) as Word;
  return badAt(
    word,
    `is not on the right; nothing is summed or dropped, so name it there${name === DOTS ? '' : ', or write 1 for an axis of size 1'}`,
  );
}

function checkRank(rank: number): void {
  if (rank > MAX_RANK) throw new Mistake('bad_rank', `${rank} axes; at most ${MAX_RANK} are supported`);
}

function readSides(pattern: string): Side[] {
  const sides: Side[] = [{ axes: [], words: [] }];
  let group: Word[] | null = null;
  let opened = 0;
  WORDS.lastIndex = 0;
  for (let found = WORDS.exec(pattern); found !== null; found = WORDS.exec(pattern)) {
    const [, text] = found;
    const word = { text, at: WORDS.lastIndex - text.length };
    const { axes, words } = sides[sides.length - 1];
    if (text === '->' && group === null && sides.length === 1) sides.push({ axes: [], words: [] });
    else if (text === '(' && group === null) {
      group = [];
      opened = word.at;
      axes.push({ words: group, isGroup: true });
    } else if (text === ')' && group !== null) group = null;
    else {
      checkWord(word, words);
      words.push(word);
      if (group === null) axes.push({ words: [word], isGroup: false });
      else group.push(word);
    }
  }
  if (group !== null) throw bad(`character ${opened}: ( is not closed`);
  if (sides.length === 1)
    throw bad("there is no '->'; write the axes of the input, '->', and those of the output");
  return sides;
}

/** Refuses words that are not axes, and names that are on one side twice. */
function checkWord(word: Word, side: readonly Word[]): void {
  const { text } = word;
  if (text === UNIT) return;
  if (text !== DOTS && !NAME.test(text)) {
    const size = /^\d+$/.test(text) ? `; write n${text}, and give { sizes: { n${text}: ${text} } }` : '';
    const legal = /^[->()]/.test(text)
      ? "is not expected here; a pattern has one '->', and parentheses in pairs that are not nested"
      : `is not an axis; axes are names, 1 and ...${size}`;
    throw badAt(word, legal);
  }
  if (side.some((other) => other.text === text)) throw badAt(word, 'is on this side twice');
}

/** The pieces into which the left side splits the input's axes, by name. `...` has several. */
function readLeft(
  { axes, words }: Side,
  dims: readonly number[],
  sizes: ReadonlyMap<string, number>,
): Map<string, Piece[]> {
  const dots = axes.findIndex(isDots);
  const inGroup = dots < 0 && words.find(({ text }) => text === DOTS);
  if (inGroup) throw badAt(inGroup, 'is in a group; on the left, write it outside of parentheses');
  const named = axes.length - (dots < 0 ? 0 : 1);
  if (dots < 0 ? dims.length !== named : dims.length < named) {
    const noun = dots >= 0 ? ' or more axes' : named === 1 ? ' axis' : ' axes';
    const what = `the left side has ${named}${noun}, but the input has rank ${dims.length}`;
    const name = words.map(({ text }) => text).join('');
    const isJoined = named === 1 && name.length === dims.length;
    throw new Mistake(
      'bad_rank',
      `${what}${isJoined ? `; separate names by blanks: ${[...name].join(' ')}` : ''}`,
    );
  }
  const known = new Map<string, Piece[]>();
  let axis = 0;
  for (let i = 0; i < axes.length; ++i) {
    if (i !== dots) {
      splitAxis(axes[i].words, axis, dims[axis], sizes, known);
      axis += 1;
      continue;
    }
    const count = dims.length - named;
    known.set(
      DOTS,
      dims.slice(axis, axis + count).map((size, k) => ({ name: DOTS, size, axis: axis + k, step: 1 })),
    );
    axis += count;
  }
  return known;
}

/**
 * Splits an axis into the names of a group, of which at most one may lack a size. A single name is a group of one.
 */
function splitAxis(
  words: readonly Word[],
  axis: number,
  dim: number,
  sizes: ReadonlyMap<string, number>,
  known: Map<string, Piece[]>,
): void {
  const sizeOf = ({ text }: Word) => (text === UNIT ? 1 : sizes.get(text));
  const unknown = words.filter((word) => sizeOf(word) === undefined);
  if (unknown.length > 1)
    throw badAt(unknown[1], `has no size, and neither has ${unknown[0].text}; give one of them in sizes`);
  const product = words.reduce((all, word) => all * (sizeOf(word) ?? 1), 1);
  const group = words.length === 1 ? words[0].text : `(${words.map(({ text }) => text).join(' ')})`;
  if (!(product <= Number.MAX_SAFE_INTEGER))
    // NaN, if one of them is 0
    throw new Mistake('too_large', `${group} has a size beyond 2^53 - 1`);
  if (unknown.length === 0 && product !== dim)
    throw new Mistake(
      'shape_mismatch',
      `${group} has size ${product}, but axis ${axis} of the input has size ${dim}`,
    );
  if (unknown.length === 1 && (product === 0 || dim % product !== 0)) {
    const what = `axis ${axis} of the input has size ${dim}, which ${group} cannot divide by ${product}`;
    throw new Mistake('not_divisible', `${quote(unknown[0])} has no whole size: ${what}`);
  }
  let step = 1;
  for (let i = words.length - 1; i >= 0; --i) {
    const word = words[i];
    const size = sizeOf(word) ?? dim / product;
    if (word.text !== UNIT) known.set(word.text, [{ name: word.text, size, axis, step }]);
    step *= size;
  }
}

/** The axes of the output. */
function readRight(
  { axes }: Side,
  known: ReadonlyMap<string, readonly Piece[]>,
  sizes: ReadonlyMap<string, number>,
): Parsed {
  const pieces: Piece[] = [];
  const merges: number[] = [];
  for (const axis of axes) {
    const before = pieces.length;
    for (const word of axis.words) if (word.text !== UNIT) pieces.push(...findPieces(word, known, sizes));
    if (isDots(axis)) merges.push(...pieces.slice(before).map(() => 1));
    else merges.push(pieces.length - before);
  }
  checkRank(merges.length);
  return { pieces, merges };
}

function findPieces(
  word: Word,
  known: ReadonlyMap<string, readonly Piece[]>,
  sizes: ReadonlyMap<string, number>,
): readonly Piece[] {
  const { text: name } = word;
  const pieces = known.get(name);
  if (pieces !== undefined) return pieces;
  if (name === DOTS) throw badAt(word, 'is not on the left');
  const size = sizes.get(name);
  if (size === undefined) throw badAt(word, 'is new on the right, so it needs a size in sizes');
  return [{ name, size, axis: -1, step: 0 }];
}
