// The module as delivered: SIMD instructions are in it, the inlined and the separate wasm are the same, and it asks its host
// for nothing unusual. How small it is: ../package/size.test.js.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';
import { takeApart } from '../../support/wasm.js';

const wasm = readFileSync(inRoot('web/lib/core/wasm/microtome.wasm'));

describe('the module', () => {
  it('has SIMD instructions', () => {
    const { functions } = takeApart(wasm);
    const code = Buffer.concat(functions).toString('latin1');
    /** How often an instruction's bytes are in the code. Few other bytes look the same. @type {[string, number, number[]][]} */
    const rows = [
      ['v128.load', 20, [0xfd, 0]],
      ['v128.store', 20, [0xfd, 11]],
      ['i8x16.shuffle', 20, [0xfd, 13]],
      ['i16x8.shl', 4, [0xfd, 0x8b, 1]], // only shifts of packed elements use it
    ];
    for (const [name, least, bytes] of rows) {
      const count = code.split(String.fromCharCode(...bytes)).length - 1;
      assert.ok(count >= least, `${name}: ${count}`);
    }
  });

  it('is the same inlined and as a file', async () => {
    const { inlinedModule } = await import('../../../web/lib/core/inlined.ts');
    assert.deepEqual(Buffer.from(await inlinedModule()), wasm);
  });

  it('is valid, and asks for little', () => {
    const module = new WebAssembly.Module(wasm);
    assert.ok(WebAssembly.Module.imports(module).every(({ kind }) => kind === 'function'));
    const memories = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'memory');
    assert.equal(memories.length, 1);
  });
});

describe('what both languages go by', () => {
  it('is the number of lines that loops copy side by side', async () => {
    const { LINES } = await import('../../../web/lib/core/tables.ts');
    const { LOOPS } = await import('../../../web/lib/move/loops.ts');
    for (const { copyLines } of Object.values(LOOPS)) assert.equal(copyLines.length, LINES);
  });
});
