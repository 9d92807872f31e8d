// THE table of calls that are measured for every storage: a node of the library, and the loops that do the same. To measure
// another call, add a row. A matrix has odd rows, because packed rows of whole bytes are easier.
import { countElements, encode } from '../../../docs/rules/elements.js';
import { dense, turned } from './by_hand.js';
import { allocateFor, isPacked, makeInput } from './storages.js';

/** @import { Box, Place } from './by_hand.js' */
/** @import { Library, Storage } from './storages.js' */
/** @typedef {{ tensor: any, near: any }} Input `near` has its elements from index 0 on */
/** @typedef {{ array: any, into: any, target?: string }} Out `into` is what the call gets as `out`; `target`: its type, if it is another */
/** @typedef {[from: Input, to: number, box: Box]} Copy from an input into output `to` */

/**
 * @typedef {object} Made a call with its arrays
 * @property {string} op
 * @property {any[]} inputs of the node
 * @property {object} [options] of the node
 * @property {any} given inputs of `bind`
 * @property {Out[]} outs
 * @property {Copy[]} copies what a loop does, in this order
 */

/**
 * @typedef {object} Call
 * @property {string} id
 * @property {string} title
 * @property {(kit: Kit) => Made} make
 * @property {(type: string) => boolean} [suits] the types that it can have; without, all
 */

/** Rows of the matrix: the second has twice as many elements. */
export const ROWS = [256, 512];
const COLUMNS = 1023;

/** Makes the arrays of a call. */
export class Kit {
  /** @param {Library} library @param {Storage} storage @param {number} rows */
  constructor(library, storage, rows) {
    this.library = library;
    this.storage = storage;
    this.type = storage.type;
    this.rows = rows;
    this.columns = COLUMNS;
    this.size = rows * COLUMNS;
    this.domain = isPacked(this.type) ? { domain: 'openvino' } : {};
    /** A value, as the library takes it. */
    this.value = this.type === 'string' ? 'v' : 1;
  }

  /** @param {number[]} dims @param {boolean} [isTurned] the axes are stored in the other order @returns {Input} */
  input(dims, isTurned = false) {
    const { type } = this;
    const { data, near, offset } = makeInput(this.library, this.storage, countElements(dims));
    if (offset === 0 && !isTurned) return { near, tensor: { type, dims, data } };
    const stride = isTurned ? [1, dims[0]] : dims.map((_, a) => countElements(dims.slice(a + 1)));
    return { near, tensor: { type, shape: dims, stride, offset, data } };
  }

  /** An output of so many elements. @param {number} count @param {string} [target] @returns {Out} */
  output(count, target) {
    const array = allocateFor(this.library, { ...this.storage, type: target ?? this.type }, count);
    return { array, into: array, target };
  }

  /** The value as an input of the loops. @returns {Input} */
  constant() {
    const near = isPacked(this.type) ? encode(this.type, [1]) : [this.value];
    return { near, tensor: undefined };
  }

  /** @param {Input} x @param {number[]} starts @param {number[]} ends @param {number[]} steps */
  slice(x, starts, ends, steps = [1, 1]) {
    const lists = isPacked(this.type) ? [starts, ends, steps, [0, 1]] : [starts, ends, [0, 1], steps];
    return { op: 'Slice', inputs: [x.tensor, ...lists], options: this.domain, given: x.tensor };
  }

  /** @param {Input} x @param {number[]} indices @param {number} axis */
  gather(x, indices, axis) {
    const node = isPacked(this.type)
      ? { inputs: [x.tensor, indices, axis], options: this.domain }
      : { inputs: [x.tensor, indices], options: { attributes: { axis } } };
    return { op: 'Gather', ...node, given: x.tensor };
  }

  /** @param {Input} x @param {number[]} begin @param {number[]} end @param {string} mode */
  pad(x, begin, end, mode) {
    const value = mode === 'constant' ? this.value : undefined;
    const node = isPacked(this.type)
      ? { inputs: [x.tensor, begin, end, value], options: { ...this.domain, attributes: { pad_mode: mode } } }
      : { inputs: [x.tensor, [...begin, ...end], value], options: { attributes: { mode } } };
    return { op: 'Pad', ...node, given: x.tensor };
  }

