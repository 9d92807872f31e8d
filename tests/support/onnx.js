// Reads ONNX's node tests: a model, and its inputs and outputs, as tensors of this library.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../../tools/common/paths.js';
import { decode, toTensor, toValue } from '../onnx/format.js';

/** @typedef {{ type: string, dims: number[], data: any }} Tensor */
/** @typedef {{ op_type: string, input: string[], output: string[], attributes: Record<string, any> }} Node */
/** @typedef {Tensor | Tensor[]} Value */
/** @typedef {{ values: Map<string, Value>, expected: Map<string, Value> }} DataSet by name */
/** @typedef {{ opset: number, nodes: Node[], sets: DataSet[] }} Model nodes in order */

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

/** @param {string} folder @returns {Model} */
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
 * @returns {Map<string, Value>}
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
