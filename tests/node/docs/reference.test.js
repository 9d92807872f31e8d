// Whatever is exported is explained: what it is, what it throws, and an example that runs. Editors show it, and so does the
// documentation (`npm run build -- page`).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { document, typedefsOf } from '../../../tools/build/declarations.js';
import * as library from '../../../web/lib/index.js';
import * as interop from '../../../web/lib/interop.js';
import { printsOf } from '../../support/document_blocks.js';
import { inRoot } from '../../support/paths.js';
import { docsOf, EXPLAINED, runExample } from '../../support/samples.js';

const NAMES = Object.keys(library);
const ENTRIES = { microtome: NAMES, 'microtome/interop': Object.keys(interop) };
const TYPES = ['types.js', 'types/tensor_types.js'].map((name) => `web/lib/${name}`);

const docs = EXPLAINED.flatMap((path) => docsOf(path).map((doc) => ({ ...doc, path })));
const read = (/** @type {string} */ path) => readFileSync(inRoot(path), 'utf8');
const CODES = [...read('web/lib/types.js').matchAll(/@property \{never\} (\w+)/g)].map(([, code]) => code);

/** @param {string} name */
function docOf(name) {
  const found = docs.find((doc) => doc.name === name);
  assert.ok(found, `${name} has no doc comment`);
  return found;
}

before(() => library.init());

describe('what is exported', () => {
  const all = Object.values(ENTRIES).flat();
  const functions = all.filter((name) => /^[a-z]/.test(name));
  assert.ok(functions.length >= 12);

  for (const name of all) {
    it(`${name} is explained`, () => {
      const { description, example } = docOf(name);
      assert.match(description, /^[A-Z].*\./s);
      assert.match(example, /\S/, `${name} has no example`);
      const uses = name === 'MicrotomeError' ? /error\.code/ : new RegExp(`\\b${name}\\(`);
      assert.match(example, uses, `the example of ${name} does not use it`);
    });
  }

  for (const name of functions) {
    it(`${name} says what it throws, by codes that there are`, () => {
      const { throws } = docOf(name);
      assert.match(throws, /^\{MicrotomeError\} /, `${name} has no @throws`);
      const named = [...throws.matchAll(/`(\w+)`/g)].map(([, word]) => word);
      const unknown = named.filter((word) => !CODES.includes(word) && !functions.includes(word));
      assert.deepEqual(unknown, []);
      const needsInit = NAMES.includes(name) && name !== 'init';
      if (needsInit && !named.includes('evaluate') && !named.includes('slice'))
        assert.ok(named.includes('not_initialized'), name);
    });
  }

  it('a plan, too: each of its members', () => {
    const planned = library.plan('Slice', [{ type: 'uint8', dims: [4] }, [1], [3]]);
    const members = Object.getOwnPropertyNames(Object.getPrototypeOf(planned)).filter(
      (name) => name !== 'constructor',
    );
    assert.deepEqual(members.sort(), ['allocate', 'explain', 'moves', 'outputs', 'run']);
    for (const name of members) {
      const { description, example, throws } = docOf(`Plan.${name}`);
      assert.match(description, /\.$/);
      assert.match(example, new RegExp(`\\.${name}\\b`), `Plan.${name} has no example`);
      const member = /** @type {any} */ (planned)[name];
      try {
        if (typeof member === 'function') member.call(planned);
      } catch {
        assert.match(throws, /^\{MicrotomeError\} /, `Plan.${name} throws, and does not say so`);
      }
    }
  });
});

describe('the examples', () => {
  for (const { name, path, line, example } of docs.filter((doc) => doc.example !== '')) {
    it(`${name}, ${path}:${line}`, () => {
      const { status, stderr, printed } = runExample(`example_${name}`, example, ENTRIES);
      assert.equal(status, 0, stderr);
      assert.deepEqual(printed, printsOf(example));
    });
  }

  it('are short: an editor shows them', () => {
    for (const { name, example } of docs) assert.ok(example.split('\n').length <= 8, name);
  });
});

describe('public types', () => {
  for (const path of TYPES) {
    for (const [name, description] of typedefsOf(read(path))) {
      it(`${name} is explained, also in the declarations that are shipped`, () => {
        assert.match(description, /^[A-Z].*[.:]/s, `${path}: ${name} has no description`);
        const shipped = read(path.replace('web/lib', 'web/types').replace('.js', '.d.ts'));
        const comment =
          /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\s*$/.exec(
            shipped.split(new RegExp(`export type ${name}\\b`))[0],
          )?.[1] ?? '';
        assert.ok(comment.includes(description.split('\n')[0]), `${name}: ${comment}`);
      });
    }
  }

  it('have a comment at every place of Mistakes', () => {
    for (const line of read('web/lib/types.js')
      .split('\n')
      .filter((each) => each.includes('{never}')))
      assert.match(line, /@property \{never\} \w+ \S/);
  });
});

describe('declarations', () => {
  const source = [
    '/**',
    ' * A pair.',
    ' * @template T',
    ' * @typedef {{ a: T, b: T }} Pair',
    ' */',
    '/** @typedef {number | bigint} Both One or the other. */',
    '/** @typedef {string} Bare */',
    'export {};',
  ].join('\n');

  it('get the comments of typedefs, which may stand before the tag or behind the name', () => {
    assert.deepEqual(
      [...typedefsOf(source)],
      [
        ['Pair', 'A pair.'],
        ['Both', 'One or the other.'],
        ['Bare', ''],
      ],
    );
    const made = 'export type Pair<T> = {};\nexport type Both = 1;\nexport type Bare = string;\n';
    assert.equal(
      document(`${made}${source}`, source),
      '/**\n * A pair.\n */\nexport type Pair<T> = {};\n/**\n * One or the other.\n */\nexport type Both = 1;\nexport type Bare = string;\nexport {};\n',
    );
  });
});
