// TypeScript must not infer a result's class from what a program expects: it is the input's, unless `out` or `to` is given.
import {
  concat,
  evaluate,
  gather,
  pad,
  plan,
  type Result,
  rearrange,
  slice,
  split,
} from '../../../web/lib/index.ts';
import { open, slice as sliceStored, split as splitStored } from '../../../web/lib/source.ts';

type Pixels = Result<'uint8', Uint8ClampedArray<ArrayBuffer>>;
declare const count: number;
const bytes = { dims: [1], data: new Uint8Array(1) };
const planned = plan('Slice', [{ type: 'uint8', dims: [1] }, '0']);
const stored = (await open(bytes.data, { layout: { type: 'uint8', dims: [1] } })).tensor();

export const whole: Pixels = slice(bytes, '0', { out: new Uint8ClampedArray(1) });
// @ts-expect-error it is a Uint8Array
export const part: Pixels = slice(bytes, '0');
// @ts-expect-error it is a Uint8Array
export const piece: Pixels = split(bytes, { num_outputs: 1 })[0];
// @ts-expect-error they are Uint8Arrays
export const pieces: Pixels[] = split(bytes, { num_outputs: count });
// @ts-expect-error it is a Uint8Array
export const joined: Pixels = concat([bytes], 0);
// @ts-expect-error it is a Uint8Array
export const same: Pixels = rearrange(bytes, 'n -> n');
// @ts-expect-error it is a Uint8Array
export const converted: Pixels = rearrange(bytes, 'n -> n', { to: 'uint8' });
// @ts-expect-error it is a Uint8Array
export const rows: Pixels = gather(bytes, [0]);
// @ts-expect-error it is a Uint8Array
export const padded: Pixels = pad(bytes, [1, 1]);
// @ts-expect-error they are Uint8Arrays
export const evaluated: Pixels[] = evaluate('Slice', [bytes, [0], [1]]);
// @ts-expect-error they are Uint8Arrays
export const run: Pixels[] = planned.run(bytes);
// @ts-expect-error they are Uint8Arrays
export const bound: () => Pixels[] = planned.bind(bytes);
// @ts-expect-error they are Uint8Arrays
export const arrays: Uint8ClampedArray[] = planned.allocate();
// @ts-expect-error it is a Uint8Array
export const fetched: Pixels = await sliceStored(stored, '0');
// @ts-expect-error they are Uint8Arrays
export const all: Pixels[] = await splitStored(stored, { num_outputs: count });
