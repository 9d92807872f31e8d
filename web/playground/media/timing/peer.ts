// onnxruntime-web as a contestant: a session with a model of the cut. It cannot write into given arrays, so each call makes new
// outputs.
import { plan } from '../../../lib/index.ts';
import { CODES, encodeModel, type Node, type Tensor, valueInfo } from '../../../shared/onnx/model.js';
import { messageOf } from '../../background/helper.ts';
import { toParameters } from '../../model/slice.ts';
import type { Cut, Data, Source } from '../cut.ts';
import { load } from './onnxruntime.ts';

const OPSET = 18;

/** Loaded once per worker. */
let loading: ReturnType<typeof load> | undefined;

/** `blank`: why it cannot. */
type Peer = { run: () => Promise<void>; outputs: () => Data[] } | { blank: string };

export async function startPeer(source: Source, cut: Cut): Promise<Peer> {
  const { type, dims, stride, data } = source;
  if (cut.windows) return { blank: 'cannot make overlapping windows' };
  if (stride) return { blank: 'takes row-major tensors only' };
  if (CODES[type] === undefined) return { blank: `has no ${type}` };
  loading ??= load();
  const ort = await loading.catch(() => {
    loading = undefined;
    throw new Error('onnxruntime-web could not be loaded. Check the network, and try again.');
  });
  if (ort === null) return { blank: 'is not part of this page' };
  try {
    const { bytes, outputs } = makeModel(source, cut);
    const session = await ort.InferenceSession.create(bytes, { logSeverityLevel: 3 });
    const plain =
      data instanceof Uint8ClampedArray ? new Uint8Array(data.buffer, data.byteOffset, data.length) : data;
    const feeds = { x: new ort.Tensor(type, plain, dims) };
    let made: Record<string, { data: Data }>;
    return {
      run: async () => {
        made = await session.run(feeds);
      },
      outputs: () => outputs.map((name) => made[name].data),
    };
  } catch (error) {
    return { blank: `cannot: ${messageOf(error).split('\n')[0]}` };
  }
}

/** The cut as a Slice, then Splits, with constant parameters. */
function makeModel({ type, dims }: Source, { ranges, splits = [] }: Cut) {
  const constants: Record<string, Tensor> = {};
  const constant = (name: string, values: readonly number[]) => {
    constants[name] = { type: 'int64', dims: [values.length], data: BigInt64Array.from(values, BigInt) };
    return name;
  };
  const nodes: Node[] = [];
  let outputs = ['x'];
  const isWhole = ranges.every(({ step, count }, axis) => step === 1 && count === dims[axis]);
  if (!isWhole || splits.length === 0) {
    const lists = Object.entries(toParameters(ranges)).map(([name, values]) => constant(name, values));
    outputs = ['selection'];
    nodes.push({ op_type: 'Slice', input: ['x', ...lists], output: outputs });
  }
  for (const [level, { axis, num_outputs }] of splits.entries()) {
    // onnxruntime-web refuses a number of outputs that would leave some empty, but not their sizes.
    const input = { type: 'uint8' as const, dims: [ranges[axis].count] };
    const sizes = plan('Split', [input], { attributes: { num_outputs } }).outputs.map(
      (output) => output.dims[0],
    );
    const split = constant(`split${level}`, sizes);
    outputs = outputs.flatMap((name, i) => {
      const output = sizes.map((_, j) => `y${level}_${i}_${j}`);
      nodes.push({ op_type: 'Split', input: [name, split], output, attributes: { axis } });
      return output;
    });
  }
  const [inputs, made] = [['x'], outputs].map((names) => names.map((name) => valueInfo(name, type)));
  return { bytes: encodeModel({ opset: OPSET, nodes, constants, inputs, outputs: made }), outputs };
}
