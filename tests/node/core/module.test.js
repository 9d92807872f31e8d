// The module as delivered: SIMD instructions are in it, the inlined and the separate wasm are the same, and it asks its host
// for nothing unusual. How small it is: ../package/size.test.js.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { transform } from 'esbuild';
import { inlinedBytes } from '../../../tools/build/deliver.js';
import { inRoot } from '../../../tools/common/paths.js';
import { takeApart } from '../../support/wasm.js';

const SCRIPT = inRoot('web/lib/core/wasm/microtome.js');
const wasm = readFileSync(inRoot('web/lib/core/wasm/microtome.wasm'));
const script = readFileSync(SCRIPT, 'utf8');

describe('the module', () => {
  it('has SIMD instructions', () => {
    const { functions } = takeApart(wasm);
    /** How often 0xfd is before an opcode. Few of other bytes look so. @param {number} opcode */
    const count = (opcode) =>
      functions.reduce(
        (sum, code) => sum + code.filter((byte, i) => byte === 0xfd && code[i + 1] === opcode).length,
        0,
      );
    const [load, store, shuffle] = [0, 11, 13];
    for (const opcode of [load, store, shuffle])
      assert.ok(count(opcode) >= 20, `${opcode}: ${count(opcode)}`);
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
