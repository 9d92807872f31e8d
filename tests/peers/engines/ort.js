// ONNX Runtime, through onnxruntime-node or onnxruntime-web: one session per example, in a process of its own that is started
// again when an example has ended it. It has no VariadicSplit and no SliceScatter; what ONNX's operators can say of these, they are asked.
import { fork } from 'node:child_process';
import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';
import { inRoot } from '../../../tools/common/paths.js';
import { tensorsOf } from '../../../web/conformance/corpus_line.js';
import { list, scalar } from '../../random/nodes/parts.js';
import { answer } from '../../random/oracle.js';
import { isEmpty, isLarge, modeOf, padsOf, TOO_LARGE } from '../differences/pads.js';

/** @import { Answer } from '../answers.js' */
/** @import { Example } from '../../random/nodes/example.js' */

/** As a model is loaded, a list of num_outputs sizes is made: gigabytes, and minutes. */
const MOST_OUTPUTS = 100_000;
const TOO_MANY = 'memory for that many outputs';

/** It gives memory that nothing has written then, or its process ends. */
const UNCHECKED = 'a check of empty tensors that do not match others';

/** Its result is whatever was in its memory before. */
const UNWRITTEN = 'wrap of more than the axis has, at its beginning';

/** It has one for float32, and casts, which makes all NaNs one. */
const CASTS = 'a kernel of Pad for float16';

/** Of ONNX, that has all operators that stand for SliceScatter. */
const SLICING_OPSET = 18;

/** @param {string} [name] of the package @returns {Promise<import('./engines.js').Asked>} */
export async function startOrt(name = 'onnxruntime-node') {
  let child = await start(name);
  return {
    async ask(example) {
      const { op_type, type } = example.node;
      const asked = (STANDINS[op_type] ?? ((each) => each))(example);
      if (asked === undefined) return { lacks: `${op_type}, and ONNX's operators have no such node` };
      const { outputs = 0n, attributes } = asked.node;
      if ([outputs, ...(attributes.get('num_outputs')?.values ?? [])].some((count) => count > MOST_OUTPUTS))
        return { lacks: TOO_MANY };
      if (isUnchecked(example)) return { lacks: UNCHECKED };
      if (isLarge(example)) return { lacks: TOO_LARGE };
      if (wrapsTooFar(example)) return { lacks: UNWRITTEN };
      if (op_type === 'Pad' && type === 'float16') return { lacks: CASTS };
      const said = await send(child, asked);
      if (said.crash !== undefined) child = await start(name);
      return said;
    },
    stop: () => void child.kill(),
  };
}

/** What stands for operators of OpenVINO; undefined: nothing can. @type {Record<string, (example: Example) => Example | undefined>} */
const STANDINS = { VariadicSplit: asSplit, SliceScatter: asSlice, ScatterUpdate: () => undefined };

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @param {string} name of the package @returns {Promise<ChildProcess>} */
function start(name) {
  const child = fork(inRoot('tests/peers/engines/ort_process.js'), [name], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'], // it says more than it is asked when it crashes
  });
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code, signal) => reject(new Error(`ONNX Runtime does not start: ${signal ?? code}`)));
  });
}

/** @param {ChildProcess} child @param {Example} example @returns {Promise<Answer>} */
function send(child, example) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), HANGS_AFTER_MS);
    const done = (/** @type {Answer} */ answer) => {
      clearTimeout(timer);
      child.removeListener('exit', ended);
      child.removeListener('message', done);
      resolve(answer);
    };
    const ended = (/** @type {number | null} */ code, /** @type {string | null} */ signal) =>
      done({ crash: signal ?? `exit code ${code}` });
    child.once('exit', ended);
    child.once('message', done);
    child.send(example);
  });
}

/**
 * A VariadicSplit as a Split, its first -1 resolved.
 * @param {Example} example
 * @returns {Example | undefined} undefined: Split has no such node
 */
function asSplit({ node, ...rest }) {
  const { dims, inputs } = node;
  const lengths = /** @type {import('../../../web/conformance/corpus_values.js').Value} */ (
    inputs.get('split_lengths')
  );
  const axes = inputs.get('axis')?.values.map(BigInt) ?? [];
  const sizes = lengths.values.map(BigInt);
  if (sizes.length === 0 || axes.length !== 1 || [...axes, ...sizes].some((value) => value >= 2n ** 63n))
    return undefined;
  const open = sizes.indexOf(-1n);
  if (open >= 0) {
    const along = BigInt(dims.at(Number(axes[0])) ?? 0);
    sizes[open] = sizes.reduce((left, size, i) => (i === open ? left : left - size), along);
  }
  return {
    ...rest,
    node: {
      ...node,
      op_type: 'Split',
      opset: rest.constant ? 18 : 13,
      inputs: new Map([['split', list('int64', sizes)]]),
      attributes: new Map([['axis', scalar('', axes[0])]]),
      outputs: BigInt(sizes.length),
    },
  };
}

/** Are there tensors that do not match, and is one of them empty? @param {Example} example */
function isUnchecked({ node }) {
  const isEmpty = tensorsOf(node).some((tensor) => tensor?.dims.includes(0));
  if (!isEmpty || !CONCATS.includes(node.op_type)) return false;
  const expected = answer(node);
  return 'error' in expected && expected.error.code === 'shape_mismatch';
}

const CONCATS = ['Concat', 'ConcatFromSequence'];

/** Is an axis to begin with more than what is left of it? @param {Example} example */
const wrapsTooFar = (example) =>
  modeOf(example) === 'wrap' &&
  !isEmpty(example) &&
  padsOf(example).some(({ begin, kept }) => kept > 0n && begin > kept);

/** Ends that ONNX Runtime's Slice does not clamp, if it goes backward (D2). */
const UNCLAMPED = [2n ** 31n - 1n, 2n ** 63n - 1n];

/**
 * A SliceScatter with lists that ONNX's Slice takes: int64 each.
 * @param {Example} example
 * @returns {Example | undefined} undefined: Slice has no such lists
 */
function asSlice({ node, ...rest }) {
  const lists = new Map([...node.inputs].map(([name, { values }]) => [name, values.map(BigInt)]));
  const [stop, step] = [lists.get('stop'), lists.get('step')];
  if (!lists.has('start') || stop === undefined || step === undefined) return undefined;
  if ([...lists.values()].flat().some((value) => value >= 2n ** 63n)) return undefined;
  if (stop.some((value, i) => step[i] < 0n && UNCLAMPED.includes(value))) return undefined;
  const inputs = new Map([...lists].map(([name, values]) => [name, list('int64', values)]));
  return { ...rest, node: { ...node, opset: SLICING_OPSET, inputs } };
}
