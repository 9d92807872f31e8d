// THE table of implementations that `npm test -- conformance` runs the corpus in. To add one, add a row.
import { readFileSync } from 'node:fs';
import { bitsOf, bytesOf, classOf, PACKED } from '../../docs/rules/elements.js';
import { findNumpy, startPython } from '../../tools/common/numpy.js';
import { installGroup, versionOf } from '../../tools/common/packages.js';
import { inRoot } from '../../tools/common/paths.js';
import { Verdict } from '../../web/conformance/conformance.js';
import { readCorpus } from '../../web/conformance/corpus_files.js';
import { nodeOf } from '../../web/conformance/corpus_line.js';
import { evaluate, init } from '../../web/dist/index.js';
import { CODES } from '../onnx/model.js';
import { startNumpy } from '../peers/engines/numpy.js';
import { startOrt } from '../peers/engines/ort.js';

/** @import { Asked } from '../peers/engines/engines.js' */
/** @import { Case } from '../../web/conformance/corpus.js' */
/** @import { Run, Tensor } from '../../web/conformance/conformance.d.ts' */

/**
 * @typedef {object} Adapter
 * @property {string} name
 * @property {() => Promise<string | undefined>} version undefined if it is not installed
 * @property {string} otherwise what a user can do if it is not installed
 * @property {() => Promise<{ run: Run, stop: () => void }>} start
 */

/** NumPy knows no declarations of documents, only values: it is asked about these mistakes. */
const OF_VALUES = [
  'bad_axis', 'bad_size', 'empty_split', 'index_out_of_range', 'shape_mismatch', 'sum_mismatch', 'zero_step',
]; // biome-ignore format: a list
/** That ONNX Runtime has. */
const NEWEST_OPSET = 26;
/** How onnxruntime says that it has no tensor of such a size. */
const NO_SHAPE = /Tensor\.dims\[\d+\] is invalid|dims\[\d+\] must be a non-negative integer/;
/** What OpenVINO calls the same is another operator, for which NumPy's process has no words. */
const NOT_IN_NUMPY = /^openvino\.(Slice|Split|Gather|Pad)-/;

/** @param {Case} one */
const notInOnnx = ({ domain, op_type, opset, attributes, tensors }) => {
  if (domain !== 'ai.onnx') return `no operators of ${domain}, such as ${op_type}`;
  if (opset < 1 || opset > NEWEST_OPSET) return `no opset ${opset}`;
  if ([...attributes.values()].some(({ type }) => type !== '')) return 'no attributes that are tensors';
  const strange = tensors.find((tensor) => tensor && !(tensor.type in CODES));
  return strange ? `ONNX has no type ${strange.type}` : '';
};

/** @param {Case} one @param {string} version */
const notInNumpy = ({ error, tensors }, version) => {
  if (NOT_IN_NUMPY.test(version)) return `no ${version}`;
  if (tensors.some((tensor) => tensor === null)) return 'no absent tensors';
  return error && !OF_VALUES.includes(error.code) ? `no check of ${error.code}` : '';
};

/** @param {string} name */
const onnxruntime = (name) => ({
  name,
  version: async () => ((await installGroup('tests/peers')) ? versionOf('tests/peers', name) : undefined),
  otherwise: `connect to the network, so that npm can install ${name}`,
  start: async () => adapted(await startOrt(name), notInOnnx),
});

/** @type {readonly Adapter[]} */
export const ADAPTERS = [
  {
    name: 'microtome',
    version: async () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).version,
    otherwise: 'run npm run build',
    start: async () => {
      await init();
      return { run: runOurs, stop: () => {} };
    },
  },
  onnxruntime('onnxruntime-node'),
  onnxruntime('onnxruntime-web'),
  {
    name: 'numpy',
    version: async () => (await findNumpy())?.version,
    otherwise: 'install NumPy for python3, or name a Python that has it in MICROTOME_PYTHON',
    start: async () => {
      const [nodes, patterns] = [adapted(await startNumpy(), notInNumpy), await startPatterns()];
      return {
        run: (node) => (node.op_type === 'Rearrange' ? patterns : nodes).run(node),
        stop: () => {
          nodes.stop();
          patterns.stop();
        },
      };
    },
  },
];

