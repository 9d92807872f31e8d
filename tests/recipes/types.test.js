// Other libraries' own types go in and ours go back, by the word of the compiler, from the declarations that are shipped.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { inRoot } from '../../tools/common/paths.js';
import { homeOf } from '../packages.js';
import { linkItself } from './host.js';

const SOURCE = `
import { slice } from 'microtome';
import { fromArrow, videoPlanes } from 'microtome/interop';
import { Tensor as Ort, type TypedTensor } from 'onnxruntime-web';
import { Tensor as Transformers } from '@huggingface/transformers';
import * as tf from '@tensorflow/tfjs-core';
import { makeVector, type Float32, type Table, type Vector } from 'apache-arrow';

declare const ort: TypedTensor<'float32'>;
const cut = slice(ort, '0');
cut.data satisfies Float32Array;
new Ort(cut.type, cut.data, cut.dims);

declare const hidden: Transformers;
slice(hidden, '0');
new Transformers(cut.type, cut.data, [...cut.dims]);
tf.tensor(cut.data, [...cut.dims], cut.type);

declare const vector: Vector<Float32>;
declare const table: Table;
slice(fromArrow(vector), '1:');
fromArrow(table.getChild('x')!);
makeVector(cut.data);

declare const frame: VideoFrame;
const bytes = new Uint8Array(4);
const [y] = videoPlanes(frame.format!, frame.visibleRect!, bytes, await frame.copyTo(bytes));
slice(y, '::2').data satisfies Uint8Array;
// @ts-expect-error a frame is no vector
fromArrow(frame);
`;

const OPTIONS = {
  strict: true,
  noEmit: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['esnext', 'dom'],
  types: [],
  skipLibCheck: true,
};

before(linkItself);

it('the types of other libraries fit', () => {
  const project = join(homeOf('recipes'), 'tsconfig.json');
  writeFileSync(join(homeOf('recipes'), 'types.mts'), SOURCE);
  writeFileSync(project, JSON.stringify({ compilerOptions: OPTIONS, files: ['types.mts'] }));
  const tsc = inRoot('node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '--project', project], { encoding: 'utf8' });
  assert.deepEqual([status, stdout], [0, '']);
});
