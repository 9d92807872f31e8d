// The module as delivered: SIMD instructions are in it, the inlined and the separate wasm are the same, it asks its host for
// nothing unusual, and it is small.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { COMMENT } from '../../../tools/build/declarations.js';
import { pack } from '../../../tools/build/pack.js';
import { filesUnder } from '../../../tools/common/files.js';
import { unpackModule } from '../../../web/lib/core/unpack.js';
import inlined from '../../../web/lib/core/wasm/inlined.js';
import { inRoot } from '../../support/paths.js';
import { countInstructions } from '../../support/wasm.js';

const wasm = readFileSync(inRoot('web/lib/core/wasm/microtome.wasm'));
const script = readFileSync(inRoot('web/lib/core/wasm/microtome.js'), 'utf8');

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

  it('is the same inlined and as a file', () => {
    assert.ok(Buffer.from(unpackModule()).equals(wasm));
  });

  it('is inlined as letters that any page takes, and that come to less than the bytes, compressed', () => {
    assert.match(inlined.packed, /^[%-;=-[\]-~]+$/);
    const text = JSON.stringify(inlined);
    assert.ok(gzipSync(text).length < gzipSync(wasm).length, 'or nobody needs an unpacker');
    assert.ok(inlined.unpacker.length <= 4096, 'Chromium before 115 compiles no more at once');
  });

  it('comes through the packer whatever its bytes', () => {
    const long = fc.tuple(
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.integer({ min: 100, max: 3000 }),
    );
    const repetitive = fc.array(long, { maxLength: 3 }).map((parts) => {
      const all = parts.map(([bytes, length]) => Array.from({ length }, (_, i) => bytes[i % bytes.length]));
      return Uint8Array.from(all.flat());
    });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 5000 }), repetitive), (bytes) => {
        assert.deepEqual(unpackModule(pack(bytes)), bytes);
      }),
      { numRuns: 15 },
    );
    const far = wasm.subarray(0, 20_000); // again beyond 65,536 bytes, and nearly again
    const twice = Uint8Array.from([
      ...far,
      ...new Uint8Array(50_000),
      ...far,
      ...far.map((byte) => byte ^ 1),
    ]);
    const again = Uint8Array.from([...new Uint8Array(275), 1, 2, 3, 4, 1, 2, 0, 0, 9]); // a repeat behind the longest match
    for (const bytes of [twice, again]) assert.deepEqual(unpackModule(pack(bytes)), bytes);
  });

  it('is valid, and asks for little', () => {
    const module = new WebAssembly.Module(wasm);
    assert.ok(WebAssembly.Module.imports(module).every(({ kind }) => kind === 'function'));
    const memories = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'memory');
    assert.equal(memories.length, 1);
  });

  it('is small', (t) => {
    const text = filesUnder('web/lib', /^(?!.*\bwasm\b).*\.js$/)
      .map((path) => readFileSync(inRoot(path), 'utf8'))
      .join('\n')
      .replace(COMMENT, ''); // they are for editors, and no bundler keeps them
    const size = (/** @type {string | Buffer} */ data) => gzipSync(data, { level: 9 }).length;
    t.diagnostic(
      `gzipped: wasm ${size(wasm)} bytes, its script ${size(script)}, library without its doc comments ${size(text)}`,
    );
    assert.ok(size(script) + size(wasm) + size(text) < 50 * 1024);
  });
});
