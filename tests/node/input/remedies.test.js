// Advice works when it is followed: the remedy is taken out of the message, carried out, and gives what the caller meant. A remedy that
// is code is run as it stands, with the caller's values under the names that it has. The last test finds advice that no row carries out.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { transformSync } from 'esbuild';
import * as library from 'microtome';
import {
  cost,
  gather as gatherStored,
  open,
  parts,
  slice as sliceStored,
  slices,
  split as splitStored,
} from 'microtome/source';
import { filesUnder } from '../../../tools/common/files.js';
import { inRoot } from '../../../tools/common/paths.js';

/** @typedef {any} Any */

/**
 * @typedef {object} Row
 * @property {() => unknown} call that fails
 * @property {string} says the remedy, in the message
 * @property {Record<string, unknown> | (() => unknown)} do the values that code uses, or how advice is followed that is no code
 * @property {(value: Any) => Any} [use] what the caller does with what the code gives
 * @property {unknown} gives the elements of the outputs
 */

const {
  assign, compress, concat, concatFromSequence, evaluate, gather, pad, plan, rearrange, scatterUpdate, slice, sliceScatter, split, splitToSequence, tensorScatter, variadicSplit,
} = /** @type {Any} */ (library); // biome-ignore format: a list

/** A tensor of a file, like `line`. */
let stored = /** @type {Any} */ (null);

before(async () => {
  await library.init();
  stored = (await open(bytesOf(line.data), { layout: { type: 'float32', dims: [3] }, gap: 0 })).tensor();
});

const bytesOf = (/** @type {Float32Array} */ { buffer }) => new Uint8Array(buffer);

const iota = (/** @type {number} */ length) => Float32Array.from({ length }, (_, i) => i);
const x = { dims: [2, 6], data: iota(12) };
const y = { dims: [1, 6], data: iota(6) };
const line = { dims: [3], data: iota(3) };
/** Scales as quantized weights have them. */
const perRow = { dims: [2, 1], data: Float32Array.of(1, 2) };
const cache = { ...x, dims: [1, 2, 6] };
const token = { ...y, dims: [1, 1, 6] };
const rows = [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]; // biome-ignore format: one line
/** Rounds to another bfloat16 if it is rounded to float32 first. */
const twice = 1 + 2 ** -8 + 2 ** -40;
const few8 = { dims: [2], data: Uint8Array.of(1, 2) };
const table = Array.from({ length: 256 }, (_, i) => -i);
const proxied = new Proxy(Float32Array.of(1, 2, 3), {});

const memory = new WebAssembly.Memory({ initial: 1 });
const stale = new Uint8Array(memory.buffer, 0, 3);
memory.grow(1);

/** Of more elements than new arrays may have. */
const vast = { type: 'uint8', shape: [2 ** 41], stride: [0], offset: 0, data: Uint8Array.of(7) };
const few = { ...vast, shape: [2] };

/** @param {Any} result @returns {Any} */
const elementsOf = (result) => (Array.isArray(result) ? result.map(elementsOf) : [...result.data]);
const halves = (/** @type {Any} */ { data }) => new Uint16Array(data.buffer, data.byteOffset, data.length);
const cut = (/** @type {Any} */ tensor) => () => slice(tensor, '...');
const floats = Buffer.concat([Buffer.alloc(1), Buffer.from(iota(3).buffer)]).subarray(1); // of a pool, and not aligned

