// The module as delivered: SIMD instructions are in it, the inlined and the separate wasm are the same, and it asks its host
// for nothing unusual. How small it is: ../package/size.test.js.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { transform } from 'esbuild';
import { inlinedBytes } from '../../../tools/build/deliver.js';
import { inRoot } from '../../../tools/common/paths.js';
import { countInstructions } from '../../support/wasm.js';

const SCRIPT = inRoot('web/lib/core/wasm/microtome.js');
const wasm = readFileSync(inRoot('web/lib/core/wasm/microtome.wasm'));
const script = readFileSync(SCRIPT, 'utf8');

describe('the module', () => {
  /** @type {Map<string, number>} */
  let counts = new Map();
  const count = (/** @type {string} */ name) => counts.get(name) ?? 0;

  before(() => {
    counts = countInstructions(wasm);
  });

  it('has SIMD instructions', (t) => {
    const simd = [...counts].filter(([name]) => name.startsWith('simd ') || /^(v128|i8x16|i16x8)/.test(name));
    const total = simd.reduce((sum, [, n]) => sum + n, 0);
    const named = ['i8x16.shuffle', 'v128.load', 'v128.store'].map((name) => `${count(name)} ${name}`);
    t.diagnostic(`${total} SIMD instructions: ${named.join(', ')}`);
    assert.ok(count('v128.load') >= 20);
    assert.ok(count('v128.store') >= 20);
    assert.ok(count('i8x16.shuffle') >= 20);
    assert.ok(count('i16x8.shl') >= 4); // nothing but shifts of packed elements uses them
  });

  it('is the same inlined and as a file', async () => {
    assert.deepEqual(await inlinedBytes(SCRIPT), new Uint8Array(wasm));
  });

  it('is the same after its script was minified, in ASCII too', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'microtome-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    for (const charset of /** @type {const} */ (['ascii', 'utf8'])) {
      const { code } = await transform(script, { charset, minify: true });
      assert.equal(/^[\0-\x7f]*$/.test(code), charset === 'ascii');
      const path = join(folder, `${charset}.mjs`);
      writeFileSync(path, code);
      assert.deepEqual(await inlinedBytes(path), new Uint8Array(wasm), charset);
    }
  });

  it('is valid, and asks for little', () => {
    const module = new WebAssembly.Module(wasm);
    assert.ok(WebAssembly.Module.imports(module).every(({ kind }) => kind === 'function'));
    const memories = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'memory');
    assert.equal(memories.length, 1);
  });
});
