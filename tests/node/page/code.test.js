// The code of every call runs in Node as it is shown, once and planned, and prints what the page says.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { inRoot } from '../../../tools/common/paths.js';
import { init } from '../../../web/lib/index.ts';
import { toJavaScript } from '../../../web/playground/code/javascript.ts';
import { NUMPY, PYTORCH } from '../../../web/playground/code/libraries.ts';
import { toOnnx } from '../../../web/playground/code/onnx.ts';
import { prints } from '../../../web/playground/code/prints.ts';
import { textOf, WIDEST } from '../../../web/playground/code/program.ts';
import { toPython } from '../../../web/playground/code/python.ts';
import { toResult } from '../../../web/playground/model/details.ts';
import { parseHash } from '../../../web/playground/model/hash.ts';
import { parametersOf } from '../../../web/playground/model/parameters.ts';
import { rowAt } from '../../../web/playground/model/rows.ts';
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