  /** @param {Input} x @param {string} pattern @param {object} [attributes] */
  rearrange(x, pattern, attributes = {}) {
    return {
      op: 'Rearrange',
      inputs: [x.tensor],
      options: { attributes: { pattern, ...attributes } },
      given: x.tensor,
    };
  }

  /** How elements are converted. */
  get target() {
    return this.type === 'float32' ? 'float64' : 'float32';
  }
}

/** The part `3:-2, 5:-4` of a matrix. */
const TOP = 3;
const LEFT = 5;
const SPEC = { starts: [TOP, LEFT], ends: [-2, -4], axes: [0, 1] };
/** @param {Kit} kit @returns {[number, number]} */
const sizesOf = ({ rows, columns }) => [rows - 5, columns - 9];
/** @param {Kit} kit @returns {Place} */
const placeOf = ({ columns }) => dense(columns, TOP * columns + LEFT);

/** @type {Place} */
const STILL = { offset: 0, rows: 0, columns: 0 };

/** Numbers below `size`, each at most once, in no order that a cache likes. @param {number} count @param {number} size */
const scattered = (count, size) => Array.from({ length: count }, (_, i) => (i * 389) % size);

/** One input into one output by one loop. @param {Input} x @param {Box} box @returns {Copy[]} */
const once = (x, box) => [[x, 0, box]];

/** @param {string} type */
const isNumber = (type) => type !== 'string';

