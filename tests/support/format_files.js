// Files that NumPy, safetensors, onnx and gguf have written, and what they hold; made by fixtures/formats.py.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inRoot } from '../../tools/common/paths.js';
import { elementsOf, fileOf } from './stored.js';

/** @import { reported } from './stored.js' */

/** A tensor, its data row-major and little-endian, in base64; null where our library has no type for it. */
/** @typedef {{ type: string, dims: number[], data: string } | null} Held */

const made = JSON.parse(readFileSync(inRoot('tests/support/fixtures/formats.json'), 'utf8'));

/** @param {string} text in base64 */
const decode = (text) => Uint8Array.from(Buffer.from(text, 'base64'));

/** @type {Record<string, Uint8Array>} by name */
export const FILES = Object.fromEntries(
  Object.entries(made.files).map(([name, text]) => [name, decode(/** @type {string} */ (text))]),
);

/** What each file holds. @type {Record<string, Record<string, Held>>} */
export const HELD = made.held;

/** Names of the files with this ending. @param {RegExp} ending */
export const filesNamed = (ending) => Object.keys(HELD).filter((name) => ending.test(name));

/**
 * Reads a file, with a first part of every size that matters, and compares what is found with what was written.
 * @param {ReturnType<typeof reported>} format
 * @param {string} name
 */
export async function checkFile(format, name) {
  const bytes = FILES[name];
  for (const first of [2 ** 16, 64, 1500]) {
    const file = fileOf(bytes, { first, others: FILES, name });
    assert.ok(
      format.matches(file.start) || format.matchesText?.(file.start),
      `${format.name} does not know its own`,
    );
    const entries = await format.read(file);
    const held = new Map(Object.entries(HELD[name]));
    assert.deepEqual(entries.map((entry) => entry.name).sort(), [...held.keys()].sort());
    for (const entry of entries) {
      const expected = held.get(entry.name);
      if (entry.refused) {
        assert.equal(expected, null, `${entry.name} is refused: ${entry.refused.message}`);
        assert.equal(entry.refused.code, 'bad_type');
        continue;
      }
      assert.ok(expected, `${entry.name} should be refused`);
      const { type, dims } = entry;
      assert.deepEqual({ type, dims }, { type: expected.type, dims: expected.dims }, entry.name);
      const found = await elementsOf(file, entry);
      assert.deepEqual(
        Buffer.from(found).toString('hex'),
        Buffer.from(expected.data, 'base64').toString('hex'),
        entry.name,
      );
    }
  }
}
