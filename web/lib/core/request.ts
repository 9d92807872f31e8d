// A call as the core reads it: words, which src/wire.hpp explains. arguments/ writes them while it reads the caller's
// arguments. The same words are the key under which a decision is remembered. This file knows the order of a request's
// parts. arguments/ knows the words of a tensor and the values of a parameter; tensor_words.ts reads those of a tensor.
import { Mistake, toPublicError, WrongKind } from '../base/mistake.ts';
import { arrayLength, type Layout } from '../shape.ts';
import { Copy, ownVersion, type Version } from './operators.ts';
import { DTYPES, NUMBERS } from './tables.ts';
import { copyWords, dimsAt, isDense, layoutAt } from './tensor_words.ts';

/** Numbers of the type in which a conversion computes. */
export type Numbers = ArrayLike<number>;

/** How elements are converted while they move. */
export interface Conversion {
  /** Row of the element-type table. */
  readonly type: number;
  /**
   * (x - zero) * scale + bias; to an integer type, the zero point is added at the end instead. Each has one number, or
   * one for each index of some axes, in the order of the output's axes. null: the step is left out.
   */
  readonly zeros: Numbers | null;
  readonly scales: Numbers | null;
  readonly biases: Numbers | null;
  /** By the scales. */
  readonly divides: boolean;
  /** Computes in float64 instead of float32. */
  readonly isWide: boolean;
  /** What replaces each number of 8 or 16 bits, or fewer: one list of all elements, or one for each index of some axes. */
  readonly table: readonly any[] | null;
  /** A value beyond the largest float of 8 bits becomes that float. */
  readonly saturates: boolean;
  /** The numbers that are not here yet: tensors, which are copied before elements move. */
  readonly pending: readonly Pending[];
}

/** Numbers of a conversion that are to be copied from a tensor. */
export interface Pending {
  /** Its name in messages. */
  readonly name: string;
  /** Which of the numbers of the conversion they become. */
  readonly key: 'zeros' | 'scales' | 'biases';
  readonly tensor: ReadTensor;
  /** Of the tensor. */
  readonly words: Float64Array;
  readonly dims: readonly number[];
  /** Its axes in the order that the numbers need. */
  readonly order: readonly number[];
  /** Row of the type that they need. */
  readonly type: number;
}

/** A conversion, and the tensor whose elements are converted. */
export interface Converted {
  readonly conversion: Conversion;
  /** Class of the arrays that are made for it. */
  readonly className: string;
  /** Row of the tensor's type. */
  readonly from: number;
  readonly dims: readonly number[];
  readonly layout: Layout | null;
}

export const {
  /** Stands for the type of a parameter that is not given. */
  absent: ABSENT,
  /** Stands for an element type: plain numbers have none. */
  untyped: UNTYPED,
  // bits of word 1
  /** The node's output count is given. */
  hasCount: HAS_COUNT,
  /** The tensor may have any type: it is in a file. */
  anyType: ANY_TYPE,
  /** Asks where the outputs are, instead of how they are moved. */
  views: VIEWS,
  /**
   * All parts with strides (inputs of a join, or outputs of a cut) are in one array, so that equally spaced ones move
   * together.
   */
  inOneArray: IN_ONE_ARRAY,
  /** Negative indices count from the end, also in operators whose documents do not have them. */
  negatives: NEGATIVES,
} = NUMBERS;

/** Row, flags, the node's output count, and the number of tensors come first. */
const FLAGS = 1;
const COUNT = 2;
const TENSORS = 3;
const FIRST = 4;

/** A tensor as read. Its type, dims and strides are words. */
export interface ReadTensor {
  /** Row of the element-type table. */
  readonly type: number;
  /** The caller's name for the type, if there is one. */
  readonly named: unknown;
  readonly data: any;
  /** Class of the data, '' without data. */
  readonly className: string;
  /** Entries of the data, -1 without data. */
  readonly length: number;
  /** Where its words begin. */
  readonly at: number;
  /** It is a tensor of a file that microtome/source opened. */
  readonly isStored?: boolean;
}

/** An output as the core needs it. */
export interface OutputWords {
  /** The caller's array, and its entries. */
  readonly data: unknown;
  readonly length: number;
  /** null: its elements are in row-major order. */
  readonly layout: Layout | null;
}

/** An unused request keeps no arrays of callers alive. */
const NO_TENSORS: ReadTensor[] = [];

export class Request {
  /**
   * What a mistake is blamed on: the operator, the parameter that is being read, and the tensor's number in a list.
   */
  op = '';
  param = '';
  tensor = -1;
  /** How the public function is called; undefined: a node is evaluated or planned, or a plan is run. */
  usage: string | undefined;