/** @type {Row[]} */
const ROWS = [
  // Arguments of another kind: the call that was meant.
  { call: () => split(x, 1, 3), says: 'split(x, { axis, num_outputs })', do: { x, axis: 1, num_outputs: 3 }, gives: [[0, 1, 6, 7], [2, 3, 8, 9], [4, 5, 10, 11]] },
  { call: () => split(x, 1), says: 'split(x, { axis, num_outputs })', do: { x, axis: 0, num_outputs: 2 }, gives: rows },
  { call: () => split(x, [2, 4], 1), says: 'split(x, { axis, num_outputs })', do: { x, axis: 0, num_outputs: 2 }, gives: rows },
  { call: () => split(x, { axis: 1, split: 2 }), says: '[2, 4]', do: {}, use: (list) => split(x, { axis: 1, split: list }), gives: [[0, 1, 6, 7], [2, 3, 4, 5, 8, 9, 10, 11]] },
  { call: () => slice(x, { starts: 1, ends: [2] }), says: '[1]', do: {}, use: (starts) => slice(x, { starts, ends: [2] }), gives: rows[1] },
  { call: () => plan('Slice', [x, [1], [2]]).run(/** @type {Any} */ ([x, [1], [2]])), says: 'pass the tensor alone', do: () => plan('Slice', [x, [1], [2]]).run(x), gives: [rows[1]] },
  { call: () => pad(line, 1), says: '[1, 1]', do: {}, use: (pads) => pad(line, pads), gives: [0, 0, 1, 2, 0] },
  { call: () => evaluate('Slice', [x, [0], [1]], { steps: [1] }), says: 'inputs[4]', do: { inputs: [x, [0], [1], [0], [1]] }, use: (steps) => evaluate('Slice', [x, [0], [1], [0], steps]), gives: [rows[0]] },
  { call: () => evaluate('Slice', [x], { opset: 1, starts: [1] }), says: '{ attributes: { starts } }', do: { starts: [1] }, use: ({ attributes }) => evaluate('Slice', [x], { opset: 1, attributes: { ...attributes, ends: [2] } }), gives: [rows[1]] },
  { call: () => slice(x, 'x[1][2]'), says: 'call slice once for each pair of brackets', do: () => slice(slice(x, '1'), '2'), gives: [8] },
  { call: () => slice(x, 'x[1'), says: 'a bracket is missing', do: () => slice(x, 'x[1]'), gives: rows[1] },
  { call: () => slice(x, '[1, :]'), says: 'leave out the brackets', do: () => slice(x, '1, :'), gives: rows[1] },
  { call: () => slice(x, '[1, 0]'), says: 'gather(x, [0, 2])', do: { x: line }, gives: [0, 2] },
  { call: () => slice(x, 0, 2), says: "slice(x, '0:2')", do: { x }, gives: rows.flat() },
  { call: () => slice(x), says: "slice(x, '0:2')", do: { x }, gives: rows.flat() },
  { call: () => splitToSequence(x, 1, 3), says: 'splitToSequence(x, { axis, split })', do: { x, axis: 0, split: [1, 1] }, gives: rows },
  { call: () => variadicSplit(x, { axis: 0, split_lengths: [1, -1] }), says: 'variadicSplit(x, axis, split_lengths)', do: { x, axis: 0, split_lengths: [1, -1] }, gives: rows },
  { call: () => concat(y, y, 0), says: 'concat([a, b], axis)', do: { a: y, b: y, axis: 0 }, gives: [rows[0], rows[0]].flat() },
  { call: () => concat(y, y), says: 'concat([a, b], axis)', do: { a: y, b: y, axis: 0 }, gives: [rows[0], rows[0]].flat() },
  { call: () => concat([y, y], { axis: 0 }), says: 'concat([a, b], axis)', do: { a: y, b: y, axis: 0 }, gives: [rows[0], rows[0]].flat() },
  { call: () => concatFromSequence(y, y), says: 'concatFromSequence([a, b], { axis, new_axis })', do: { a: y, b: y, axis: 0, new_axis: 1 }, gives: [rows[0], rows[0]].flat() },
  { call: () => concatFromSequence([y, y], 0), says: 'concatFromSequence([a, b], { axis, new_axis })', do: { a: y, b: y, axis: 0, new_axis: 0 }, gives: [rows[0], rows[0]].flat() },
  { call: () => sliceScatter(x, '0:2', x), says: "sliceScatter(x, updates, '0:2')", do: { x, updates: x }, gives: rows.flat() },
  { call: () => sliceScatter(x, x, /** @type {Any} */ (true)), says: "sliceScatter(x, updates, '0:2')", do: { x, updates: x }, gives: rows.flat() },
  { call: () => tensorScatter(x, y, [0]), says: 'tensorScatter(past_cache, update, { write_indices })', do: { past_cache: { ...x, dims: [1, 2, 6] }, update: { ...y, dims: [1, 1, 6] }, write_indices: [1] }, gives: [rows[0], rows[0]].flat() },
  { call: () => assign({ ...x, data: iota(12) }, x, '0:2'), says: "assign(x, '0:2', updates)", do: { x: { ...x, data: new Float32Array(12) }, updates: x }, gives: rows.flat() },
  { call: () => assign(x, '0:2', '1'), says: "assign(x, '0:2', updates)", do: { x: { ...x, data: new Float32Array(12) }, updates: x }, gives: rows.flat() },
  { call: () => compress(y, [true], 0), says: 'compress(x, condition, { axis })', do: { x: y, condition: [true], axis: 0 }, gives: [...rows[0]] },
  { call: () => scatterUpdate(y, [0], y, 0), says: 'scatterUpdate(x, indices, updates, { axis })', do: { x: y, indices: [0], updates: y, axis: 0 }, gives: [...rows[0]] },
  { call: () => gather(x, [true, false]), says: 'compress(x, mask, { axis })', do: { x, mask: [true, false], axis: 0 }, gives: rows[0] },
  { call: () => gather(x, { type: 'bool', dims: [2], data: Uint8Array.of(0, 1) }), says: 'compress(x, mask, { axis })', do: { x, mask: { type: 'bool', dims: [2], data: Uint8Array.of(0, 1) }, axis: 0 }, gives: rows[1] },
  { call: () => gather({ type: 'bfloat16', dims: [2], data: Uint16Array.of(7, 8) }, [false, true]), says: '[...mask.keys()].filter((i) => mask[i])', do: { mask: [false, true] }, use: (indices) => gather({ type: 'bfloat16', dims: [2], data: Uint16Array.of(7, 8) }, indices), gives: [8] },
  { call: () => gather({ type: 'u4', dims: [2], data: Uint8Array.of(0x21) }, { type: 'bool', dims: [2], data: Uint8Array.of(0, 1) }, {}, { domain: 'openvino' }), says: '[...mask.data.keys()].filter((i) => mask.data[i])', do: { mask: { data: Uint8Array.of(0, 1) } }, use: (indices) => gather({ type: 'u4', dims: [2], data: Uint8Array.of(0x21) }, indices, {}, { domain: 'openvino' }), gives: [2] },
  { call: () => scatterUpdate(x, [true, false], y), says: 'assign(x, { condition: mask, axis }, updates)', do: { x: { ...x, data: iota(12) }, mask: [false, true], axis: 0, updates: y }, gives: [rows[0], rows[0]].flat() },
  { call: () => compress(x, [1, 0]), says: 'gather(x, indices, { axis })', do: { x, indices: [1, 0], axis: 0 }, gives: [...rows[1], ...rows[0]] },
  { call: () => assign(x, [1], y), says: '{ indices: list, axis: 0 }', do: { list: [1] }, use: (spec) => assign({ ...x, data: iota(12) }, spec, y), gives: [rows[0], rows[0]].flat() },
  { call: () => assign(x, Int32Array.of(1), y), says: '{ indices: list, axis: 0 }', do: { list: Int32Array.of(1) }, use: (spec) => assign({ ...x, data: iota(12) }, spec, y), gives: [rows[0], rows[0]].flat() },
  { call: () => assign(x, [false, true], y), says: '{ condition: mask, axis: 0 }', do: { mask: [false, true] }, use: (spec) => assign({ ...x, data: iota(12) }, spec, y), gives: [rows[0], rows[0]].flat() },
  { call: () => assign(x, { type: 'bool', dims: [2], data: Uint8Array.of(0, 1) }, y), says: '{ condition: mask, axis: 0 }', do: { mask: { type: 'bool', dims: [2], data: Uint8Array.of(0, 1) } }, use: (spec) => assign({ ...x, data: iota(12) }, spec, y), gives: [rows[0], rows[0]].flat() },
  { call: () => slice({ type: 'f8e4m3', ...few8 }, '1'), says: "in domain 'openvino', Slice-8 has it", do: () => slice({ type: 'f8e4m3', ...few8 }, '1', { domain: 'openvino' }), gives: [2] },
  { call: () => slice({ type: 'bfloat16', dims: [2], data: Uint16Array.of(1, 2) }, '1', { opset: 11 }), says: 'Slice-13 has it', do: () => slice({ type: 'bfloat16', dims: [2], data: Uint16Array.of(1, 2) }, '1', { opset: 13 }), gives: [2] },
  { call: () => gather(y, [0], 1), says: 'gather(x, indices, { axis })', do: { x: y, indices: [0], axis: 0 }, gives: [...rows[0]] },
  { call: () => pad(y, [[1, 1], [2, 2]], 'edge'), says: 'pad(x, [[1, 1], [2, 2]], { mode, value })', do: { x: { dims: [1, 1], data: iota(1) }, mode: 'constant', value: 5 }, gives: [5, 5, 5, 5, 5, 5, 5, 0, 5, 5, 5, 5, 5, 5, 5] },
  { call: () => rearrange(x, 'h w -> w h', 'float32'), says: "rearrange(x, 'h w -> w h', { to: 'float32' })", do: { x }, gives: [0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11] },
  { call: () => rearrange({ ...x, dims: [2, 2, 3] }, { pattern: 'h w c' }), says: "'h w c -> c h w'", do: {}, use: (pattern) => rearrange({ ...x, dims: [2, 2, 3] }, pattern), gives: [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11] },
  { call: () => rearrange(x, '(a b) c -> a b c', { sizes: 2 }), says: '{ h: 16, w: 16 }', do: {}, use: ({ h, w }) => rearrange({ dims: [h * w], data: iota(h * w) }, '(h w) -> h w', { sizes: { h, w } }), gives: [...iota(256)] },
  { call: () => evaluate('ConcatFromSequence', [y, y], { attributes: { axis: 0 } }), says: '[tensors]', do: { tensors: [y, y] }, use: (inputs) => evaluate('ConcatFromSequence', inputs, { attributes: { axis: 0 } }), gives: [[rows[0], rows[0]].flat()] },
  { call: () => evaluate('Slice', [x], { attributes: { starts: [1] } }), says: 'inputs[1]', do: { inputs: [x, [1]] }, use: (starts) => evaluate('Slice', [x, starts, [2]]), gives: [rows[1]] },
  { call: () => evaluate('Split', [x], { opset: 13, attributes: { num_outputs: 2 } }), says: 'options.num_outputs', do: { options: { opset: 13, num_outputs: 2 } }, use: (num_outputs) => evaluate('Split', [x], { opset: 13, num_outputs }), gives: rows },
  { call: () => evaluate('Split', [x], { axis: 1 }), says: '{ attributes: { axis } }', do: { axis: 0 }, use: ({ attributes }) => evaluate('Split', [x], { opset: 13, attributes, num_outputs: 2 }), gives: rows },
  { call: () => rearrange(line, 'a -> a', { dtype: 'int8' }), says: '{ to: { type } }', do: { type: 'int8' }, use: (options) => rearrange(line, 'a -> a', options), gives: [0, 1, 2] },
  { call: () => rearrange(line, '(a b) -> a b', { a: 3 }), says: '{ sizes: { a } }', do: { a: 3 }, use: (options) => rearrange(line, '(a b) -> a b', options), gives: [0, 1, 2] },
  { call: () => plan('Rearrange', [x, 'h w -> w h']), says: '{ attributes: { pattern } }', do: { pattern: 'h w -> w h' }, use: (options) => plan('Rearrange', [x], options).run(x), gives: [[0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11]] },
  { call: () => rearrange(line, 'a -> a', { scale: 2 }), says: '{ to: { type, scale } }', do: { type: 'int8', scale: 2 }, use: (options) => rearrange(line, 'a -> a', options), gives: [0, 2, 4] },
  { call: () => evaluate('Concat', [y, y], { attributes: { axis: 0 }, view: true }), says: 'leave view out', do: () => evaluate('Concat', [y, y], { attributes: { axis: 0 } }), gives: [[rows[0], rows[0]].flat()] },
  { call: () => slice(x, { starts: ['1'], ends: [2] }), says: 'it must be an integer', do: () => slice(x, { starts: [1], ends: [2] }), gives: rows[1] },
  { call: () => split(x, { axis: '0', num_outputs: 2 }), says: 'give integers as numbers or bigints', do: () => split(x, { axis: 0n, num_outputs: 2 }), gives: rows },

  { call: () => compress(x, [0, 1], { axis: 0 }), says: 'of a mask of 0 and 1, give list.map(Boolean)', do: () => compress(x, [0, 1].map(Boolean), { axis: 0 }), gives: rows[1] },
  { call: () => rearrange({ dims: [1, 4], data: Uint8Array.of(1, 2, 3, 4) }, 'n c -> n c', { to: { type: 'float32', scale: [1, 2, 3], along: 'c' } }), says: 'slice that axis first', do: () => rearrange(slice({ dims: [1, 4], data: Uint8Array.of(1, 2, 3, 4) }, '..., :3'), 'n c -> n c', { to: { type: 'float32', scale: [1, 2, 3], along: 'c' } }), gives: [1, 4, 9] },
  { call: () => slice(x, /** @type {Any} */ ({ start: [1], end: [2] })), says: 'is not one of starts, ends, axes, steps; did you mean starts, ends?', do: () => slice(x, { starts: [1], ends: [2] }), gives: rows[1] },
  { call: () => slice(x, /** @type {Any} */ ({ starts: [1], end: [2], axis: [0] })), says: 'did you mean ends, axes?', do: () => slice(x, { starts: [1], ends: [2], axes: [0] }), gives: rows[1] },
  { call: () => rearrange(x, 'h w -> h w', { to: { type: 'float32', scale: perRow } }), says: '{ ...scale, dims: [2] }', do: { scale: perRow }, use: (scale) => rearrange(x, 'h w -> h w', { to: { type: 'float32', scale, along: 'h' } }), gives: [0, 1, 2, 3, 4, 5, 12, 14, 16, 18, 20, 22] },
  { call: () => rearrange(x, 'h w -> h w', { to: { type: 'float32', scale: perRow, along: 'h' } }), says: '{ ...scale, dims: [2] }', do: { scale: perRow }, use: (scale) => rearrange(x, 'h w -> h w', { to: { type: 'float32', scale, along: 'h' } }), gives: [0, 1, 2, 3, 4, 5, 12, 14, 16, 18, 20, 22] },
  { call: () => split(x, /** @type {Any} */ ({ dim: 0, num_outputs: 2 })), says: 'did you mean axis?', do: () => split(x, { axis: 0, num_outputs: 2 }), gives: rows },
  { call: () => split(x, /** @type {Any} */ ({ axis: 0, sections: 2 })), says: 'did you mean num_outputs?', do: () => split(x, { axis: 0, num_outputs: 2 }), gives: rows },
  { call: () => slice(x, /** @type {Any} */ ({ starts: [1], ends: [2], axis: [0] })), says: 'did you mean axes?', do: () => slice(x, { starts: [1], ends: [2], axes: [0] }), gives: rows[1] },
  { call: () => splitToSequence(x, /** @type {Any} */ ({ keepdim: 0 })), says: 'did you mean keepdims?', do: () => splitToSequence(x, { keepdims: 0 }), gives: rows },
  { call: () => pad(line, [0, 1], /** @type {Any} */ ({ constant_values: 7 })), says: 'did you mean value?', do: () => pad(line, [0, 1], { value: 7 }), gives: [0, 1, 2, 7] },
  { call: () => pad(x, [1, 0]), says: 'it needs 4, all begins and then all ends', do: () => pad(x, [1, 0, 0, 0]), gives: [0, 0, 0, 0, 0, 0, ...rows.flat()] },
  { call: () => rearrange(line, 'a -> a', { to: /** @type {Any} */ ({ dtype: 'int8' }) }), says: 'did you mean type?', do: () => rearrange(line, 'a -> a', { to: { type: 'int8' } }), gives: [0, 1, 2] },
  { call: () => slice(x, /** @type {Any} */ ({ start: [1], stop: [2], step: [1] })), says: "in domain 'openvino', Slice-8 has it", do: () => slice(x, /** @type {Any} */ ({ start: [1], stop: [2], step: [1] }), /** @type {Any} */ ({ domain: 'openvino' })), gives: rows[1] },
  { call: () => gather(x, { dims: [2, 1], data: Int32Array.of(5, 0) }, { axis: 1, batch_dims: 1 }), says: "in domain 'openvino', Gather-7 has it", do: () => gather(x, { dims: [2, 1], data: Int32Array.of(5, 0) }, { axis: 1, batch_dims: 1 }, { domain: 'openvino' }), gives: [5, 6] },
  { call: () => pad(y, [0, 1], { axes: [1] }, { domain: 'openvino' }), says: "in domain 'ai.onnx', Pad-18 has it", do: () => pad(y, [0, 1], { axes: [1] }, { domain: 'ai.onnx' }), gives: [...rows[0], 0] },
  { call: () => sliceScatter(x, y, { start: [1], stop: [2], step: [1], updates: y }), says: 'give it as an argument before that', do: () => sliceScatter(x, y, { start: [1], stop: [2], step: [1] }), gives: [rows[0], rows[0]].flat() },
  { call: () => gather(x, [1], { out: new Float32Array(6) }), says: 'give it in the object after that', do: () => gather(x, [1], {}, { out: new Float32Array(6) }), gives: rows[1] },
  { call: () => tensorScatter(cache, token, { write_indices: [1], out: cache }), says: 'give it in the object after that', do: () => tensorScatter(cache, token, { write_indices: [1] }, { out: { ...cache, data: new Float32Array(12).map((_, i) => i) } }), gives: [rows[0], rows[0]].flat() },
  { call: () => pad(line, [1, 1], { mode: 'symmetric', domain: 'openvino' }), says: 'give it in the object after that', do: () => pad(line, [1, 1], { mode: 'symmetric' }, { domain: 'openvino' }), gives: [0, 0, 1, 2, 2] },
  { call: () => pad(line, [1, 1], { mode: 'symmetric' }), says: "in domain 'openvino', Pad-1 has it", do: () => pad(line, [1, 1], { mode: 'symmetric' }, { domain: 'openvino' }), gives: [0, 0, 1, 2, 2] },
  { call: () => pad(line, [1, 1], { mode: 'wrap' }, { opset: 13 }), says: 'Pad-19 has it', do: () => pad(line, [1, 1], { mode: 'wrap' }, { opset: 19 }), gives: [2, 0, 1, 2, 0] },
  { call: () => pad(line, [1, 1], {}, { mode: 'edge' }), says: 'it is a parameter, so give it before the options', do: () => pad(line, [1, 1], { mode: 'edge' }), gives: [0, 0, 1, 2, 2] },
  { call: () => gather(x, [1], {}, { axis: 0 }), says: 'it is a parameter, so give it before the options', do: () => gather(x, [1], { axis: 0 }), gives: rows[1] },
  { call: () => pad(x, [[1, 0]]), says: 'it needs 2 pairs, one for each axis', do: () => pad(x, [[1, 0], [0, 0]]), gives: [0, 0, 0, 0, 0, 0, ...rows.flat()] },
  { call: () => gather(x, null, { indices: [1] }), says: 'give it as an argument before that', do: () => gather(x, [1]), gives: rows[1] },

  // New arrays that are too large.
  { call: () => slice(vast, ':'), says: 'give arrays as out', do: () => slice(few, ':', { out: new Uint8Array(2) }), gives: [7, 7] },
  { call: () => slice(vast, ':'), says: "view: 'strided'", do: () => ({ data: [slice(vast, ':', { view: 'strided' }).dims[0]] }), gives: [2 ** 41] },
  { call: () => concat([vast, vast], 0), says: '; give arrays as out, or ask for less', do: () => concat([few, few], 0), gives: [7, 7, 7, 7] },
  { call: () => plan('Slice', [vast, ':']).allocate(), says: '; plan smaller outputs', do: () => plan('Slice', [vast, ':2']).run(vast, { out: plan('Slice', [vast, ':2']).allocate() }), gives: [[7, 7]] },

  // Tensors: what is given in place of one, or of its data.
  { call: cut({ dims: [3], data: [1, 2, 3] }), says: 'Float32Array.from(data)', do: { data: [1, 2, 3] }, use: (data) => slice({ dims: [3], data }, '...'), gives: [1, 2, 3] },
  { call: cut({ dims: [2, 2], data: [[1, 2], [3, 4]] }), says: 'Float32Array.from(data.flat(Infinity))', do: { data: [[1, 2], [3, 4]] }, use: (data) => slice({ dims: [2, 2], data }, '...'), gives: [1, 2, 3, 4] },
  { call: cut({ dims: [2, 2], data: [['a', 'b'], ['c', 'd']] }), says: 'data.flat(Infinity)', do: { data: [['a', 'b'], ['c', 'd']] }, use: (data) => slice({ dims: [2, 2], data }, '...'), gives: ['a', 'b', 'c', 'd'] },
  { call: cut({ dims: [1, 2], data: [[1n, 2n]] }), says: 'BigInt64Array.from(data.flat(Infinity), BigInt)', do: { data: [[1n, 2n]] }, use: (data) => slice({ type: 'int64', dims: [1, 2], data }, '...'), gives: [1n, 2n] },
  { call: cut({ dims: [3], data: [1n, 2n, 3n] }), says: 'BigInt64Array.from(data, BigInt)', do: { data: [1n, 2n, 3n] }, use: (data) => slice({ type: 'int64', dims: [3], data }, '...'), gives: [1n, 2n, 3n] },
  { call: cut({ dims: [3], data: [true, false, true] }), says: 'Uint8Array.from(data)', do: { data: [true, false, true] }, use: (data) => slice({ type: 'bool', dims: [3], data }, '...'), gives: [1, 0, 1] },
  { call: cut({ type: 'bfloat16', dims: [3], data: [1, 2, 0.5] }), says: "rearrange({ dims, data: Float64Array.from(data) }, '... -> ...', { to: 'bfloat16' })", do: { dims: [3], data: [1, 2, 0.5] }, gives: [0x3f80, 0x4000, 0x3f00] },
  { call: cut({ type: 'bfloat16', dims: [1], data: [twice] }), says: "rearrange({ dims, data: Float64Array.from(data) }, '... -> ...', { to: 'bfloat16' })", do: { dims: [1], data: [twice] }, gives: [0x3f81] },
  { call: cut({ type: 'bfloat16', dims: [1], data: Float64Array.of(twice) }), says: "rearrange({ dims, data }, '... -> ...', { to: 'bfloat16' })", do: { dims: [1], data: Float64Array.of(twice) }, gives: [0x3f81] },
  { call: cut({ type: 'bfloat16', dims: [1], data: [[3n]] }), says: "rearrange({ dims, data: Float64Array.from(data.flat(Infinity), Number) }, '... -> ...', { to: 'bfloat16' })", do: { dims: [1], data: [[3n]] }, gives: [0x4040] },
  { call: cut({ type: 'float32', dims: [2], data: [1n, 2n] }), says: 'Float32Array.from(data, Number)', do: { data: [1n, 2n] }, use: (data) => slice({ dims: [2], data }, '...'), gives: [1, 2] },
  { call: cut({ type: 'int32', dims: [2], data: [[1n], [2n]] }), says: 'Int32Array.from(data.flat(Infinity), Number)', do: { data: [[1n], [2n]] }, use: (data) => slice({ dims: [2], data }, '...'), gives: [1, 2] },
  { call: cut({ type: 'bool', dims: [2], data: [1n, 0n] }), says: 'Uint8Array.from(data, Number)', do: { data: [1n, 0n] }, use: (data) => slice({ type: 'bool', dims: [2], data }, '...'), gives: [1, 0] },
  { call: () => gather(line, { dims: [2], data: [2, 0] }), says: 'BigInt64Array.from(data, BigInt)', do: { data: [2, 0] }, use: (data) => gather(line, { type: 'int64', dims: [2], data }), gives: [2, 0] },
  { call: () => gather(line, { dims: [2], data: [2, 0] }), says: "type: 'int64'", do: () => gather(line, { type: 'int64', dims: [2], data: BigInt64Array.of(2n, 0n) }), gives: [2, 0] },
  { call: () => gather(line, { type: 'float32', dims: [1, 2], data: [[2n, 0n]] }), says: 'BigInt64Array.from(data.flat(Infinity), BigInt)', do: { data: [[2n, 0n]] }, use: (data) => gather(line, { type: 'int64', dims: [1, 2], data }), gives: [2, 0] },
  { call: () => slice(line, { starts: { dims: [1], data: [1] }, ends: [3] }), says: 'BigInt64Array.from(data, BigInt)', do: { data: [1] }, use: (data) => slice(line, { starts: { type: 'int64', dims: [1], data }, ends: [3] }), gives: [1, 2] },
  { call: () => tensorScatter({ ...y, dims: [1, 2, 3] }, { ...line, dims: [1, 1, 3] }, { write_indices: { dims: [1], data: [1] } }), says: 'BigInt64Array.from(data, BigInt)', do: { data: [1] }, use: (data) => tensorScatter({ ...y, dims: [1, 2, 3] }, { ...line, dims: [1, 1, 3] }, { write_indices: { type: 'int64', dims: [1], data } }), gives: [0, 1, 2, 0, 1, 2] },
  { call: () => evaluate('Split', [line, { dims: [2], data: [1, 2] }], { opset: 1 }), says: 'Float32Array.from(data)', do: { data: [1, 2] }, use: (data) => evaluate('Split', [line, { type: 'float32', dims: [2], data }], { opset: 1 }), gives: [[0], [1, 2]] },
  { call: () => pad(line, [0, 1], { value: { dims: [], data: [5] } }), says: 'give the value itself', do: () => pad(line, [0, 1], { value: 5 }), gives: [0, 1, 2, 5] },
  { call: () => rearrange(few8, 'a -> a', { to: { type: 'int8', table } }), says: 'Int8Array.from(table)', do: { table }, use: (one) => rearrange(few8, 'a -> a', { to: { type: 'int8', table: one } }), gives: [-1, -2] },
  { call: () => rearrange(few8, 'a -> a', { to: { type: 'int64', table } }), says: 'BigInt64Array.from(table, BigInt)', do: { table }, use: (one) => rearrange(few8, 'a -> a', { to: { type: 'int64', table: one } }), gives: [-1n, -2n] },
  { call: () => rearrange(few8, 'a -> a', { to: { type: 'float32', table: table.map(BigInt) } }), says: 'Float32Array.from(table, Number)', do: { table: table.map(BigInt) }, use: (one) => rearrange(few8, 'a -> a', { to: { type: 'float32', table: one } }), gives: [-1, -2] },
  { call: () => rearrange(few8, 'a -> a', { to: { type: 'bfloat16', table } }), says: "rearrange({ dims, data: Float64Array.from(table) }, '... -> ...', { to: 'bfloat16' }).data", do: { dims: [256], table }, use: (one) => rearrange(few8, 'a -> a', { to: { type: 'bfloat16', table: one } }), gives: [0xbf80, 0xc000] },
  { call: () => rearrange(few8, 'a -> a', { to: { type: 'int8', table: [table, table], along: 'a' } }), says: 'Int8Array.from(table)', do: { table }, use: (one) => rearrange(few8, 'a -> a', { to: { type: 'int8', table: [one, one], along: 'a' } }), gives: [-1, -2] },
  { call: () => rearrange(few8, 'a -> a', { to: { type: 'int8', table: Int8Array.from(table), along: 'a' } }), says: 'with along, give a list with one for each index', do: () => rearrange(few8, 'a -> a', { to: { type: 'int8', table: [Int8Array.from(table), Int8Array.from(table)], along: 'a' } }), gives: [-1, -2] },
  { call: cut({ type: 'f8e5m2', dims: [3], data: [1, 2, 0.5] }), says: 'give its bytes', do: () => rearrange({ type: 'f8e5m2', dims: [3], data: Uint8Array.of(0x3c, 0x40, 0x38) }, 'a -> a', { to: 'float32' }), gives: [1, 2, 0.5] },
  { call: cut({ type: 'float32', dims: [3], data: floats }), says: 'new Float32Array(new Uint8Array(data).buffer)', do: { data: floats }, use: (data) => slice({ dims: [3], data }, '...'), gives: [0, 1, 2] },
  { call: cut({ type: 'f32', dims: [3], data: iota(3) }), says: "did you mean 'float32'?", do: cut({ type: 'float32', dims: [3], data: iota(3) }), gives: [0, 1, 2] },
  { call: () => plan('slice', [x, '0']), says: "did you mean 'Slice'?", do: () => plan('Slice', [x, '0']).run(x), gives: [rows[0]] },
  { call: cut({ dims: [3], data: Promise.resolve(line.data) }), says: 'await it', do: async () => slice({ dims: [3], data: await Promise.resolve(line.data) }, '...'), gives: [0, 1, 2] },
  { call: cut(Promise.resolve(line)), says: 'await it', do: async () => slice(await Promise.resolve(line), '...'), gives: [0, 1, 2] },
  { call: cut({ dims: [3], data: proxied }), says: 'give the array itself', do: cut({ dims: [3], data: Float32Array.of(1, 2, 3) }), gives: [1, 2, 3] },
  { call: cut({ dims: new Proxy(Int32Array.of(3), {}), data: iota(3) }), says: 'give the array itself', do: cut({ dims: Int32Array.of(3), data: iota(3) }), gives: [0, 1, 2] },
  { call: cut(Float32Array.of(1, 2, 3)), says: '{ dims, data }', do: { dims: [3], data: Float32Array.of(1, 2, 3) }, use: (tensor) => slice(tensor, '...'), gives: [1, 2, 3] },
  { call: cut(new ArrayBuffer(12)), says: '{ dims, data }', do: { dims: [3], data: new Float32Array(new ArrayBuffer(12)) }, use: (tensor) => slice(tensor, '...'), gives: [0, 0, 0] },
  { call: cut({ data: line.data }), says: '{ type, dims, data }', do: { ...line, type: 'float32' }, use: (tensor) => slice(tensor, '...'), gives: [0, 1, 2] },
  { call: cut({ dims: [3] }), says: '{ dims, data }', do: line, use: (tensor) => slice(tensor, '...'), gives: [0, 1, 2] },
  { call: cut({ shape: [3], dtype: 'float32', data: () => 1, dataSync: () => line.data }), says: '{ shape, dtype, data: x.dataSync() }', do: { shape: [3], dtype: 'float32', x: { dataSync: () => line.data } }, use: (tensor) => slice(tensor, '...'), gives: [0, 1, 2] },
  { call: () => rearrange([line, line], 'n a -> a n'), says: 'concatFromSequence(list, { axis: 0, new_axis: 1 })', do: { list: [line, line] }, use: (tensor) => rearrange(tensor, 'n a -> a n'), gives: [0, 0, 1, 1, 2, 2] },
  { call: cut({ dims: [3], data: stale }), says: 'after a WebAssembly memory has grown, a new view', do: cut({ dims: [3], data: new Uint8Array(memory.buffer, 0, 3) }), gives: [0, 0, 0] },
  { call: () => concat([[y, y]], 0), says: 'leave out the brackets', do: () => concat([y, y], 0), gives: [rows[0], rows[0]].flat() },
  { call: () => evaluate('Concat', [[y, y]], { attributes: { axis: 0 } }), says: 'leave out the brackets', do: () => evaluate('Concat', [y, y], { attributes: { axis: 0 } }), gives: [[rows[0], rows[0]].flat()] },
  { call: () => evaluate('Slice', [[x], [0], [1]]), says: 'leave out the brackets', do: () => evaluate('Slice', [x, [0], [1]]), gives: [rows[0]] },
  { call: () => plan('ConcatFromSequence', [[y, y]], { attributes: { axis: 0 } }).run([[y, y]]), says: 'leave out the brackets', do: () => plan('ConcatFromSequence', [[y, y]], { attributes: { axis: 0 } }).run([y, y]), gives: [[rows[0], rows[0]].flat()] },
  { call: () => sliceScatter(y, [y], '...'), says: 'leave out the brackets', do: () => sliceScatter(y, y, '...'), gives: rows[0] },
  { call: () => assign({ ...y }, '...', [y]), says: 'leave out the brackets', do: () => assign({ ...y }, '...', y), gives: rows[0] },
  { call: () => gather([line, line], [1]), says: 'concatFromSequence(list, { axis: 0, new_axis: 1 })', do: { list: [line, line] }, use: (tensor) => gather(tensor, [1]), gives: [0, 1, 2] },
  { call: () => pad(stored, [0, 1]), says: "read it first with slice of 'microtome/source'", do: async () => pad(await sliceStored(stored, '...'), [0, 1]), gives: [0, 1, 2, 0] },
  { call: () => evaluate('Slice', [stored, [0], [2]]), says: "read it first with slice of 'microtome/source'", do: async () => evaluate('Slice', [await sliceStored(stored, '...'), [0], [2]]), gives: [[0, 1]] },
  { call: () => plan('Slice', [stored, '1']).run(stored), says: "read it first with slice of 'microtome/source'", do: async () => plan('Slice', [stored, '1']).run(await sliceStored(stored, '...')), gives: [[1]] },
  { call: () => assign({ ...y, dims: [2, 3], data: iota(6) }, '0', stored), says: "read it first with slice of 'microtome/source'", do: async () => assign({ dims: [1, 3], data: iota(3) }, '0', await sliceStored(stored, '...')), gives: [0, 1, 2] },
  { call: () => gather(stored, [2]), says: "import the function from 'microtome/source'", do: () => gatherStored(stored, [2]), gives: [2] },
  { call: cut([y, y]), says: 'concatFromSequence(list, { axis: 0, new_axis: 1 })', do: { list: [y, y] }, gives: [rows[0], rows[0]].flat() },
  { call: () => concat([], 0), says: 'at least one is needed', do: () => concat([y], 0), gives: rows[0] },
  { call: cut({ dtype: 'jpeg', shape: [3], data: line.data }), says: 'left out, Float32Array means float32', do: cut({ shape: [3], data: line.data }), gives: [0, 1, 2] },
  { call: () => plan('Slice', [line, '1']).allocate(Int8Array), says: 'pass such an array or its class', do: () => plan('Slice', [line, '1:']).run(line, { out: plan('Slice', [line, '1:']).allocate(Float32Array) }), gives: [[1, 2]] },

  // Slice strings.
  { call: () => slice(x, '0:2;1'), says: '0:2, 1', do: () => slice(x, '0:2, 1'), gives: [1, 7] },
  { call: () => slice(x, '0:2 1'), says: 'commas separate axes: 0:2, 1', do: () => slice(x, '0:2, 1'), gives: [1, 7] },
  { call: () => slice(x, '0-2'), says: 'a range has a colon: 0:2', do: () => slice(x, '0:2'), gives: rows.flat() },
  { call: () => slice(x, '0..2'), says: 'a range has a colon: 0:2', do: () => slice(x, '0:2'), gives: rows.flat() },
  { call: () => slice(x, '[0:2]'), says: 'leave out the brackets', do: () => slice(x, '0:2'), gives: rows.flat() },
  { call: () => slice(x, '01'), says: 'leave out leading zeros', do: () => slice(x, '1'), gives: rows[1] },
  { call: () => slice(x, 'x[0].T'), says: 'to transpose, call rearrange', do: () => rearrange(slice(x, '0:1'), 'a b -> b a'), gives: rows[0] },
  { call: () => slice(x, ':, [0, 2]'), says: 'to take listed indices, call gather(x, [0, 2])', do: () => gather(x, [1, 0]), gives: [...rows[1], ...rows[0]] },

  // Patterns.
  { call: () => rearrange({ ...x, dims: [2, 2, 3] }, 'hwc->chw'), says: 'separate names by blanks: h w c', do: () => rearrange({ ...x, dims: [2, 2, 3] }, 'h w c -> c h w'), gives: [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11] },
  { call: () => rearrange(line, 'h -> h 3'), says: '{ sizes: { n3: 3 } }', do: {}, use: (options) => rearrange(line, 'h -> h n3', options), gives: [0, 0, 0, 1, 1, 1, 2, 2, 2] },
  { call: () => rearrange(line, '3 -> 3'), says: '{ sizes: { n3: 3 } }', do: {}, use: (options) => rearrange(line, 'n3 -> n3', options), gives: [0, 1, 2] },
  { call: () => rearrange(x, 'a b'), says: "write the axes of the input, '->', and those of the output", do: () => rearrange(y, 'a b -> b a'), gives: rows[0] },
  { call: () => rearrange(y, 'a b -> b'), says: 'name it there, or write 1 for an axis of size 1', do: () => rearrange(y, '1 b -> b'), gives: rows[0] },
  { call: () => rearrange(y, '(... a) -> ... a'), says: 'on the left, write it outside of parentheses', do: () => rearrange(y, '... a -> (... a)'), gives: rows[0] },
  { call: () => rearrange(y, 'a (b c) -> a b c'), says: 'give one of them in sizes', do: () => rearrange(y, 'a (b c) -> a b c', { sizes: { b: 2 } }), gives: rows[0] },
]; // biome-ignore format: a table

