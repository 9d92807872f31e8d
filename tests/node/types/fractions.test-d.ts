// Fractions in lists of indices.
import { gather } from '../../../web/lib/index.ts';

declare const floats: { dims: [2]; data: Float32Array };
declare const indices: number[];
gather(floats, [0, -1, 1n]);
gather(floats, indices);
// @ts-expect-error a fraction is no index
gather(floats, [0.5]);
// @ts-expect-error
gather(floats, [0, 1.5], { axis: 0 });
