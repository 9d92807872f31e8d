// Whatever is exported is explained: what it is, what it throws, and an example that runs. Editors show it, and so does the
// documentation (`npm run build -- page`).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import * as library from 'microtome';
import * as cache from 'microtome/cached';
import * as interop from 'microtome/interop';
import * as source from 'microtome/source';
import { inRoot } from '../../../tools/common/paths.js';
import { printsOf } from '../../support/document_blocks.js';
import { docsOfEntry, runExample, textOf } from '../../support/samples.js';

/** The entries, and those that their examples import besides. @type {[entry: keyof typeof import('../../support/samples.js').EXPLAINED, module: object, besides: Record<string, readonly string[]>][]} */
const MODULES = [
  ['microtome', library, {}],
  ['microtome/interop', interop, { microtome: ['init'] }],
  ['microtome/source', source, { microtome: ['init'] }],
  ['microtome/cached', cache, { 'microtome/source': Object.keys(source), microtome: ['init'] }],
];
const ENTRIES = MODULES.map(([entry, module, besides]) => {
  const names = Object.keys(module);
  return { entry, names, imports: { [entry]: names, ...besides } };
});
const TYPES = ['types.ts', 'types/elements.ts', 'types/typing.ts', 'source/source_types.ts'];

const docs = ENTRIES.flatMap(({ entry, imports }) =>
  docsOfEntry(entry).map((doc) => ({ ...doc, entry, imports })),
);
const read = (/** @type {string} */ path) => readFileSync(inRoot(path), 'utf8');
const MISTAKES =
  /interface Mistakes \{\n([\s\S]*?)\n\}/.exec(read('web/lib/types.ts'))?.[1].split(/(?<=never;)\n/) ?? [];
const CODES = MISTAKES.map((line) => /(\w+): never;$/.exec(line)?.[1]);

/**
 * The types that a module exports, and what is said of each.
 * @param {string} path
 * @returns {[name: string, description: string][]}
 */
const typesIn = (path) =>
  [...read(path).matchAll(/(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:interface|type) (\w+)/g)].map(
    ([, comment = '/***/', name]) => [name, textOf(comment.trim())],
  );

/** @param {string} name @param {string} [entry] */
function docOf(name, entry = 'microtome') {
  const found = docs.find((doc) => doc.name === name && doc.entry === entry);
  assert.ok(found, `${name} has no doc comment`);
  return found;
}

before(() => library.init());

describe('what is exported', () => {
  const all = ENTRIES.flatMap(({ entry, names }) => names.map((name) => ({ entry, name })));
  const functions = all.filter(({ name }) => /^[a-z]/.test(name));
  assert.ok(functions.length >= 20);

  for (const { entry, name } of all) {
    it(`${name} of ${entry} is explained`, () => {
      const { description, example } = docOf(name, entry);
      assert.match(description, /^[A-Z].*\./s);
      assert.match(example, /\S/, `${name} has no example`);
      const uses = name === 'MicrotomeError' ? /error\.code/ : new RegExp(`\\b${name}\\(`);
      assert.match(example, uses, `the example of ${name} does not use it`);
    });
  }

  for (const { entry, name } of functions) {
    it(`${name} of ${entry} says what it throws, by codes that there are`, () => {
      const { throws } = docOf(name, entry);
      assert.match(throws, /^\{MicrotomeError\} /, `${name} has no @throws`);
      const named = [...throws.matchAll(/`(\w+)`/g)].map(([, word]) => word);
      const unknown = named.filter(
        (word) => !CODES.includes(word) && word !== entry && !functions.some((each) => each.name === word),
      );
      assert.deepEqual(unknown, []);
      const needsInit = entry === 'microtome/source'; // MicrotomeError says it of the others
      if (needsInit && !['evaluate', 'slice', 'parts'].some((other) => named.includes(other)))
        assert.ok(named.includes('not_initialized'), name);
    });
  }

  it('MicrotomeError says what any function throws', () => {
    const { description } = docOf('MicrotomeError');
    for (const code of ['not_initialized', 'bad_input', 'bad_out'])
      assert.ok(description.includes(`\`${code}\``), code);
    assert.match(description, /has written nothing/);
  });

  it('a plan, too: each of its members', () => {
    const planned = library.plan('Slice', [{ type: 'uint8', dims: [4] }, [1], [3]]);
    const members = Object.getOwnPropertyNames(Object.getPrototypeOf(planned)).filter(
      (name) => name !== 'constructor',
    );
    assert.deepEqual(members.sort(), ['allocate', 'bind', 'explain', 'moves', 'outputs', 'run']);
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
  for (const { name, path, line, example, imports } of docs.filter((doc) => doc.example !== '')) {
    it(`${name}, ${path}:${line}`, async () =>
      assert.deepEqual(
        await runExample(`example_${path.replace(/\W/g, '_')}_${name}`, example, imports),
        printsOf(example),
      ));
  }
});

describe('public types', () => {
  for (const path of TYPES) {
    it(`are explained, those of ${path}, also in the declarations that are shipped`, () => {
      const types = typesIn(`web/lib/${path}`);
      assert.ok(types.length >= 10);
      for (const [name, description] of types)
        if (!/^Host\w/.test(name))
          assert.match(description, /^[A-Z'`\d].*[.:]/s, `${path}: ${name} has no description`);
      assert.deepEqual(typesIn(`web/dist/lib/${path.replace('.ts', '.d.cts')}`), types);
    });
  }

  it('say the cause and the remedy of every code', () => {
    assert.ok(MISTAKES.length >= 40);
    for (const row of MISTAKES)
      assert.match(
        row,
        /^ {2}\/\*\*[\s*]+[A-Z`][\s\S]*\.\s+(?:\* )?Remedy:[\s*]+[A-Z][\s\S]*\.\s+\*\/\n {2}\w+: never;$/,
      );
  });
});
