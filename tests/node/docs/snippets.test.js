// Every fenced block of every document is run, or names commands that exist. This file runs the programs that need neither a page
// nor a package; tests/browser/site/snippets.test.js and tests/recipes/recipes.test.js run the others.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';
import { RECIPES } from '../../recipes/recipes.js';
import { commandsOf, DOCUMENTS, printsOf, programsOf, titleOf } from '../../support/document_blocks.js';
import { checkNpm } from '../../support/npm_command.js';
import { runInNode } from '../../support/run_programs.js';

const read = (/** @type {string} */ path) => readFileSync(inRoot(path), 'utf8');
const programs = DOCUMENTS.flatMap(programsOf);
const inNode = programs.filter(
  ({ host, packages }) => ['node', 'cjs'].includes(host) && packages.length === 0,
);
const withPackages = programs.filter(({ packages }) => packages.length > 0);

describe('the program that ends at', { concurrency: 2 }, () => {
  for (const program of inNode)
    it(titleOf(program), async () => assert.deepEqual(await runInNode(program), printsOf(program.code)));
});

describe('docs/hosts.md', () => {
  /** Where each bundler's users are imitated: `npm test -- package` runs these. @type {Record<string, string>} */
  const fixtures = {
    'webpack, Next.js': 'webpack/main.js next/app/client.jsx',
    esbuild: 'esbuild/main.js',
    Parcel: 'parcel/main.js',
    "Next.js' Edge runtime": 'next-edge/app/route.js',
  };

  it('shows how the fixtures of bundlers get the URL of the wasm', () => {
    const rows = [...read('docs/hosts.md').matchAll(/^\| ([^|]+) \| `([^`]*microtome\.wasm[^`]*)` \|/gm)];
    assert.deepEqual(
      rows.map(([, name]) => name),
      Object.keys(fixtures),
    );
    for (const [, name, code] of rows)
      for (const file of fixtures[name].split(' '))
        assert.ok(read(`tests/package/fixtures/${file}`).includes(code), `${file}: ${code}`);
  });
});

describe('docs/recipes.md', () => {
  it('has a test with the real package for each recipe that imports one', () => {
    const tested = RECIPES.map(({ heading }) => heading);
    assert.deepEqual(withPackages.map(({ section }) => section.at(-1)).sort(), tested.sort());
    assert.ok(withPackages.every(({ host, document }) => host === 'node' && document === 'docs/recipes.md'));
  });
});

describe('every document', () => {
  for (const document of DOCUMENTS) {
    it(`${document} names commands that exist`, () => {
      const inline = [...read(document).matchAll(/`((?:npm|node) [^`\n]+)`/g)].map(([, command]) => command);
      for (const command of [...inline, ...commandsOf(document)]) checkCommand(command);
    });

    it(`${document} links to files and headings that exist`, () => {
      const text = read(document).replace(/^```[\s\S]*?^```$/gm, '');
      for (const [, path, anchor] of text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?[^)]*\)/g)) {
        const target = path ? `${dirname(document)}/${path}` : document;
        assert.ok(existsSync(inRoot(target)), `${path} does not exist`);
        if (anchor && target.endsWith('.md'))
          assert.ok(anchorsOf(target).includes(anchor), `${path} has no heading #${anchor}`);
      }
    });
  }
});

/** `npm` followed by a script and its arguments, or by a word of npm's own; or `node` followed by a file. @param {string} command */
function checkCommand(command) {
  const [program, ...rest] = command
    .replace(/\[.*?\]/g, '')
    .split(/\s+/)
    .filter(Boolean); // without placeholders
  if (program === 'node') return assert.ok(existsSync(inRoot(rest[0])), command);
  if (!['install', 'pack', 'audit', 'publish'].includes(rest[0])) checkNpm(rest.join(' '));
}

/** The anchors that GitHub makes of headings, and those that are written. @param {string} path */
function anchorsOf(path) {
  const text = read(path);
  const titles = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title.toLowerCase());
  return [
    ...titles.map((title) => title.replace(/[^\w\s-]/g, '').replace(/\s/g, '-')),
    ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id),
  ];
}
