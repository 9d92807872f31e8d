// Elements at listed indices.
import {
  evaluate,
  gather,
  type Plan,
  plan,
  type Result,
  type Tensor,
  type TensorLike,
} from '../../../web/lib/index.ts';
import { type Fresh, is } from './is.ts';

const floats = { type: 'float32', dims: [2, 3], data: new Float32Array(6) } as const;
const pixels = { dims: [2], data: new Uint8ClampedArray(2) };
const halves = { type: 'float16', dims: [2], data: new Uint16Array(2) } as const;
const nibbles = { type: 'uint4', dims: [2], data: new Uint8Array(1) } as const;
const texts = { dims: [1], data: ['a'] };
const layout = { type: 'uint8', dims: [2] } as const;
const table = { dims: [2, 1], data: Int32Array.of(1, 0) };
declare const some: Tensor;
declare const like: TensorLike;

// Type and class of what comes out are those of the input.
is<Result<'float32', Float32Array<ArrayBuffer>>>()(gather(floats, [1, 0]), true);
is<Result<'uint8', Uint8ClampedArray<ArrayBuffer>>>()(gather(pixels, 0n), true);
is<Result<'float16', Uint16Array<ArrayBuffer>>>()(gather(halves, Uint8Array.of(1)), true);
is<Result<'string', string[]>>()(gather(texts, BigInt64Array.of(0n), null), true);
is<'uint4'>()(gather(nibbles, table, { axis: -1 }).type, true);
is<Fresh>()(gather(some, -1), true);
gather(like, table, { axis: 1n, batch_dims: 1 }, { domain: 'openvino', opset: 8, out: new Uint8Array(4) });

// @ts-expect-error batches are OpenVINO's
gather(floats, table, { batch_dims: 1 });
// @ts-expect-error
gather(floats, table, { batch_dims: 1 }, { domain: 'ai.onnx' });
// @ts-expect-error a fraction is no index
gather(floats, 1.5);
// @ts-expect-error
gather(floats);
// @ts-expect-error
gather(floats, '0');
// @ts-expect-error
gather(floats, [[0], [1]]);
// @ts-expect-error
gather(floats, [0.5, true]);
// @ts-expect-error
gather(floats, { dims: [1], data: Float32Array.of(1) });
// @ts-expect-error
gather(floats, [0], 1);
// @ts-expect-error
gather(floats, [0], { indices: [1] });
// @ts-expect-error
gather(floats, [0], {}, { view: true });
// @ts-expect-error
gather(floats, [0], {}, { out: new Uint8Array(3) });

// A plan runs on the data alone, and has no views.
const planned = plan('Gather', [layout, [1, 1]], { attributes: { axis: 0 } });
is<Plan<'uint8', 'gather'>>()(planned, true);
is<Result<'uint8', Uint8ClampedArray<ArrayBuffer>>[]>()(planned.run(pixels), true);
planned.run(pixels, { out: new Uint8ClampedArray(2), view: false });
is<number>()(planned.moves[0].streams[0].output, true);
is<readonly number[] | undefined>()(planned.moves[0].positions?.list, true);
// @ts-expect-error
planned.run(pixels, { view: true });
// @ts-expect-error
planned.run([pixels]);
is<Result<'float32', Float32Array<ArrayBuffer>>[]>()(evaluate('Gather', [floats, [1]]), true);
evaluate('Gather', [floats, table, 0], { domain: 'openvino', attributes: { batch_dims: 0 }, view: false });
// @ts-expect-error
evaluate('Gather', [floats, [1]], { view: 'strided' });
// @ts-expect-error
evaluate('Pad', [floats, [0, 0, 0, 0]], { view: true });