/** Of any type: neither takes all of them. @param {Any} tensor @returns {Any} */
const copyOf = (tensor) =>
  /^complex/.test(tensor.type) ? slice(tensor, '...') : rearrange(tensor, '... -> ...');

/** Runs code that a message holds. @param {string} code @param {Record<string, unknown>} values */
const run = (code, values) => {
  const names = { ...library, ...values };
  return new Function(...Object.keys(names), `return (${code});`)(...Object.values(names));
};

/** @param {() => unknown} call */
function messageOf(call) {
  try {
    call();
  } catch (/** @type {Any} */ error) {
    assert.ok(error instanceof library.MicrotomeError, String(error));
    return error.message;
  }
  throw new assert.AssertionError({ message: 'the call succeeds' });
}

/** The code after `give`, at the end of a message. @param {string} message */
const given = (message) => /; give (?:bytes as )?([^;]*)$/.exec(message)?.[1] ?? '';

describe('a remedy', () => {
  for (const { call, says, do: how, use, gives } of ROWS)
    it(`works: ${says} ${call}`, async () => {
      const message = messageOf(call);
      assert.ok(message.includes(says), message);
      const value = await (typeof how === 'function' ? how() : run(says, how));
      assert.deepEqual(elementsOf(use === undefined ? value : use(value)), gives);
    });

  it('of new arrays that are too large is a view where the version has views, and only there', () => {
    const tall = { ...vast, shape: [1, 1, 2 ** 41], stride: [0, 0, 0] };
    const none = { ...tall, shape: [1, 1, 0] };
    /** @type {Record<string, Any[]>} */ const nodes = {
      Slice: [[tall, [0], [1]]],
      Split: [[tall, [1]]],
      SplitToSequence: [[tall]],
      VariadicSplit: [[tall, 0, [1]]],
      Rearrange: [[tall], { pattern: 'a b c -> a b c' }],
      Concat: [[tall, tall], { axis: 0 }],
      ConcatFromSequence: [[[tall, tall]], { axis: 0 }],
      SliceScatter: [[tall, none, [0], [0], [1], [2]]],
      TensorScatter: [[tall, { ...tall, shape: [1, 0, 2 ** 41] }]],
      Gather: [[tall, [0]]],
      Compress: [[tall, { type: 'bool', dims: [1], data: Uint8Array.of(1) }], { axis: 0 }],
      ScatterUpdate: [[tall, [], { ...tall, shape: [0, 1, 2 ** 41] }, 0]],
      Pad: [[tall, [0, 0, 0, 0, 0, 0]]],
    };
    assert.deepEqual(
      Object.keys(nodes).sort(),
      [...new Set(library.operators().map(({ op_type }) => op_type))].sort(),
    );
    for (const [op_type, [inputs, attributes]] of Object.entries(nodes)) {
      const evaluated = (/** @type {Any} */ view = undefined) =>
        evaluate(op_type, inputs, { attributes, view });
      assert.throws(evaluated, { code: 'too_large' }, op_type);
      const advised = /ask for view: '(\w+)'/.exec(messageOf(() => evaluated(undefined)))?.[1];
      if (advised) assert.equal(evaluated(advised).length, 1, op_type);
      else assert.throws(() => evaluated('strided'), { code: 'bad_argument' }, op_type);
    }
    const converts = () => rearrange(tall, '... -> ...', { to: 'int8' });
    assert.doesNotMatch(messageOf(converts), /view/);
  });

  it('of a cut of a file that takes too much fits what the call can do', async () => {
    const bytes = Uint8Array.from({ length: 12 }, (_, i) => i);
    const stored = (await open(bytes, { layout: { type: 'uint8', dims: [6, 2] }, gap: 0 })).tensor();
    const few = { maxBytes: 4 };
    const inTurn = async (
      /** @type {string[] | number[][]} */ list,
      /** @type {(one: Any) => Promise<Any>} */ take,
    ) => {
      const all = [];
      for (const one of list) all.push(...[await take(one)].flat().flatMap(({ data }) => [...data]));
      return all;
    };
    /** @type {[string, () => Promise<Any>, () => Promise<number[]>, number[]][]} */
    const calls = [
      ['ask for fewer indices at a time', () => gatherStored(stored, [5, 0, 3], {}, few), () => inTurn([[5], [0, 3]], (indices) => gatherStored(stored, indices, {}, few)), [10, 11, 0, 1, 6, 7]],
      ['ask for fewer slices at a time', () => slices(stored, ['0', '2', '4'], few), () => inTurn(['0', '2', '4'], (spec) => slices(stored, [spec], few)), [0, 1, 4, 5, 8, 9]],
      ['use parts or save', () => splitStored(stored, { num_outputs: 2 }, few), async () => {
        const all = [];
        for await (const { data } of parts(stored, '...', few)) all.push(...data);
        return all;
      }, [...bytes]],
    ]; // biome-ignore format: a table
    for (const [says, call, how, gives] of calls) {
      await assert.rejects(
        call,
        ({ code, message }) => code === 'too_costly' && message.endsWith(`raise it, or ${says}`),
      );
      assert.deepEqual(await how(), gives);
    }
    assert.equal(cost(stored, { indices: [0, 3] }).bytes, few.maxBytes);
  });

  it('of an Array in place of data gives these elements, whatever the type', () => {
    for (const { name, bits } of library.elementTypes()) {
      if (name === 'string') continue;
      const isFloat = /^(b?float|complex)/.test(name);
      const list = isFloat ? [1, 2, 0.5, 4] : [1, 0, 0, 1];
      const dims = [/^complex/.test(name) ? 2 : 4];
      for (const data of [list, [list.slice(0, 2), list.slice(2)]]) {
        const remedy = given(messageOf(cut({ type: name, dims, data })));
        if (remedy === 'its bytes') {
          assert.ok(bits < 8 || /^f8/.test(name), name);
          const bytes = Uint8Array.from({ length: bits }, (_, i) => 17 * i);
          assert.deepEqual([...rearrange({ type: name, dims: [8], data: bytes }, 'a -> a').data], [...bytes]);
          continue;
        }
        const value = run(remedy, { data, dims });
        /** @type {Any} */ const tensor = 'dims' in value ? value : { type: name, dims, data: value };
        assert.equal(tensor.type, name);
        /** @type {Any} */ const { data: elements } = /float16/.test(name)
          ? rearrange(tensor, 'a -> a', { to: 'float32' })
          : copyOf(tensor);
        assert.deepEqual(Array.from(elements, Number), list, `${name}: ${remedy}`);
      }
    }
  });

  it('of bytes in place of data gives these elements, whatever the type and wherever the bytes begin', () => {
    for (const { name, classes } of library.elementTypes()) {
      if (name === 'string') continue;
      const bytes = Uint8Array.from({ length: 32 }, (_, i) => (i % 4 === 3 ? 63 : i)); // no NaN
      const pooled = Buffer.concat([Buffer.alloc(1), bytes]).subarray(1);
      const view = new DataView(Uint8Array.of(9, ...bytes, 9).buffer, 1, 32);
      for (const data of [
        bytes.slice().buffer,
        view,
        ...(classes.includes('Uint8Array') ? [] : [bytes, pooled]),
      ]) {
        const elements = run(given(messageOf(cut({ type: name, dims: [1], data }))), { data });
        const { group, entries } =
          library.elementTypes().find((/** @type {Any} */ row) => row.name === name) ?? assert.fail();
        if (elements.length % entries > 0) continue; // 32 bytes are no whole number of groups
        const dims = [(elements.length / entries) * group];
        /** @type {Any} */ const copy = copyOf({ type: name, dims, data: elements }).data;
        assert.deepEqual(
          [...new Uint8Array(copy.buffer, copy.byteOffset, copy.byteLength)],
          [...bytes],
          name,
        );
      }
    }
  });

  it('of floats in place of halves converts them', () => {
    for (const [name, bits] of Object.entries({
      float16: [0x3c00, 0x4000, 0x3800],
      bfloat16: [0x3f80, 0x4000, 0x3f00],
    }))
      for (const data of [Float32Array.of(1, 2, 0.5), Float64Array.of(1, 2, 0.5), [1, 2, 0.5]]) {
        /** @type {Any} */ const tensor = run(given(messageOf(cut({ type: name, dims: [3], data }))), {
          data,
          dims: [3],
        });
        assert.deepEqual([...halves(tensor)], bits);
      }
  });

  it('of a type that is spelt as elsewhere is that type', () => {
    const spellings = {
      float32: 'f32 F32 FLOAT float Float fp32 FP32 torch.float32 torch.float np.float32 <f4 |f4 =f4 Float32Array FLOAT32 tf.float32',
      float64: 'f64 F64 double DOUBLE torch.double <f8 Float64Array FLOAT64',
      float16: 'f16 F16 half fp16 FLOAT16 torch.half <f2 Float16Array',
      bfloat16: 'BF16 bf16 BFLOAT16 BFloat16 torch.bfloat16',
      uint8: 'U8 u8 UINT8 byte torch.uint8 |u1 Uint8Array np.uint8',
      int8: 'i8 I8 INT8 char torch.int8 |i1 Int8Array',
      uint16: 'u16 U16 UINT16 <u2 Uint16Array',
      int16: 'i16 I16 INT16 short torch.short <i2 Int16Array',
      uint32: 'u32 U32 UINT32 <u4 Uint32Array',
      int32: 'i32 I32 INT32 int torch.int <i4 Int32Array',
      uint64: 'u64 U64 UINT64 <u8',
      int64: 'i64 I64 INT64 long torch.long torch.int64 <i8',
      bool: 'BOOL Bool torch.bool |b1 np.bool_',
      string: 'STRING String',
      complex64: 'C64 COMPLEX64 torch.complex64 <c8',
      complex128: 'c128 COMPLEX128 torch.complex128 <c16',
      uint4: 'UINT4',
      int4: 'INT4',
      f8e4m3: 'F8_E4M3 F8E4M3',
      float8e4m3fn: 'FLOAT8E4M3FN torch.float8_e4m3fn',
      float8e5m2: 'FLOAT8E5M2 torch.float8_e5m2 float8_e5m2',
      float4e2m1: 'FLOAT4E2M1',
    }; // biome-ignore format: a table
    const SAME = {
      float8e5m2: 'f8e5m2',
      float8e4m3fn: 'f8e4m3',
      float4e2m1: 'f4e2m1',
      uint4: 'u4',
      int4: 'i4',
    };
    for (const [type, words] of Object.entries(spellings))
      for (const word of words.split(' ')) {
        const message = messageOf(cut({ type: word, dims: [1], data: [1] }));
        const meant = /^Slice-\d+: data: '.*' is not an element type \(did you mean '(\w+)'\?\); /.exec(
          message,
        )?.[1];
        assert.ok(meant === type || meant === Reflect.get(SAME, type), `${word}: ${message}`);
      }
    const others =
      'constructor __proto__ hasOwnProperty float33 f uint2 int2 UINT2 torch.uint2 torch.float8_e5m2fnuz Q4_0 >f4 :';
    for (const word of ['', ' ', ...others.split(' ')])
      assert.doesNotMatch(
        messageOf(cut({ type: word, dims: [1], data: [1] })),
        word === 'f' ? /\[/ : /did you mean/,
        word,
      );
  });
});

/** Text after a semicolon that is no remedy: it says which values are legal, or why. */
const LEGAL = [
  /^at most /, /^it needs $/, /^known are /, /^it must (be|have) /, /^legal are /, /^the options here are /, /^it joins /, /^a (slice|step|pattern|tensor of) /, /^axes are /,
  /^'1:3', or $/, /^\[$/, /^\[\$/,
]; // biome-ignore format: a list
it('no remedy is without a row', () => {
  const files = [
    ...filesUnder('web/lib/arguments', /\.ts$/),
    ...['base/arrays', 'base/describe', 'core/operators', 'move/move', 'call/call', 'call/plan'].map(
      (name) => `web/lib/${name}.ts`,
    ),
  ];
  assert.ok(files.length >= 12);
  const told = ROWS.map(({ call }) => messageOf(call));
  const found = files.flatMap((path) => {
    const source = readFileSync(inRoot(path), 'utf8');
    const { code } = transformSync(source, { loader: 'ts', minifyWhitespace: true, legalComments: 'none' });
    assert.doesNotMatch(code, /\/\*|\/\//, 'comments are gone, and a blank after a semicolon is in a string');
    const advice = [/; ([a-z][^"'`$]*)/g, /such as ([^"`$]+)/g, /\(((?:await|give|did) [^"'`$)]+)/g];
    const calls = /["'`]([a-z]\w+\([^"`]*\))["'`]/g;
    return [...advice, calls].flatMap((pattern) => [...code.matchAll(pattern)].map(([, words]) => words));
  });
  assert.ok(found.length >= 50, `${found.length}: this test still finds them`);
  const without = found.filter(
    (words) =>
      !LEGAL.some((pattern) => pattern.test(words)) && !told.some((message) => message.includes(words)),
  );
  assert.deepEqual(without, []);
});
