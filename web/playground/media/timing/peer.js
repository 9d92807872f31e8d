// onnxruntime-web as a contestant: a session with a model of the cut. It cannot write into given arrays, so each call makes new
// outputs.
import { CODES } from '../../../shared/onnx/model.js';
import { PEER } from './names.js';
import { makeModel } from './onnx_model.js';
import { load } from './onnxruntime.js';

/** @import { Cut, Source } from '../cut/cut.js' */

/** Loaded once per worker. @type {Promise<any> | undefined} */
let loading;

/**
 * @param {Source} source
 * @param {Cut} cut
 * @returns {Promise<{ run: () => Promise<void>, outputs: () => any[] } | { blank: string }>}
 */
export async function startPeer(source, cut) {
  if (cut.windows) return { blank: 'cannot make overlapping windows' };
  if (source.stride) return { blank: 'takes row-major tensors only' };
  if (CODES[source.type] === undefined) return { blank: `has no ${source.type}` };
  loading ??= load();
  const ort = await loading.catch(() => {
    loading = undefined;
    throw new Error(`${PEER} could not be loaded. Check the network, and try again.`);
  });
  if (ort === null) return { blank: 'is not part of this page' };
  try {
    const { bytes, outputs } = makeModel(source, cut);
    const session = await ort.InferenceSession.create(bytes, { logSeverityLevel: 3 });
    const feeds = { x: new ort.Tensor(source.type, unclamped(source.data), source.dims) };
    /** @type {Record<string, { data: any }>} */
    let made;
    return {
      run: async () => {
        made = await session.run(feeds);
      },
      outputs: () => outputs.map((name) => made[name].data),
    };
  } catch (error) {
    return { blank: `cannot: ${String(error instanceof Error ? error.message : error).split('\n')[0]}` };
  }
}

/** @param {any} data */
const unclamped = (data) =>
  data instanceof Uint8ClampedArray ? new Uint8Array(data.buffer, data.byteOffset, data.length) : data;