  version = null as unknown as Version;
  tensors: ReadTensor[] = NO_TENSORS;
  /** The name of the outputs' type, as the caller spells it. */
  spelling: unknown = null;
  /** null: elements do not change. */
  conversion: Conversion | null = null;
  /** An axis of the output as messages name it: a pattern's with its names. */
  nameAxis: (axis: number) => string = String;
  /** The first class that holds the type of `to`, even if elements do not change; null: the call has no `to`. */
  classForTo: string | null = null;
  /** Part 1 of a call that fills: one element, or a group of equal ones if they are packed. null: there is none. */
  value: any = null;
  /** The tensor from which the value is copied. */
  tensorValue: (ReadTensor & { readonly words: Float64Array }) | null = null;
  words = new Float64Array(256);
  length = 0;
  /** Where the words of the tensors end, and those of the parameters begin. */
  tensorsEnd = FIRST;

  begin(version: Version): void {
    this.version = version;
    this.op = version.op;
    this.words[0] = version.row;
    this.words[FLAGS] = 0;
    this.words[COUNT] = 0;
    this.length = FIRST;
    this.conversion = null;
    this.classForTo = null;
    this.value = null;
    this.tensorValue = null;
  }

  /** The tensors follow. */
  beginTensors(count: number): void {
    this.tensors = new Array(count);
    this.words[TENSORS] = count;
  }

  /** The parameters follow. */
  endTensors(): void {
    const { named, type } = this.tensors[0];
    this.spelling = named ?? DTYPES[type].name;
    this.tensorsEnd = this.length;
    this.param = '';
    this.tensor = -1;
  }

  push(word: number): void {
    if (this.length === this.words.length) this.#grow(this.length + 1);
    this.words[this.length++] = word;
  }

  /** Makes room for words that the caller writes at once. Returns where they begin. */
  reserve(count: number): number {
    const at = this.length;
    this.length += count;
    if (this.length > this.words.length) this.#grow(this.length);
    return at;
  }

  /** The node's output count. */
  setCount(count: number): void {
    this.addFlag(HAS_COUNT);
    this.words[COUNT] = count;
  }

  /** Sets a bit of word 1, which must not be set yet. */
  addFlag(flag: number): void {
    this.words[FLAGS] += flag;
  }

  /** Row of the outputs' element type. */
  get outType(): number {
    return this.conversion?.type ?? this.tensors[0].type;
  }

  /** Class of the outputs' arrays. */
  get outClassName(): string {
    return this.classForTo ?? this.tensors[0].className;
  }

  /** null: elements do not change. */
  get converted(): Converted | null {
    const { conversion, words, outClassName: className } = this;
    if (conversion === null) return null;
    const { type: from, at } = this.tensors[0];
    return { conversion, className, from, dims: dimsAt(words, at), layout: layoutAt(words, at) };
  }

  /** The parameters follow, in their order. `drops`: axes that the outputs lack. */
  beginParameters(drops: readonly number[] = NO_DROPS): void {
    this.push(drops.length);
    this.pushWords(drops);
  }

  /** A parameter that is not given. */
  pushAbsent(): void {
    this.push(ABSENT);
  }

  /** A parameter, whose values follow. `type`: UNTYPED for plain numbers. `sizes`: only if it may have any rank. */
  pushHead(type: number, rank: number, count: number, sizes: readonly number[] = NO_SIZES): void {
    const at = this.reserve(3 + sizes.length);
    const { words } = this;
    words[at] = type;
    words[at + 1] = rank;
    for (let a = 0; a < sizes.length; ++a) words[at + 2 + a] = sizes[a];
    words[at + 2 + sizes.length] = count;
  }

  /** A parameter that consists of the first `count` numbers of a list. */
  pushList(list: readonly number[], count: number): void {
    this.pushHead(UNTYPED, 1, count);
    this.pushWords(list, 0, count);
  }

  /** All outputs are in row-major order, unless pushOuts follows. */
  endParameters(): void {
    this.push(0);
  }

  /** Are the first words these? */
  isSame(words: ArrayLike<number>, end: number): boolean {
    const own = this.words;
    for (let i = 0; i < end; ++i) if (own[i] !== words[i]) return false;
    return true;
  }

  /** Adds words, such as those of another request. */
  pushWords(words: ArrayLike<number>, begin = 0, end = words.length): void {
    const at = this.reserve(Math.max(0, end - begin)) - begin;
    const own = this.words;
    for (let i = begin; i < end; ++i) own[at + i] = words[i];
  }

