// The code that the playground shows does what the page shows: JavaScript is executed, TypeScript is checked, Python is compiled
// (npm run test:peers executes it with NumPy), and the ONNX model is decoded and evaluated.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it, mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runBin } from '../../../tools/common/node_modules.js';
import { inRoot } from '../../../tools/common/paths.js';
import { capture } from '../../../tools/common/run.js';
import { evaluate, init } from '../../../web/lib/index.ts';
import { toCut } from '../../../web/playground/code/cut.ts';
import { canSay, LANGUAGES } from '../../../web/playground/code/languages.ts';
import { whyNoNode } from '../../../web/playground/code/node.ts';
import { toOnnxModel, whyNoModel } from '../../../web/playground/code/onnx_model.ts';
import { sizeOf } from '../../../web/playground/model/integers.ts';
import { placesOf, sourcesOf } from '../../../web/playground/model/twins.ts';
import { KINDS } from '../../../web/playground/model/values.ts';
import { decode, toTensor, toValue } from '../../onnx/format.js';
import { resultsWithCode } from './code.js';
import { dimsOfInputs, numberedInputs, takenBy } from './taken.js';

/** @import { Result } from '../../../web/playground/model/cut.ts' */

const FOLDER = inRoot('build', `playground-code-${process.pid}`);

await init();
const results = resultsWithCode();
mkdirSync(FOLDER, { recursive: true });
after(() => rmSync(FOLDER, { recursive: true }));

/**
 * @param {string} id of a language
 * @param {Result} result
 */
function codeOf(id, result) {
  const language = LANGUAGES.find((each) => each.id === id);
  const cut = toCut(result);
  assert.ok(language && canSay(language, cut));
  return language.write(cut);
}

describe('JavaScript', () => {
  for (const [i, { title, result }] of results.entries()) {
    it(title, async () => {
      const { joins } = result;
      const inputs = toCut(result).tensors.map((tensor) => tensor.name);
      const isOne = joins || ['Slice', 'Rearrange'].includes(result.row.op_type);
      const code = codeOf('javascript', result);
      const [, printed] = /^console\.log\(.+\); \/\/ ?(.*)$/m.exec(code) ?? [];
      const lines = [
        `const same = planned.run(${joins ? `[${inputs}]` : inputs[0]}, { out });`,
        `export const told = { inputs: [${inputs}], outputs: ${isOne ? '[output]' : 'outputs'}, once: ${isOne ? '[frame]' : 'frames'}, same, out };`,
      ];
      const file = join(FOLDER, `${i}.mjs`);
      writeFileSync(file, `${code}\n${lines.join('\n')}\n`);
      const log = mock.method(console, 'log', () => {});
      const { told } = await import(pathToFileURL(file).href);
      assert.deepEqual(
        log.mock.calls.map((call) => call.arguments.map(String)),
        [[printed]],
        'it prints what it says',
      );
      log.mock.restore();
      assert.equal(told.outputs.length, joins ? 1 : result.count);
      assert.deepEqual(
        told.outputs.slice(0, result.parts.length).map((/** @type {any} */ { dims }) => [...dims]),
        joins ? [result.dims] : result.parts,
      );
      assert.deepEqual(told.once, told.outputs);
      assert.deepEqual(told.same, told.outputs);
      for (const [k, { data }] of told.same.entries()) assert.equal(data, told.out[k], 'arrays are reused');
      checkData(told, result);
    });
  }

  /**
   * The elements of each output are those that the page shows.
   * @param {{ inputs: any[], outputs: any[] }} told
   * @param {Result} result
   */
  function checkData({ inputs, outputs }, result) {
    const { type } = result.state;
    const { is } = KINDS[type];
    if (is === 'packed') return; // empty bytes, for the reader to fill
    const each = is === 'complex' ? 2 : 1;
    const held = inputs.flatMap(({ data }) => [...data]);
    for (const [i, output] of outputs.slice(0, result.parts.length).entries()) {
      assert.equal(output.type, type);
      const placeOf = result.joins ? sourcesOf(result, null) : placesOf(result, i);
      const expected = Array.from({ length: sizeOf(output.dims) }, (_, position) =>
        Array.from({ length: each }, (_, k) => held[placeOf(position) * each + k]),
      );
      assert.deepEqual(Array.from(output.data), expected.flat());
    }
  }
});

