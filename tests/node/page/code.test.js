// The code of every call runs in Node as it is shown, once and planned, and prints what the page says.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { inRoot } from '../../../tools/common/paths.js';
import { init, plan } from '../../../web/lib/index.ts';
import { toJavaScript } from '../../../web/playground/code/javascript.ts';
import { NUMPY, PYTORCH } from '../../../web/playground/code/libraries.ts';
import { toNode, toOnnx, whyNoNode } from '../../../web/playground/code/onnx.ts';
import { prints } from '../../../web/playground/code/prints.ts';
import { textOf, WIDEST } from '../../../web/playground/code/program.ts';
import { toPython } from '../../../web/playground/code/python.ts';
import { toResult } from '../../../web/playground/model/details.ts';
import { parseHash } from '../../../web/playground/model/hash.ts';
import { parametersOf } from '../../../web/playground/model/parameters.ts';
import { rowAt } from '../../../web/playground/model/rows.ts';
import { kindOf } from '../../../web/playground/model/values.ts';
import { PICTURE } from '../../support/playground.js';
import { picturesOf, states } from './states.js';

before(() => init());

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'microtome-page-code-'));
after(() => rmSync(folder, { recursive: true }));

const WHERE = {
  picture: { name: 'photo.svg', url: 'photo.svg', width: 720, height: 480 },
  file: { name: 'weights.npy', isUrl: false, layout: '' },
};

/** All programs in one process: each prints its own lines after its number. @param {string[]} programs */
async function runAll(programs) {
  const path = join(folder, 'all.mjs');
  const own = programs.map(
    (text, i) =>
      `console.log('=== ${i}');\n{\n${text.replace(/^import[^;]*;$/gm, '').replace('await init();', '')}}`,
  );
  const names =
    'compress, concat, concatFromSequence, gather, init, pad, plan, rearrange, scatterUpdate, slice, sliceScatter, split, splitToSequence, tensorScatter, variadicSplit';
  writeFileSync(
    path,
    `import { ${names} } from '${inRoot('web/dist/index.js')}';\nawait init();\n${own.join('\n')}`,
  );
  const { stdout } = await run(process.execPath, [path]);
  return stdout
    .split(/=== \d+\n/)
    .slice(1)
    .map((text) => text.trimEnd());
}

const asTensor = (/** @type {any} */ { name, type, dims, data }) => {
  const { array } = kindOf(type);
  const Class = /** @type {any} */ (globalThis)[array];
  return { name, type, dims, data: Class.from(data, array.startsWith('Big') ? BigInt : Number) };
};

