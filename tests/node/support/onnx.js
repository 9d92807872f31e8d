// Reads ONNX's node tests: a model, and its inputs and outputs, as tensors of this library.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import { inRoot } from './paths.js';

/** @typedef {{ type: string, dims: number[], data: any }} Tensor */
/** @typedef {{ op_type: string, input: string[], output: string[], attributes: Record<string, any> }} Node */

const { root } = protobuf.parse(readFileSync(inRoot('tests/node/support/onnx.proto'), 'utf8'), {
  keepCase: true,
});

/** TensorProto.DataType: name, class, field of unpacked values. @type {Record<number, [string, any, string]>} */
const TYPES = {
  1: ['float32', Float32Array, 'float_data'],
  2: ['uint8', Uint8Array, 'int32_data'],
  3: ['int8', Int8Array, 'int32_data'],
  4: ['uint16', Uint16Array, 'int32_data'],
  5: ['int16', Int16Array, 'int32_data'],
  6: ['int32', Int32Array, 'int32_data'],
  7: ['int64', BigInt64Array, 'int64_data'],
  9: ['bool', Uint8Array, 'int32_data'],
  10: ['float16', Uint16Array, 'int32_data'],
  11: ['float64', Float64Array, 'double_data'],
  12: ['uint32', Uint32Array, 'uint64_data'],
  13: ['uint64', BigUint64Array, 'uint64_data'],
};

/**
 * @param {string} message
 * @param {Uint8Array} bytes
 * @returns {any}
 */
function decode(message, bytes) {
  const type = root.lookupType(`onnx.${message}`);
  return type.toObject(type.decode(bytes), { longs: String, arrays: true, defaults: true, objects: true });
}

/** @param {any} proto @returns {Tensor} */
function toTensor(proto) {
  const known = TYPES[proto.data_type];
  if (known === undefined) throw new Error(`data type ${proto.data_type} is not read`);
  const [type, Class, field] = known;
  const dims = proto.dims.map(Number);
  const { raw_data } = proto;
  const isBig = Class === BigInt64Array || Class === BigUint64Array;
  const data =
    raw_data.length > 0
      ? new Class(Uint8Array.from(raw_data).buffer)
      : Class.from(proto[field], (/** @type {any} */ value) => (isBig ? BigInt(value) : Number(value)));
  return { type, dims, data };
}

/** An attribute's value, as JavaScript has it. @param {any} attribute */
function toValue({ name, type, i, ints }) {
  if (type === 2) return BigInt(i);
  if (type === 7) return ints.map(BigInt);
  throw new Error(`attribute ${name} is of type ${type}, which is not read`);
}

/**
 * The folders of one kind in one release, by name.
 * @param {'bookworm' | 'forky'} release
 * @param {'node' | 'simple'} kind
 */
export function foldersOf(release, kind) {
  const home = inRoot('.toolchain/onnx', release, kind);
  if (!existsSync(home))
    throw new Error(`${home} is missing; \`node tools/setup.js\` installs ONNX's own tests there`);
  return readdirSync(home)
    .sort()
    .map((name) => ({ name, folder: `${home}/${name}` }));
}

/** @param {string} folder */
export function readTest(folder) {
  const { graph, opset_import } = decode('ModelProto', readFileSync(`${folder}/model.onnx`));
  const sets = readdirSync(folder).filter((name) => name.startsWith('test_data_set_'));
  const initializers = new Map(
    graph.initializer.map((/** @type {any} */ each) => [each.name, toTensor(each)]),
  );
  return {
    opset: Number(opset_import.find((/** @type {any} */ { domain }) => domain === '').version),
    nodes: /** @type {Node[]} */ (
      graph.node.map((/** @type {any} */ { op_type, input, output, attribute }) => ({
        op_type,
        input,
        output,
        attributes: Object.fromEntries(
          attribute.map((/** @type {any} */ each) => [each.name, toValue(each)]),
        ),
      }))
    ),
    sets: sets.map((set) => ({
      values: new Map([...initializers, ...read(`${folder}/${set}`, 'input', graph.input, initializers)]),
      expected: read(`${folder}/${set}`, 'output', graph.output, new Map()),
    })),
  };
}

/**
 * Named values from files in the graph's order.
 * @param {string} folder
 * @param {'input' | 'output'} kind
 * @param {any[]} infos
 * @param {ReadonlyMap<string, unknown>} known values that have no file
 * @returns {Map<string, Tensor | Tensor[]>}
 */
function read(folder, kind, infos, known) {
  const files = readdirSync(folder).filter((name) => name.startsWith(`${kind}_`));
  const named = infos.filter(({ name }) => !known.has(name));
  if (files.length !== named.length)
    throw new Error(`${files.length} files for ${named.length} values in ${folder}`);
  return new Map(
    named.map(({ name, type }, i) => {
      const bytes = readFileSync(`${folder}/${kind}_${i}.pb`);
      const isSequence = type.sequence_type !== null && type.sequence_type !== undefined;
      return [
        name,
        isSequence
          ? decode('SequenceProto', bytes).tensor_values.map(toTensor)
          : toTensor(decode('TensorProto', bytes)),
      ];
    }),
  );
}