it('TypeScript passes its compiler, strictly', async () => {
  const files = results.map(({ result }, i) => {
    const output =
      result.joins || ['Slice', 'Rearrange'].includes(result.row.op_type) ? 'output' : 'outputs[0]';
    const file = join(FOLDER, `${i}.mts`);
    writeFileSync(
      file,
      `${codeOf('typescript', result)}\nexport const type: '${result.state.type}' = ${output}.type;\n`,
    );
    return file;
  });
  writeFileSync(
    join(FOLDER, 'tsconfig.json'),
    JSON.stringify({
      files,
      compilerOptions: {
        noEmit: true,
        strict: true,
        target: 'esnext',
        module: 'nodenext',
        lib: ['esnext', 'dom'],
        types: [],
        skipLibCheck: true,
      },
    }),
  );
  assert.equal(await runBin('tsc', ['--project', join(FOLDER, 'tsconfig.json')]), 0);
});

it('Python is Python', async () => {
  const texts = results.flatMap(({ result }) =>
    LANGUAGES.filter((each) => each.grammar === 'python' && canSay(each, toCut(result))).map(({ id }) =>
      codeOf(id, result),
    ),
  );
  const file = join(FOLDER, 'texts.json');
  writeFileSync(file, JSON.stringify(texts));
  const script =
    'import json, sys\nfor text in json.load(open(sys.argv[1])): compile(text, text, "exec")\nprint("compiled")';
  const { code, all } = await capture('python3', ['-c', script, file]);
  assert.equal(code, 0, all);
  assert.match(all, /compiled/);
});

describe('the ONNX model', () => {
  const models = results.filter(({ result }) => whyNoModel(toCut(result)) === '');

  for (const { title, result } of models) {
    it(`${title} holds the node, and evaluates to what is shown`, () => {
      const { graph, opset_import } = decode('ModelProto', toOnnxModel(toCut(result)));
      const node = graph.node.at(-1);
      const held = new Map(graph.initializer.map((/** @type {any} */ each) => [each.name, toTensor(each)]));
      const shapes = graph.input.map((/** @type {any} */ { type }) =>
        (type.tensor_type.shape.dim ?? []).map((/** @type {any} */ each) => Number(each.dim_value)),
      );
      assert.deepEqual([node.op_type, shapes], [result.row.op_type, dimsOfInputs(result)]);
      const numbered = numberedInputs(result);
      for (const [i, { name }] of graph.input.entries()) held.set(name, numbered[i]);
      for (const { op_type, input, output } of graph.node.slice(0, -1)) {
        assert.equal(op_type, 'SequenceConstruct');
        held.set(
          output[0],
          input.map((/** @type {string} */ name) => held.get(name)),
        );
      }
      const inputs = node.input.map((/** @type {string} */ name) => held.get(name) ?? null);
      const isSequence = node.op_type === 'SplitToSequence';
      const outputs = evaluate(node.op_type, inputs, {
        opset: Number(opset_import[0].version),
        attributes: Object.fromEntries(
          node.attribute.map((/** @type {any} */ each) => [each.name, toValue(each)]),
        ),
        ...(isSequence ? {} : { num_outputs: node.output.length }),
      });
      assert.deepEqual(
        outputs.flatMap(({ data }) => Array.from(/** @type {any} */ (data))),
        takenBy(result).flatMap(({ places }) => places),
      );
      if (isSequence) assert.ok(graph.output[0].type.sequence_type);
      else {
        const shapes = graph.output.map((/** @type {any} */ { type }) => type.tensor_type.shape?.dim ?? []);
        assert.deepEqual(
          shapes.map((/** @type {any[]} */ shape) => shape.map(({ dim_value }) => Number(dim_value))),
          outputs.map((output) => [...output.dims]),
        );
      }
    });
  }

  it('is there for all of them but OpenVINO’s, and says why not', () => {
    assert.ok(models.length > 50);
    const other = results.find(({ result }) => result.row.op_type === 'VariadicSplit');
    assert.ok(other);
    assert.match(whyNoNode(toCut(other.result)), /^VariadicSplit is an operator of OpenVINO/);
  });
});
