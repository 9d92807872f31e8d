// The module as delivered: SIMD instructions are in it, the inlined and the separate wasm are the same, and it asks its host
// for nothing unusual. How small it is: ../package/size.test.js.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileOf, PARTS } from '../../../tools/build/parts.js';
import { inRoot } from '../../../tools/common/paths.js';
import { takeApart } from '../../support/wasm.js';

const wasm = readFileSync(inRoot('web/lib/core/wasm/microtome.wasm'));

/**
 * Words of a record: those that are given, and zeros.
 * @param {Record<string, number>} places
 * @param {Record<string, number>} given
 */
const wordsOf = (places, given) => Object.keys(places).map((name) => given[name] ?? 0);

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

  it('is the same inlined and as files, in parts', async () => {
    const inlined = {
      ...(await import('../../../web/lib/core/inlined.ts')),
      ...(await import('../../../web/lib/core/inlined_rest.ts')),
    };
    for (const part of PARTS) {
      const { [part.toUpperCase()]: inlinedPart } = /** @type {any} */ (inlined);
      const file = readFileSync(inRoot('web/lib/core/wasm', fileOf(part)));
      assert.deepEqual(Buffer.from(await inlinedPart().bytes), file, part);
    }
  });

  it('is valid, and asks for little', () => {
    const module = new WebAssembly.Module(wasm);
    assert.ok(WebAssembly.Module.imports(module).every(({ kind }) => kind === 'function'));
    const memories = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'memory');
    assert.equal(memories.length, 1);
  });

  it('believes no number that is right only modulo 2^32, where its addresses begin again', async () => {
    const { default: createModule } = await import('../../../web/lib/core/wasm/microtome.js');
    const { DTYPES, RECORD } = await import('../../../web/lib/core/tables.ts');
    const rowOf = (/** @type {string} */ type) => DTYPES.findIndex(({ name }) => name === type);
    const instantiateWasm = (/** @type {WebAssembly.Imports} */ imports, /** @type {any} */ use) => {
      WebAssembly.instantiate(wasm, imports).then(({ instance }) => use(instance));
      return {};
    };
    const module = await createModule({ instantiateWasm });
    const bytes = 8 * 256; // of two tables whose elements have four
    /** Begins a move of `count` bytes, each of which has a table. Gives the number of tiles. */
    const begin = (/** @type {number} */ count) => {
      const record = [
        ...wordsOf(RECORD.header, {
          width: 1,
          partWidth: 4,
          along: 1,
          listed: -1,
          repeated: -1,
          streams: 1,
          rank: 1,
        }),
        ...wordsOf(RECORD.axis, { size: count, stride: 1 }),
        ...wordsOf(RECORD.stream, { run: 1 }),
      ];
      const conversion = [rowOf('uint8'), rowOf('float32'), 0, count, ...new Float64Array(bytes / 8)];
      const words = [...record, count, count, -1, -1, ...conversion];
      module.request(words.length).set(words);
      return Math.abs(module.begin(words.length));
    };
    assert.equal(begin(2), 1);
    assert.equal(begin(2 + 2 ** 32 / (4 * 256)), 0);
  });
});

describe('what both languages go by', () => {
  it('is the number of lines that loops copy side by side', async () => {
    const { LINES } = await import('../../../web/lib/core/tables.ts');
    const { LOOPS } = await import('../../../web/lib/move/generated/loops.ts');
    for (const { copyLines } of Object.values(LOOPS)) assert.equal(copyLines.length, LINES);
  });
});