/** @type {readonly Call[]} */
export const CALLS = [
  { id: 'slice', title: 'slice `3:-2, 5:-4`',
    make(kit) {
      const x = kit.input([kit.rows, kit.columns]);
      const sizes = sizesOf(kit);
      return { ...kit.slice(x, SPEC.starts, SPEC.ends), outs: [kit.output(countElements(sizes))],
        copies: once(x, { sizes, from: placeOf(kit), to: dense(sizes[1]) }) };
    } },
  { id: 'steps', title: 'slice `::2, ::-3`',
    make(kit) {
      const { rows, columns } = kit;
      const x = kit.input([rows, columns]);
      /** @type {[number, number]} */
      const sizes = [rows / 2, columns / 3];
      return { ...kit.slice(x, [0, -1], [rows, -columns - 1], [2, -3]), outs: [kit.output(countElements(sizes))],
        copies: once(x, { sizes, from: { offset: columns - 1, rows: 2 * columns, columns: -3 }, to: dense(sizes[1]) }) };
    } },
  { id: 'column', title: 'one of 31 columns',
    make(kit) {
      const rows = kit.size / 31;
      const x = kit.input([rows, 31]);
      return { ...kit.slice(x, [0, 5], [rows, 6]), outs: [kit.output(rows)],
        copies: once(x, { sizes: [rows, 1], from: dense(31, 5), to: dense(1) }) };
    } },
  { id: 'strided-out', title: 'slice into a strided `out`',
    make(kit) {
      const x = kit.input([kit.rows, kit.columns]);
      const sizes = sizesOf(kit);
      const out = kit.output(2 * countElements(sizes) + 1);
      const into = { type: kit.type, data: out.array, shape: sizes, stride: [2 * sizes[1], 2], offset: 1 };
      return { ...kit.slice(x, SPEC.starts, SPEC.ends), outs: [{ ...out, into }],
        copies: once(x, { sizes, from: placeOf(kit), to: { offset: 1, rows: 2 * sizes[1], columns: 2 } }) };
    } },
  { id: 'split', title: 'split into three, by columns',
    make(kit) {
      const { rows, columns } = kit;
      const x = kit.input([rows, columns]);
      const lengths = [5, 500, columns - 505];
      return { op: 'VariadicSplit', inputs: [x.tensor, 1, lengths], given: x.tensor,
        outs: lengths.map((length) => kit.output(rows * length)),
        copies: lengths.map((length, j) => [x, j, { sizes: [rows, length], from: dense(columns, [0, 5, 505][j]), to: dense(length) }]) };
    } },
  { id: 'concat', title: 'concat of two, by columns', make: (kit) => concatOf(kit, false) },
  { id: 'concat-turned', title: 'concat of two transposed', make: (kit) => concatOf(kit, true) },
  { id: 'assign', title: 'assign to `3:-2, 5:-4`',
    make(kit) {
      const x = kit.input([kit.rows, kit.columns]);
      const sizes = sizesOf(kit);
      const updates = nearInput(kit, sizes);
      return { op: 'Assign', inputs: [x.tensor, SPEC, updates.tensor], given: [x.tensor, updates.tensor], outs: [{ array: x.near, into: undefined }],
        copies: once(updates, { sizes, from: dense(sizes[1]), to: placeOf(kit) }) };
    } },
  { id: 'fill', title: 'assign a value to `3:-2, 5:-4`',
    make(kit) {
      const x = kit.input([kit.rows, kit.columns]);
      return { op: 'Assign', inputs: [x.tensor, SPEC, kit.value], given: [x.tensor], outs: [{ array: x.near, into: undefined }],
        copies: once(kit.constant(), { sizes: sizesOf(kit), from: STILL, to: placeOf(kit) }) };
    } },
  { id: 'scatter', title: 'sliceScatter to `3:-2, 5:-4`', suits: isNumber,
    make(kit) {
      const { rows, columns } = kit;
      const x = kit.input([rows, columns]);
      const sizes = sizesOf(kit);
      const updates = nearInput(kit, sizes);
      return { op: 'SliceScatter', inputs: [x.tensor, updates.tensor, SPEC.starts, SPEC.ends, [1, 1]], given: [x.tensor, updates.tensor],
        options: { domain: 'openvino' }, outs: [kit.output(kit.size)],
        copies: [
          [x, 0, { sizes: [rows, columns], from: dense(columns), to: dense(columns) }],
          [updates, 0, { sizes, from: dense(sizes[1]), to: placeOf(kit) }],
        ] };
    } },
  { id: 'transpose', title: 'rearrange `a b -> b a`', make: (kit) => transposed(kit) },
  { id: 'planes', title: 'rearrange `a (b c) -> c a b` of 3 channels',
    make(kit) {
      const x = kit.input([kit.rows, kit.columns]);
      const pixels = kit.size / 3;
      return { ...kit.rearrange(x, 'a (b c) -> c a b', { sizes: { c: 3 } }), outs: [kit.output(kit.size)],
        copies: once(x, { sizes: [3, pixels], from: { offset: 0, rows: 1, columns: 3 }, to: dense(pixels) }) };
    } },
  { id: 'pixels', title: 'rearrange `c a -> a c` of 3 planes',
    make(kit) {
      const pixels = kit.size / 3;
      const x = kit.input([3, pixels]);
      return { ...kit.rearrange(x, 'c a -> a c'), outs: [kit.output(kit.size)],
        copies: once(x, { sizes: [pixels, 3], from: turned(pixels), to: dense(3) }) };
    } },
  { id: 'repeat', title: 'rearrange `a b -> a (b c)` with c = 3',
    make(kit) {
      const count = kit.size / 3;
      const x = kit.input([kit.rows, kit.columns / 3]);
      return { ...kit.rearrange(x, 'a b -> a (b c)', { sizes: { c: 3 } }), outs: [kit.output(kit.size)],
        copies: once(x, { sizes: [count, 3], from: { offset: 0, rows: 1, columns: 0 }, to: dense(3) }) };
    } },
  { id: 'convert', title: 'rearrange `a b -> a b` with `to`', suits: isNumber,
    make(kit) {
      const { rows, columns, target } = kit;
      const x = kit.input([rows, columns]);
      return { ...kit.rearrange(x, 'a b -> a b', { to: target }), outs: [kit.output(kit.size, target)],
        copies: once(x, { sizes: [rows, columns], from: dense(columns), to: dense(columns) }) };
    } },
  { id: 'convert-turned', title: 'rearrange `a b -> b a` with `to`', suits: isNumber, make: (kit) => transposed(kit, kit.target) },
  { id: 'gather-rows', title: 'gather of a quarter of the rows',
    make(kit) {
      const { rows, columns } = kit;
      const x = kit.input([rows, columns]);
      const list = scattered(rows / 4, rows);
      return { ...kit.gather(x, list, 0), outs: [kit.output(list.length * columns)],
        copies: once(x, { sizes: [list.length, columns], from: dense(columns), to: dense(columns), listed: list }) };
    } },
  { id: 'gather-columns', title: 'gather of 100 columns',
    make(kit) {
      const { rows, columns } = kit;
      const x = kit.input([rows, columns]);
      const list = scattered(100, columns);
      return { ...kit.gather(x, list, 1), outs: [kit.output(rows * list.length)],
        copies: once(x, { sizes: [rows, list.length], from: dense(columns), to: dense(list.length), listedColumns: list }) };
    } },
  { id: 'pad', title: 'pad by a value',
    make(kit) {
      const { rows, columns } = kit;
      const x = kit.input([rows, columns]);
      const [height, width] = [rows + 6, columns + 10];
      const value = kit.constant();
      /** @type {(i: number, j: number, sizes: [number, number]) => Copy} */
      const fill = (i, j, sizes) => [value, 0, { sizes, from: STILL, to: dense(width, i * width + j) }];
      return { ...kit.pad(x, [3, 5], [3, 5], 'constant'), outs: [kit.output(height * width)],
        copies: [
          fill(0, 0, [3, width]), fill(rows + 3, 0, [3, width]), fill(3, 0, [rows, 5]), fill(3, columns + 5, [rows, 5]),
          [x, 0, { sizes: [rows, columns], from: dense(columns), to: dense(width, 3 * width + 5) }],
        ] };
    } },
  { id: 'mirror', title: 'pad by 5 mirrored columns',
    make(kit) {
      const { rows, columns } = kit;
      const x = kit.input([rows, columns]);
      const width = columns + 10;
      const list = Array.from({ length: width }, (_, j) => columns - 1 - Math.abs(columns - 1 - Math.abs(j - 5)));
      return { ...kit.pad(x, [0, 5], [0, 5], 'reflect'), outs: [kit.output(rows * width)],
        copies: once(x, { sizes: [rows, width], from: dense(columns), to: dense(width), listedColumns: list }) };
    } },
]; // biome-ignore format: a table

