// Calls that only `--against` measures: what kinds.js lacks, because NumPy or code by hand would say nothing about it.

/** @import { Library, Call } from './kinds.js' */

const floats = (/** @type {number} */ count) => Float32Array.from({ length: count }, (_, i) => i);
const square = () => ({ dims: [64, 64], data: floats(4096) });
const moving = (/** @type {number} */ i) => ({ r: (i * 5) % 53, c: (i * 7) % 47 });
const none = () => ({});
const pixels = () => ({ dims: [1, 4096], data: new Uint8Array(4096).fill(3) });

/** @type {readonly { id: string, parameters: (i: number) => Record<string, number>, ours: (library: Library) => Call }[]} */
export const PAIR_KINDS = [
  { id: 'lists of 4 x 4', parameters: moving, ours: ({ slice }) => {
    const x = square();
    return ({ r, c }) => slice(x, { starts: [r, c], ends: [r + 4, c + 4], axes: [0, 1], steps: [1, 1] });
  } },
  { id: 'string of 4 x 4', parameters: moving, ours: ({ slice }) => {
    const x = square();
    return ({ r, c }) => slice(x, `${r}:${r + 4}, ${c}:${c + 4}`);
  } },
  { id: 'string, repeated', parameters: none, ours: ({ slice }) => {
    const x = square();
    return () => slice(x, '4:8, 8:12');
  } },
  { id: 'out, repeated', parameters: none, ours: ({ slice }) => {
    const [x, out] = [square(), new Float32Array(16)];
    return () => slice(x, { starts: [4, 8], ends: [8, 12] }, { out });
  } },
  { id: 'out', parameters: moving, ours: ({ slice }) => {
    const [x, out] = [square(), new Float32Array(16)];
    return ({ r, c }) => slice(x, { starts: [r, c], ends: [r + 4, c + 4], axes: [0, 1] }, { out });
  } },
  { id: 'run of 4 x 4, out', parameters: none, ours: ({ plan }) => {
    const [x, planned] = [square(), plan('Slice', [{ type: 'float32', dims: [64, 64] }, [4, 8], [8, 12]])];
    const out = planned.allocate();
    return () => planned.run(x, { out });
  } },
  { id: 'run of 1,024 rows, out', parameters: none, ours: ({ plan }) => {
    const x = { dims: [1024, 1024], data: floats(1 << 20) };
    const planned = plan('Slice', [{ type: 'float32', dims: x.dims }, [0, 100], [1024, 228]]);
    const out = planned.allocate();
    return () => planned.run(x, { out });
  } },
  { id: 'boxes', parameters: none, ours: ({ gather }) => {
    const x = { dims: [8400, 4], data: floats(8400 * 4) };
    const indices = Array.from({ length: 300 }, (_, i) => i * 28);
    return () => gather(x, indices, { axis: 0 });
  } },
  { id: '4,096 scales', parameters: none, ours: ({ rearrange }) => {
    const [x, scale] = [pixels(), floats(4096)];
    return () => rearrange(x, 'n c -> n c', { to: { type: 'float32', scale, along: 'c' } });
  } },
  { id: 'rearrange 4 x 6', parameters: none, ours: ({ rearrange }) => {
    const x = { dims: [4, 6], data: floats(24) };
    return () => rearrange(x, 'a b -> b a');
  } },
  { id: '24 bytes to planes', parameters: none, ours: ({ rearrange }) => {
    const x = { dims: [2, 4, 3], data: new Uint8Array(24).fill(3) };
    return () => rearrange(x, 'h w c -> c h w', { to: { type: 'float32', scale: 1 / 255 } });
  } },
  { id: 'strided, repeated', parameters: none, ours: ({ slice }) => {
    const x = square();
    return () => slice(x, '4:8, 8:12', { view: 'strided' });
  } },
  { id: 'table of int16', parameters: none, ours: ({ rearrange }) => {
    const [x, table] = [{ dims: [160], data: new Uint8Array(160).fill(3) }, Int16Array.from({ length: 256 }, (_, i) => i)];
    return () => rearrange(x, 'n -> n', { to: { type: 'int16', table } });
  } },
]; // biome-ignore format: a table