describe('the code of a call', () => {
  for (const planned of [false, true])
    it(`runs, and prints what the page says${planned ? ', planned once' : ''}`, async () => {
      const results = states().map(({ title, state }) => ({ title, result: toResult(state) }));
      const printed = await runAll(results.map(({ result }) => textOf(toJavaScript(result, WHERE, planned))));
      for (const [i, { title, result }] of results.entries())
        assert.equal(printed[i], prints(result).trimEnd(), title);
    });

  it('leaves out what is empty, and prints the same', async () => {
    const pairs = states()
      .filter(({ state }) => state.notation === null)
      .map(({ title, state }) => {
        const { op, opset, values } = state;
        const absent = parametersOf(/** @type {any} */ (rowAt(op, opset))).filter(
          ({ name, needed }) => !needed && !(name in values),
        );
        const empty = Object.fromEntries(absent.map(({ name }) => [name, '']));
        return { title, bare: state, more: { ...state, values: { ...empty, ...values } } };
      });
    const textsOf = (/** @type {any} */ state) => {
      const result = toResult(state);
      return [
        toJavaScript(result, WHERE),
        toJavaScript(result, WHERE, true),
        toPython(result, NUMPY, WHERE),
        toPython(result, PYTORCH, WHERE),
        toOnnx(result),
      ].map(textOf);
    };
    for (const { title, bare, more } of pairs) assert.deepEqual(textsOf(more), textsOf(bare), title);
    assert.ok(pairs.length > 30);
  });

  it('prints nothing where no array can hold the tensor', () => {
    for (const [dims, isMade] of [
      ['1000000,1000000', false],
      ['200000,200000', false],
      ['4000,4000', true],
    ]) {
      const hash = `op=Slice&opset=13&dims=${dims}&s=::-1,1:5`;
      const result = toResult(parseHash(hash, PICTURE).state);
      assert.equal(prints(result) !== 'too large to make here', isMade, String(dims));
      assert.equal(
        prints(result, { values: false }, String) === prints(result),
        !isMade,
        'in every language',
      );
      assert.match(textOf(toJavaScript(result, WHERE)), /slice\(x, '::-1, 1:5'/);
    }
  });

  it('imports what it uses, and no more', () => {
    for (const { title, state } of states()) {
      const text = textOf(toJavaScript(toResult(state), WHERE));
      const [, names] = /import \{ ([^}]*) \}/.exec(text) ?? [];
      for (const name of names.split(', '))
        assert.match(text.replace(/import[^;]*;/, ''), new RegExp(`\\b${name}\\(`), title);
    }
  });

  it('says first where it runs', () => {
    const first = (/** @type {any} */ state, where = WHERE) => textOf(toJavaScript(toResult(state), where));
    for (const { title, state } of states())
      assert.match(first(state), /^\/\/ for Node \(as \.mjs\), or with a bundler\n/, title);
    for (const { title, state } of picturesOf()) {
      assert.match(first(state), /^\/\/ for a page, with a bundler such as Vite\n/, title);
      assert.match(first(state), /serve this picture beside your page/, title);
    }
    const file = { ...states()[0].state, on: /** @type {const} */ ('file') };
    assert.match(first(file), /^\/\/ for Node \(as \.mjs\)\n/);
    const url = { ...WHERE, file: { name: 'https://example.com/x.npy', isUrl: true, layout: '' } };
    assert.match(first(file, url), /^\/\/ for Node \(as \.mjs\), or with a bundler\n/);
  });

  it('has lines that are short, but for what is typed', () => {
    for (const { title, state } of picturesOf())
      for (const line of toJavaScript(toResult(state), WHERE)) {
        const length = textOf([line]).length - 1;
        assert.ok(line.hot || length <= WIDEST, `${title}: ${textOf([line])}`);
      }
  });

  it('gives an ONNX node inputs that make the same result', () => {
    let nodes = 0;
    for (const { title, state } of states()) {
      const result = toResult(state);
      if (whyNoNode(result) !== '') continue;
      const { op_type, opset, input, output, attributes, dims, constants, takesSequence } = toNode(result);
      const given = [...result.tensors, ...constants.map(asTensor)];
      const inputs = input.map((name) => given.find((each) => each.name === name) ?? null);
      const counted = op_type === 'Split' ? { num_outputs: output.length } : {};
      const options = { domain: 'ai.onnx', opset, attributes, ...counted };
      const planned = plan(op_type, /** @type {any} */ (takesSequence ? [inputs] : inputs), options);
      const made = planned.outputs.slice(0, dims.length).map((each) => [...each.dims]);
      assert.deepEqual(made, dims, title);
      nodes += 1;
    }
    assert.ok(nodes > 50, `${nodes}`);
  });

  it('drops an axis in Python only where the result has one axis less', () => {
    const named = states().filter(({ state }) => /Gather|Compress/.test(state.op));
    for (const { title, state } of named)
      for (const library of [NUMPY, PYTORCH]) {
        const result = toResult(state);
        const [{ dims }] = result.tensors;
        const isLess = state.op !== 'Compress' && result.outputs[0].dims.length < dims.length;
        const text = textOf(toPython(result, library, WHERE));
        if (!text.startsWith('#')) assert.equal(/squeeze/.test(text), isLess, `${title}: ${text}`);
        if (!text.startsWith('#') && result.taken?.length === 0 && library === PYTORCH)
          assert.match(text, /dtype=torch\.int64/, 'an empty list is of floats');
      }
    assert.ok(named.length > 10);
  });

  it('is written in every language for every call, or says why not', () => {
    for (const { title, state } of [...states(), ...picturesOf()]) {
      const result = toResult(state);
      for (const lines of [
        toPython(result, NUMPY, WHERE),
        toPython(result, PYTORCH, WHERE),
        toOnnx(result),
      ]) {
        const text = textOf(lines);
        assert.doesNotMatch(text, /undefined|NaN(?!')|\[object/, title);
        assert.ok(/^#/.test(text) || lines.some(({ hot }) => hot), `${title}: ${text}`);
      }
    }
  });
});