/** @type {Run} */
export const runOurs = ({ op_type, inputs, attributes, domain, opset, outputs }) =>
  evaluate(op_type, /** @type {any} */ (inputs), {
    ...{ domain, opset, attributes },
    ...(outputs !== undefined && { num_outputs: /** @type {number} */ (outputs) }),
  });

/**
 * An engine of the comparison as an implementation. It is asked with the line of the corpus that the node was made of.
 * @param {Asked} engine
 * @param {(one: Case, version: string) => string} unsupported why it cannot be asked; '' if it can
 * @returns {{ run: Run, stop: () => void }}
 */
function adapted({ ask, stop }, unsupported) {
  const cases = new Map([...readCorpus().values()].flat().map((one) => [one.where, one]));
  return {
    async run({ id, version }) {
      const one = cases.get(id);
      if (one === undefined) throw new Verdict('unsupported', `no ${version}`);
      const why = unsupported(one, version);
      if (why !== '') throw new Verdict('unsupported', why);
      const node = { ...nodeOf(one), outputs: outputsOf(one) };
      const { outputs, error, lacks, crash } = await ask({ node, seed: 0, constant: false, blanks: false });
      if (lacks !== undefined) throw new Verdict('unsupported', lacks);
      if (crash !== undefined) throw new Verdict('wrong', `ended with ${crash}`);
      if (outputs === undefined)
        throw NO_SHAPE.test(`${error}`) ? new Verdict('unsupported', `${error}`) : new Error(error);
      return outputs;
    },
    stop,
  };
}

/** NumPy's reshape, transpose and broadcast, for the patterns of Rearrange. */
async function startPatterns() {
  const { ask, stop } = startPython(
    /** @type {any} */ (await findNumpy()),
    inRoot('tests/peers/rearrange/numpy_rearrange.py'),
  );
  return {
    /** @type {Run} */
    async run({ inputs: [input], attributes: { pattern, sizes = {}, to } }) {
      const { type, dims, data, ...layout } = /** @type {Tensor} */ (input);
      if (to !== undefined) throw new Verdict('unsupported', 'no conversions');
      if (PACKED.includes(type) || type.startsWith('complex')) throw new Verdict('unsupported', `no ${type}`);
      if (!Object.values(sizes).every((size) => Number.isInteger(size) && size < MOST_OF_NUMPY))
        throw new Verdict('unsupported', 'no check of such sizes');
      const { stride = rowMajorOf(dims), offset = 0 } = layout;
      const isText = Array.isArray(data);
      const question = {
        pattern,
        sizes,
        type: isText ? 'string' : `uint${bitsOf(type)}`,
        dims,
        stride,
        offset,
      };
      const answer = await ask({
        ...question,
        data: isText ? data : Buffer.from(bytesOf(data)).toString('base64'),
      });
      if ('mistake' in answer) throw new Error(answer.mistake);
      if (isText) return [answer];
      const bytes = Uint8Array.from(Buffer.from(answer.data, 'base64'));
      return [{ dims: answer.dims, data: new (classOf(type))(bytes.buffer) }];
    },
    stop,
  };
}

/** Larger axes need more memory than there is, even if they are empty. */
const MOST_OF_NUMPY = 2 ** 20;

/** @param {readonly number[]} dims */
const rowMajorOf = (dims) =>
  dims.map((_, axis) => dims.slice(axis + 1).reduce((stride, size) => stride * size, 1));

/** A model says how many outputs a Split has. Where the line leaves it open, it is what the line's parameters ask for. @param {Case} one */
function outputsOf({ op_type, inputs, attributes, outputs, expected }) {
  if (outputs !== undefined || op_type !== 'Split') return outputs;
  const split = inputs.get('split') ?? attributes.get('split');
  const [count = 0n] = attributes.get('num_outputs')?.values ?? [];
  return BigInt(expected?.length ?? split?.values.length ?? (count > 0n ? count : 1));
}
