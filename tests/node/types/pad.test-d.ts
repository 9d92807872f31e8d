// Padding, and values that fill.
import {
  assign,
  evaluate,
  type Plan,
  pad,
  plan,
  type Result,
  type Tensor,
  type TensorLike,
} from '../../../web/lib/index.ts';
import { type Fresh, is } from './is.ts';

const floats = { type: 'float32', dims: [2, 3], data: new Float32Array(6) } as const;
const bytes = { dims: [2], data: new Uint8Array(2) };
const pixels = { dims: [2], data: new Uint8ClampedArray(2) };
const bools = { type: 'bool', dims: [2], data: new Uint8Array(2) } as const;
const nibbles = { type: 'uint4', dims: [2], data: new Uint8Array(1) } as const;
const texts = { dims: [1], data: ['a'] };
const layout = { type: 'uint8', dims: [2] } as const;
declare const some: Tensor;
declare const like: TensorLike;

// Type and class of what comes out are those of the input.
is<Result<'float32', Float32Array<ArrayBuffer>>>()(pad(floats, [[1, 1], [0, 2]]), true); // biome-ignore format: one line
is<Result<'uint8', Uint8ClampedArray<ArrayBuffer>>>()(pad(pixels, [1, 1], { mode: 'edge' }), true);
is<Result<'string', string[]>>()(pad(texts, Int32Array.of(1, 1), { value: '' }), true);
is<'uint4'>()(pad(nibbles, [1n, 1n], { value: 3n, axes: [-1] }).type, true);
is<Fresh>()(pad(some, { dims: [2], data: BigInt64Array.of(1n, 1n) }), true);
pad(like, [1, 1], { mode: 'symmetric' }, { domain: 'openvino', out: new Uint8Array(4) });
pad(bools, [0, 1], { value: true });
pad(floats, [0, 1, 0, 1], { value: { dims: [], data: Float32Array.of(1) }, mode: null, axes: null });

// A value is one of the type.
assign(bytes, '0', 7);
assign(bytes, ':', 7n);
assign(bools, { starts: [0], ends: [1] }, false);
assign(texts, '0', 'x');
assign(nibbles, '0', 3);
assign(floats, '0', 0.5);
is<typeof bytes>()(assign(bytes, '0', 7), true);
// @ts-expect-error
assign(bytes, '0', true);
// @ts-expect-error
assign(texts, '0', 1);
// @ts-expect-error
assign(floats, '0', 1n);
// @ts-expect-error
assign(bytes, '0', '1');
// @ts-expect-error
pad(floats, [0, 1, 0, 1], { value: true });
// @ts-expect-error
pad(floats, [0, 1, 0, 1], { mode: 'mirror' });
// @ts-expect-error
pad(floats, 1);
// @ts-expect-error
pad(floats, [0, 1, 0, 1], {}, { view: true });

// A plan runs on the data alone, and has no views.
const planned = plan('Pad', [layout, [1, 1], 9], { attributes: { mode: 'constant' } });
is<Plan<'uint8', 'fill'>>()(planned, true);
is<Result<'uint8', Uint8Array<ArrayBuffer>>[]>()(planned.run(bytes), true);
planned.bind(pixels, { out: new Uint8ClampedArray(4) });
is<number | undefined>()(planned.moves[0].streams[0].input, false);
is<number>()(planned.moves[0].streams[0].input, true);
// @ts-expect-error
planned.run(bytes, { view: true });
is<Result<'uint8', Uint8Array<ArrayBuffer>>[]>()(evaluate('Pad', [bytes, [1, 1], 5]), true);
plan('Assign', [layout, '0', 5]).run([bytes]);
plan('Assign', [bools, '0', true]).bind([bools]);
