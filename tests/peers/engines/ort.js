// ONNX Runtime, through onnxruntime-node: one session per example, in a process of its own that is started anew when an
// example has ended it. It has no VariadicSplit; what Split can say of that, Split is asked.
import { fork } from 'node:child_process';
import { inRoot } from '../../../tools/common/paths.js';
import { list, scalar } from '../examples/parts.js';

/** @import { Answer } from '../answers.js' */
/** @import { Example } from '../examples/example.js' */

/** As a model is loaded, a list of num_outputs sizes is made: gigabytes, and minutes. */
const MOST_OUTPUTS = 100_000;
const TOO_MANY = 'memory for that many outputs';

/** For one answer. */
const LIMIT_MS = 60_000;

/** @returns {Promise<import('./engines.js').Asked>} */
export async function startOrt() {
  let child = await start();
  return {
    async ask(example) {
      const asked = example.node.op_type === 'VariadicSplit' ? asSplit(example) : example;
      if (asked === undefined) return { lacks: 'VariadicSplit, and Split has no such node' };
      if ((asked.node.attributes.get('num_outputs')?.values[0] ?? 0) > MOST_OUTPUTS)
        return { lacks: TOO_MANY };
      const answer = await send(child, asked);
      if (answer.crash !== undefined) child = await start();
      return answer;
    },
    stop: () => void child.kill(),
  };
}

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @returns {Promise<ChildProcess>} */
function start() {
  const child = fork(inRoot('tests/peers/engines/ort_process.js'), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'], // it says more than it is asked when it crashes
  });
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code, signal) => reject(new Error(`ONNX Runtime does not start: ${signal ?? code}`)));
  });
}

/**
 * @param {ChildProcess} child
 * @param {Example} example
 * @returns {Promise<Answer>}
 */
function send(child, example) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
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
export function asSplit({ node, ...rest }) {
  const { dims, inputs } = node;
  const lengths = /** @type {import('../../support/corpus_values.js').Value} */ (inputs.get('split_lengths'));
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
