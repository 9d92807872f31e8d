// The file panel's worker: reads a file and holds its tensor, cuts it, lists the first elements, writes files, and times cuts.

import { serve } from '../../background/serve.js';
import { sizeOf } from '../../model/integers.js';
import { rangesOf } from '../../model/slice.js';
import { sayBytes } from '../../say.js';
import { startLibrary } from '../../shell/library.js';
import { allocateFor, planCut, runnerOf } from '../cut/cut.js';
import { isNpy, readNpy, writeNpy } from '../files/npy.js';
import { preview } from './preview.js';

/** @import { Tell } from '../../background/helper.js' */
/** @import { Range } from '../../model/slice.js' */
/** @import { FileTensor } from '../files/npy.js' */

const MOST_BYTES = 2 ** 31;

/** @type {FileTensor} */
let held;
/** The last cut. @type {{ spec: string, ranges: Range[], tensor: FileTensor } | null} */
let made = null;

serve({
  /** @param {{ file?: Blob, example?: string }} what */
  async open({ file, example }, tell) {
    await startLibrary();
    const blob = file ?? (await import('./make_example.js')).makeExample(example ?? '');
    const bytes = await readBytes(blob, tell);
    tell(1, 'reading the elements');
    const { tensor, facts } = isNpy(bytes) ? readNpy(bytes) : await readOther(bytes);
    held = tensor;
    made = null;
    const count = sizeOf(tensor.dims).toLocaleString('en');
    facts.push(['elements', `${count} of ${tensor.type}`], ['file', sayBytes(bytes.length)]);
    return { facts, dims: tensor.dims, type: tensor.type, preview: preview(tensor) };
  },
  /** @param {string} spec */
  cut(spec) {
    const since = performance.now();
    made = cut(spec);
    const ms = performance.now() - since;
    const { ranges, tensor } = made;
    return { dims: tensor.dims, ms, preview: preview(tensor), cut: { ranges, splits: [] } };
  },
  async contest({ cut: work, withPeer }, tell) {
    const { contest } = await import('../timing/contest.js');
    return contest({ source: held, cut: work, withPeer }, tell);
  },
  /** @param {{ format: 'npy' | 'pb', spec: string }} what */
  async write({ format, spec }) {
    const { tensor } = made?.spec === spec ? made : cut(spec); // another worker may have cut it
    if (format === 'npy') return new Blob(/** @type {BlobPart[]} */ (writeNpy(tensor)));
    const { writeTensorProto } = await import('../files/tensor_proto.js');
    return new Blob([/** @type {BlobPart} */ (writeTensorProto(tensor))]);
  },
});

/** @param {Uint8Array} bytes */
async function readOther(bytes) {
  const { readTensorProto } = await import('../files/tensor_proto.js');
  return readTensorProto(bytes);
}

/**
 * @param {Blob} blob
 * @param {Tell} tell
 */
async function readBytes(blob, tell) {
  if (blob.size > MOST_BYTES)
    throw new RangeError(`The file has ${sayBytes(blob.size)}; the page reads up to 2 GiB.`);
  const bytes = new Uint8Array(blob.size);
  const reader = blob.stream().getReader();
  for (let at = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, at);
    bytes.set(value, at);
    at += value.length;
    tell(at / blob.size, `${sayBytes(at)} of ${sayBytes(blob.size)} read`);
  }
}

/** @param {string} spec */
function cut(spec) {
  const { type, dims, data, descr } = held;
  const ranges = rangesOf(spec, dims);
  const parts = planCut(held, { ranges, splits: [] });
  const [elements] = allocateFor(parts, data);
  runnerOf(parts, data, [elements])();
  const sizes = ranges.filter(({ drops }) => !drops).map(({ count }) => count);
  return { spec, ranges, tensor: { type, dims: sizes, data: elements, descr } };
}