  /** Outputs that are not all in row-major order. */
  pushOuts(outs: readonly OutputWords[]): void {
    this.length -= 1; // replaces the word that endParameters wrote
    this.push(outs.length);
    const strided: unknown[] = [];
    for (let i = 0; i < outs.length; ++i) {
      const { data, layout, length } = outs[i];
      if (layout !== null) strided.push(data);
      const { stride, offset } = layout ?? NO_LAYOUT;
      this.push(layout === null ? -1 : length);
      this.push(stride.length);
      this.push(offset);
      this.pushWords(stride);
    }
    this.flagOneArray(strided);
  }

  /** @param strided the arrays of the parts with strides */
  flagOneArray(strided: readonly unknown[]): void {
    if (strided.length > 1 && strided.every((array) => array === strided[0])) this.addFlag(IN_ONE_ARRAY);
  }

  /** Copies the words to the beginning of a list. */
  copyWords(to: Float64Array): void {
    const { words, length } = this;
    for (let i = 0; i < length; ++i) to[i] = words[i];
  }

  #grow(length: number): void {
    const words = new Float64Array(Math.max(length, 2 * this.words.length));
    words.set(this.words);
    this.words = words;
  }
}

/** The parameters of another version follow the tensors. */
export function restart(request: Request, version: Version): void {
  request.version = version;
  request.words[0] = version.row;
  request.length = request.tensorsEnd;
}

/** Begins like another request: takes its words up to the tensors. */
export function beginAs(request: Request, version: Version, words: ArrayLike<number>): void {
  request.begin(version);
  request.words[FLAGS] = words[FLAGS];
  request.words[COUNT] = words[COUNT];
}

/**
 * A copy of the words for a plan, whose tensors need no data. Row-major tensors get the number of entries that their
 * dims need, so that the words of tensors with data can be compared with these.
 */
export function copyPlanned(request: Request): ArrayLike<number> {
  const words = copyWords(request.words, request.length);
  for (let i = 0; i < request.tensors.length; ++i) {
    const { at, type } = request.tensors[i];
    if (isDense(words, at)) words[at + 1] = arrayLength(DTYPES[type], dimsAt(words, at));
  }
  return words;
}

const NO_DROPS: readonly number[] = [];
const NO_SIZES: readonly number[] = [];

const NO_LAYOUT: Layout = { stride: [], offset: 0 };

const COPY = /* @__PURE__ */ ownVersion(Copy, '');

/**
 * A request to copy a tensor into row-major order.
 * @param tensor
 * @param words that hold the tensor, from `begin` to `end`
 */
export function requestCopy(
  tensor: ReadTensor,
  words: ArrayLike<number>,
  begin: number,
  end: number,
): Request {
  const copy = new Request();
  copy.begin(COPY);
  copy.beginTensors(1);
  copy.tensors[0] = { ...tensor, at: copy.length };
  copy.pushWords(words, begin, end);
  copy.endTensors();
  copy.beginParameters();
  copy.endParameters();
  return copy;
}

/** Most words of a request that is kept as the spare one: a list of a million tensors is not kept. */
const MOST_KEPT = 4096;

let spare: Request | null = new Request();

/**
 * Gives `carryOut` a request to write and carry out. A mistake is blamed on what the request names at that moment. A
 * call from a caller's getter meanwhile gets another request.
 * @param carryOut
 * @param usage how a function is called, for a caller who gave arguments of other kinds
 */
export function withRequest<T>(carryOut: (request: Request) => T, usage?: string): T {
  const request = takeRequest(usage);
  try {
    return carryOut(request);
  } catch (thrown) {
    throw toCallError(request, thrown);
  } finally {
    giveBack(request);
  }
}

/** What `withRequest` does, for functions that V8 should compile alone. */
export function takeRequest(usage: string | undefined): Request {
  const request = spare ?? new Request();
  spare = null;
  request.param = '';
  request.tensor = -1;
  request.usage = usage;
  return request;
}

/** The error that the caller of a request sees. */
export function toCallError({ usage, op, param, tensor }: Request, thrown: unknown): unknown {
  const mistake =
    usage !== undefined && thrown instanceof WrongKind
      ? new Mistake(thrown.code, `${thrown.what}; call ${usage}`)
      : thrown;
  return toPublicError(mistake, op, param, tensor);
}

/** The request may be used by another call, and keeps nothing of the caller's alive. */
export function giveBack(request: Request): void {
  request.tensors = NO_TENSORS;
  request.conversion = null;
  request.nameAxis = String;
  request.tensorValue = null;
  request.value = null;
  if (request.words.length <= MOST_KEPT) spare = request;
}
