// Other libraries' own types go in and ours go back, by the word of the compiler, from the declarations that are shipped: in every
// recipe of docs/recipes.md, and in what no recipe shows.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { homeOf } from '../../tools/common/packages.js';
import { compile, SHIPPED } from '../node/types/compile.js';
import { nameOf, programsOf, recipe } from '../support/document_blocks.js';
import { linkItself } from './host.js';
import { RECIPES } from './recipes.js';

const SOURCE = `
import { slice, split, variadicSplit } from 'microtome';
import { fromArrow, videoPlanes } from 'microtome/interop';
import { Tensor as Ort, type TypedTensor } from 'onnxruntime-web';
import { Tensor as Transformers } from '@huggingface/transformers';
import * as tf from '@tensorflow/tfjs-core';
import { makeVector, type Bool, type FixedSizeList, type Float32, type Table, type Vector } from 'apache-arrow';
import ndarray from 'ndarray';

declare const ort: TypedTensor<'float32'>;
const cut = slice(ort, '0');
cut.data satisfies Float32Array;
new Ort(cut.type, cut.data, cut.dims);

declare const hidden: Transformers;
slice(hidden, '0');
new Transformers(cut.type, cut.data, [...cut.dims]);
tf.tensor(cut.data, [...cut.dims], cut.type);
declare const bytes4: TypedTensor<'uint4'>;
const [low] = variadicSplit(bytes4, 0, [1, -1]);
low.type satisfies 'uint4';
new Ort(low.type, low.data, low.dims);
// @ts-expect-error Slice has no uint4
slice(bytes4, '0');

declare const sizes: TypedTensor<'int64'>;
split(ort, { split: sizes });
// @ts-expect-error a tensor of any type may hold floats
slice(ort, { starts: hidden, ends: hidden });
slice(ort, { starts: hidden.data as BigInt64Array, ends: hidden.data as BigInt64Array });
const bounds = ndarray(Int32Array.of(1, 2), [2]).step(-1);
slice(ort, { starts: bounds, ends: bounds });
variadicSplit(ort, 0, ndarray(new Uint8Array(2), [2]));
// @ts-expect-error floats are no integers
slice(ort, { starts: ndarray(new Float32Array(2), [2]), ends: bounds });

declare const vector: Vector<Float32>;
declare const table: Table;
slice(fromArrow(vector), '1:');
fromArrow(table.getChild('x')!);
makeVector(cut.data);
fromArrow(vector).data satisfies Float32Array;
declare const lists: Vector<FixedSizeList<FixedSizeList<Float32>>>;
fromArrow(lists).data satisfies Float32Array;
declare const bools: Vector<Bool>;
fromArrow(bools).data satisfies Uint8Array;

declare const frame: VideoFrame;
const bytes = new Uint8Array(4);
const [y] = videoPlanes(frame.format!, frame.visibleRect!, bytes, await frame.copyTo(bytes));
slice(y, '::2').data satisfies Uint8Array;
// @ts-expect-error a frame is no vector
fromArrow(frame);
`;

const HOST = { lib: ['esnext', 'dom'], options: { skipLibCheck: true } };

/**
 * What TypeScript needs and a recipe leaves out: types of parameters, and `!` where a value is not null.
 * @type {[RegExp, string][]}
 */
const ANNOTATIONS = [
  [/\(length\) =>/, '(length: number) =>'],
  [/\(at\) =>/, '(at: number) =>'],
  [
    /upright\(picture, orientation\)/,
    'upright(picture: { dims: number[]; data: Uint8ClampedArray }, orientation: number)',
  ],
  [/planesOf\(frame\)/, 'planesOf(frame: VideoFrame)'],
  [/frame\.format, frame\.visibleRect/, 'frame.format!, frame.visibleRect!'],
  [/\.getContext\('2d'.*?\)/, '$&!'],
];

/**
 * Compiles files in the folder of the packages, whose declarations are not ours to check; gives what is wrong.
 * @param {string} name of the project
 * @param {Record<string, string>} files
 */
const compiled = (name, files) =>
  compile(join(homeOf('tests/recipes'), 'compiled', name), SHIPPED, files, HOST).stdout;

/** @param {string} code of a recipe */
const annotated = (code) =>
  ANNOTATIONS.reduce((text, [said, told]) => text.replaceAll(new RegExp(said, 'g'), told), code);

before(linkItself);

it('the types of other libraries fit', () => {
  assert.equal(compiled('types', { 'types.mts': SOURCE }), '');
});

it('every recipe is strict TypeScript, with the types of its packages', () => {
  /** @type {Record<string, string>} */
  const files = {};
  for (const program of programsOf('docs/recipes.md')) {
    const { section, code } = program;
    const [first, ...others] = RECIPES.find(({ heading }) => heading === section.at(-1))?.packages ?? [''];
    files[`${nameOf(program)}.mts`] = annotated(code);
    for (const [file, text] of Object.entries(program.files))
      files[`${nameOf(program)}_${file.replace(/js$/, 'mts')}`] = annotated(text);
    for (const other of others)
      files[`${nameOf(program)}_${other}.mts`] = annotated(code).replaceAll(`'${first}'`, `'${other}'`);
  }
  const all = Object.values(files).join('\n');
  for (const [said, told] of ANNOTATIONS) {
    assert.ok(all.includes(told.replace('$&', '')), `nothing says ${said} any more: remove its row`);
  }
  assert.ok(Object.keys(files).length > 15 && all.includes("from 'onnxruntime-node'"));
  assert.equal(compiled('recipes', files), '');
});

it('a mistake in a recipe would be found', () => {
  const { code } = recipe('ONNX Runtime');
  const wrong = annotated(code).replace('last.type, last.data', 'last.type, last.date');
  assert.match(
    compiled('wrong', { 'wrong.mts': wrong }),
    /wrong\.mts\(\d+,\d+\): error TS2339: Property 'date'/,
  );
});
