// The file panel's worker: reads a file, holds its tensor, cuts it, shows the first elements, writes files and times.
import { slice } from '../../../lib/index.js';
import { startLibrary } from '../../shell/library.js';
import { serve } from '../common/serve.js';
import { chosenView } from '../cut/cut.js';
import { isSliced, PlannedCut } from '../cut/planned.js';
import { dimsOf, readRanges, toRanges } from '../cut/ranges.js';
import { countOf } from '../cut/views.js';
import { newData } from '../files/classes.js';
import { isNpy, readNpy, writeNpy } from '../files/npy.js';
import { sayBytes } from '../timing/statistics.js';
import { preview } from './preview.js';

/** @import { Tell } from '../common/serve.js' */
/** @import { FileTensor } from '../files/npy.js' */

const MOST_BYTES = 2 ** 31;

/** @type {FileTensor} */
let held;
/** What was cut last, and how. @type {{ spec: string, tensor: FileTensor } | null} */
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
    const count = countOf(tensor.dims).toLocaleString('en');
    facts.push(['elements', `${count} of ${tensor.type}`], ['file', sayBytes(bytes.length)]);
    return { facts, dims: tensor.dims, type: tensor.type, preview: preview(tensor) };
  },
  /** @param {string} spec */
  cut(spec) {
    const since = performance.now();
    const tensor = cut(spec);
    const ms = performance.now() - since;
    made = { spec, tensor };
    const ranges = toRanges(spec, held.dims);
    return { dims: tensor.dims, ms, preview: preview(tensor), cut: { ranges, splits: [] } };
  },
  async contest({ cut: work, withPeer }, tell) {
    const { contest } = await import('../timing/contest.js');
    return contest({ source: held, cut: work, withPeer }, tell);
  },
  /** @param {{ format: 'npy' | 'pb', spec: string }} what */
  async write({ format, spec }) {
    const tensor = made?.spec === spec ? made.tensor : cut(spec); // the worker may be another than the one that cut
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

/**
 * @param {string} spec
 * @returns {FileTensor}
 */
function cut(spec) {
  const { type, dims, stride, data, descr } = held;
  if (isSliced(type)) {
    const { dims: sizes, data: elements } = slice(
      { type, shape: dims, ...(stride && { stride }), data },
      spec,
    );
    return { type, dims: [...sizes], data: elements, descr };
  }
  // Packed types are VariadicSplit's alone, which takes no slices, but strided tensors; the notation is still Slice's to read.
  const ranges = readRanges(spec, dims);
  const view = chosenView(held, { ranges, splits: [] });
  const out = newData(type, countOf(view.sizes));
  if (out.length > 0) new PlannedCut(type, view.sizes, []).run(data, view, [out]);
  return { type, dims: dimsOf(ranges), data: out };
}