/** An input beside the first, which is near. @param {Kit} kit @param {number[]} dims */
const nearInput = ({ library, storage, rows }, dims) =>
  new Kit(library, { ...storage, isFar: false }, rows).input(dims);

/** @param {Kit} kit @param {boolean} isTurned @returns {Made} */
function concatOf(kit, isTurned) {
  const { rows, columns } = kit;
  const widths = [500, columns - 500];
  const parts = widths.map((width) => kit.input([rows, width], isTurned));
  const tensors = parts.map(({ tensor }) => tensor);
  return {
    ...{ op: 'Concat', inputs: tensors, given: tensors, outs: [kit.output(kit.size)] },
    options: { ...kit.domain, attributes: { axis: 1 } },
    copies: widths.map((width, j) => [
      parts[j],
      0,
      {
        sizes: [rows, width],
        from: isTurned ? turned(rows) : dense(width),
        to: dense(columns, [0, 500][j]),
      },
    ]),
  };
}

/** @param {Kit} kit @param {string} [to] @returns {Made} */
function transposed(kit, to) {
  const { rows, columns } = kit;
  const x = kit.input([rows, columns]);
  return {
    ...kit.rearrange(x, 'a b -> b a', { to }),
    outs: [kit.output(kit.size, to)],
    copies: once(x, { sizes: [columns, rows], from: turned(columns), to: dense(rows) }),
  };
}
