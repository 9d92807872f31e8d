// The file panel's worker: opens files and URLs, holds a tensor or just knows where it is stored, cuts it, lists the first elements,
// writes files, and times cuts.

import { cost } from '../../../lib/source.js';
import { messageOf } from '../../background/helper.ts';
import { serve } from '../../background/serve.ts';
import { sizeOf } from '../../model/integers.ts';
import { rangesOf } from '../../model/slice.ts';
import { sayBytes } from '../../say.ts';
import { startLibrary } from '../../shell/library.ts';
import { allocateFor, planCut, runnerOf } from '../cut/cut.js';
import { writeNpy } from '../files/npy.js';
import { factsOf, fetchSlice, readTensor } from '../files/open.js';
import { Watched } from '../files/watched.js';
import { preview } from './preview.js';

/** @import { Source, Stored } from '../../../lib/source.js' */
/** @import { Tell } from '../../background/helper.ts' */
/** @import { Range } from '../../model/slice.ts' */
/** @import { FileTensor } from '../files/open.js' */

/** A tensor of a file is read whole, so that it is cut and timed in memory, if it has at most so many bytes. */
const MOST_HELD = 2 ** 28;

/** @type {{ id: number, blob: Blob | null, file: Watched } | null} */
let opened = null;
/** @type {Stored} */
let stored;
/** All of it, if it was read. @type {FileTensor | null} */
let held = null;
/** The last cut. @type {{ spec: string, ranges: Range[] | null, tensor: FileTensor } | null} */
let made = null;

serve({
  /** @param {{ id: number, file?: Blob, example?: string, url?: string, name?: string }} what `name` of the tensor */
  async open({ id, file: given, example, url, name }, tell) {
    await startLibrary();
    if (opened?.id !== id) {
      opened = null;
      const blob = given ?? (example ? (await import('./make_example.js')).makeExample(example) : null);
      opened = { id, blob, file: await Watched.open(blob ?? url ?? '') };
    }
    const { blob, file } = opened;
    const tensors = tensorsIn(file.source);
    stored = file.source.tensor(name ?? tensors.find(({ isGood }) => isGood)?.name ?? tensors[0]?.name);
    made = null;
    held = null;
    const { type, dims } = stored;
    let facts = factsOf(stored);
    if (blob && cost(stored, '...').useful <= MOST_HELD) {
      const read = await readTensor(blob, tell, stored);
      held = read.tensor;
      facts = read.facts;
    }
    facts.push(['elements', `${sizeOf(dims).toLocaleString('en')} of ${type}`]);
    if (file.size > 0) facts.push(['file', sayBytes(file.size)]);
    return { tensors, name: stored.name, facts, dims, type, preview: held && preview(held) };
  },
  /** @param {string} spec */
  cost: (spec) => cost(stored, spec),
  /** @param {string} spec */
  async cut(spec, tell) {
    const since = performance.now();
    made = await cut(spec, tell);
    const ms = performance.now() - since;
    const { ranges, tensor } = made;
    const fetched = opened && !held ? opened.file.fetched : null;
    return {
      dims: tensor.dims,
      ms,
      preview: preview(tensor),
      fetched,
      cut: ranges && { ranges, splits: [] },
    };
  },
  async contest({ cut: work, withPeer }, tell) {
    const { contest } = await import('../timing/contest.js');
    return contest({ source: /** @type {FileTensor} */ (held), cut: work, withPeer }, tell);
  },
  /** @param {{ format: 'npy' | 'pb', spec: string }} what */
  async write({ format, spec }, tell) {
    const { tensor } = made?.spec === spec ? made : await cut(spec, tell); // another worker may have cut it
    if (format === 'npy') return new Blob(/** @type {BlobPart[]} */ (writeNpy(tensor)));
    const { writeTensorProto } = await import('../files/tensor_proto.js');
    return new Blob([/** @type {BlobPart} */ (writeTensorProto(tensor))]);
  },
});

/**
 * What a list says about each tensor of a file.
 * @param {Source} source
 */
const tensorsIn = (source) =>
  source.names.map((name) => {
    try {
      const { type, dims } = source.tensor(name);
      return { name, isGood: true, about: `${name} · ${type} [${dims.join(', ')}]` };
    } catch (error) {
      return { name, isGood: false, about: messageOf(error) };
    }
  });

/**
 * @param {string} spec
 * @param {Tell} tell
 */
async function cut(spec, tell) {
  if (held === null) {
    opened?.file.begin();
    return { spec, ranges: null, tensor: await fetchSlice(stored, spec, tell) };
  }
  const { type, dims, data } = held;
  const ranges = rangesOf(spec, dims);
  const parts = planCut(held, { ranges, splits: [] });
  const [elements] = allocateFor(parts, data);
  runnerOf(parts, data, [elements])();
  const sizes = ranges.filter(({ drops }) => !drops).map(({ count }) => count);
  return { spec, ranges, tensor: { type, dims: sizes, data: elements } };
}
