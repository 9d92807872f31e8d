// NumPy, in one Python process that is asked line by line (numpy_process.py). It knows shapes and elements; elements of types
// that it has not are moved as integers, packed ones unpacked.

import { countElements, decode, encode, PACKED } from '../../../docs/rules/elements.js';
import { findNumpy, startPython } from '../../../tools/common/numpy.js';
import { inRoot } from '../../../tools/common/paths.js';
import { dataOf } from '../../random/nodes/example.js';
import { bytesOf } from '../answers.js';
import { isLarge, TOO_LARGE } from '../differences/pads.js';

/** @import { Value } from '../../../web/conformance/corpus_values.js' */
/** @import { Example } from '../../random/nodes/example.js' */

/** In place of types that NumPy has not; bytes otherwise. @type {Readonly<Record<string, string>>} */
const STANDINS = { bfloat16: 'uint16', string: 'object' };
const FOREIGN = [...PACKED, 'f8e4m3', 'f8e5m2', 'f8e8m0'];

/** @returns {Promise<import('./engines.js').Asked>} */
export async function startNumpy() {
  const { ask, stop } = startPython(
    /** @type {any} */ (await findNumpy()),
    inRoot('tests/peers/engines/numpy_process.py'),
  );
  return {
    async ask(example) {
      if (isLarge(example)) return { lacks: TOO_LARGE };
      const { op_type, opset, type, inputs, attributes, outputs } = example.node;
      const tensors = /** @type {{ dims: number[], data: any }[]} */ (dataOf(example));
      const { outputs: pieces, ...rest } = await ask({
        op_type,
        opset,
        type: STANDINS[type] ?? (FOREIGN.includes(type) ? 'uint8' : type),
        tensors: tensors.map(({ dims, data }) => ({
          dims,
          data: type === 'string' ? data : toBase64(unpacked(type, data, countElements(dims))),
        })),
        parameters: Object.fromEntries(
          [...inputs, ...attributes].map(([name, value]) => [name, toPlain(value)]),
        ),
        outputs: outputs === undefined ? null : Number(outputs),
        shape: inputs.get('indices')?.dims ?? null,
      });
      return pieces === undefined
        ? rest
        : { outputs: pieces.map((/** @type {Piece} */ piece) => fromPiece(type, piece)) };
    },
    stop,
  };
}

/** Integers as text, which is exact; a text in an object. @param {Value} value */
const toPlain = ({ dims, values, text }) => {
  if (text !== undefined) return { text };
  return dims.length === 0 ? toText(values[0]) : values.map(toText);
};

/** @param {number | bigint} value */
const toText = (value) => (Object.is(value, -0) ? '-0.0' : String(value));

/** @typedef {{ dims: number[], data: string | string[] }} Piece */

/** @param {string} type @param {Piece} piece */
function fromPiece(type, { dims, data }) {
  if (Array.isArray(data)) return { dims, data };
  const bytes = Buffer.from(data, 'base64');
  return { dims, data: PACKED.includes(type) ? encode(type, bytes) : bytes };
}

/** Bytes, of packed types one for each element. @param {string} type @param {any} data @param {number} count */
const unpacked = (type, data, count) =>
  PACKED.includes(type) ? Uint8Array.from(decode(type, data, count)) : bytesOf(data);

/** @param {Uint8Array} bytes */
const toBase64 = (bytes) => Buffer.from(bytes).toString('base64');
