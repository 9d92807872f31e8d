// A plan's data and the arrays that it allocates.
import { type Move, plan } from '../../../web/lib/index.ts';
import { is } from './is.ts';

const planned = plan('Split', [{ type: 'uint8', dims: [4, 4] }], { attributes: { axis: 1, num_outputs: 4 } });
const pixels = new Uint8ClampedArray(16);

is<readonly Move<'cut'>[]>()(planned.moves, true);
is<'runs' | 'staged' | 'scalar'>()(planned.moves[0].way, true);
// @ts-expect-error: the plan's data is frozen
planned.moves[0].sizes[0] = 1;

is<Uint8ClampedArray<ArrayBuffer>[]>()(planned.allocate(pixels), true);
is<Uint8ClampedArray<ArrayBuffer>[]>()(planned.allocate(Uint8ClampedArray), true);
planned.run({ dims: [4, 4], data: pixels }, { out: planned.allocate(pixels, { arena: true }) });
planned.run({ dims: [4, 4], data: new Uint8Array(16) }, { out: planned.allocate(Uint8Array) });
// @ts-expect-error: float32 arrays do not hold uint8
planned.allocate(new Float32Array(1));

is<Float32Array<ArrayBuffer>[]>()(plan('Slice', [{ type: 'float32', dims: [4] }, [0], [2]]).allocate(), true);
is<string[][]>()(plan('Slice', [{ type: 'string', dims: [4] }, [0], [2]]).allocate(), true);
