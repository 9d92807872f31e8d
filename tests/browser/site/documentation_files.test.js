// The pages of the documentation as files: what they have, where their links lead, and what their code is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { POLICY as OWN_POLICY } from '../../../tools/build/site.js';
import { filesUnder } from '../../../tools/common/files.js';
import { inRoot } from '../../../tools/common/paths.js';
import { blocksOf, DOCUMENTS } from '../../support/document_blocks.js';
import { docsOfEntry, EXPLAINED } from '../../support/samples.js';
import { DOCUMENTATION_PAGES as pages, SITE, withEmptyStyle } from '../documentation_pages.js';

const read = (/** @type {string} */ path) => readFileSync(inRoot(path), 'utf8');
const htmlOf = (/** @type {string} */ page) => read(SITE + page);

describe('the pages of the documentation', () => {
  it('are all documents', () => {
    const expected = DOCUMENTS.map((path) =>
      path === 'README.md'
        ? 'docs/index.html'
        : join('docs', path.replace(/^docs\//, '').replace('.md', '.html')),
    );
    assert.deepEqual(
      expected.filter((page) => !pages.includes(page)),
      [],
    );
  });

  it('have the policy of the playground, but post no forms', () => {
    const [, policy] = /-Security-Policy"\s+content="([^"]*)"/.exec(read('web/playground/index.html')) ?? [
      '',
      '',
    ];
    assert.equal(OWN_POLICY, withEmptyStyle(policy));
    const tag = `<meta http-equiv="Content-Security-Policy" content="${OWN_POLICY}"`;
    for (const page of pages) assert.ok(htmlOf(page).replaceAll('&#39;', "'").includes(tag), page);
  });

  it('lead to pages, headings and files that exist', () => {
    /** @type {Map<string, Set<string>>} */
    const ids = new Map(
      pages.map((page) => [page, new Set([...htmlOf(page).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
    );
    const files = new Set([...filesUnder(SITE, /./).map((path) => path.slice(SITE.length)), 'index.html']);
    const wrong = pages.flatMap((page) =>
      [...htmlOf(page).matchAll(/(?:href|src)="(?!https?:)([^"#]*)(?:#([^"]*))?"/g)].flatMap(
        ([, path, anchor]) => {
          const linked = path === '' ? page : join(dirname(page), decodeURIComponent(path));
          const target = linked.replace(/\/$/, '/index.html');
          const isThere = files.has(target) && (!anchor || !ids.has(target) || ids.get(target)?.has(anchor));
          return isThere ? [] : [`${page}: ${path}#${anchor}`];
        },
      ),
    );
    assert.deepEqual(wrong, []);
  });

  it('show only code that a test executes', () => {
    const programs = [
      ...DOCUMENTS.flatMap(blocksOf)
        .filter(({ info, document }) => info !== 'text' || !document.startsWith('docs/')) // elsewhere, a drawing
        .map(({ code }) => code.trim()),
      ...Object.keys(EXPLAINED).flatMap((entry) =>
        docsOfEntry(/** @type {any} */ (entry)).map(({ example }) => example.trim()),
      ),
    ];
    const cases = filesUnder('tests/cases', /\.txt$/).flatMap((path) => read(path).split('\n'));
    const isExecuted = (/** @type {string} */ code) =>
      programs.includes(code) || code.split('\n').every((line) => cases.includes(line));
    const shown = pages.flatMap((page) =>
      [...htmlOf(page).matchAll(/<pre><code[^>]*>(.*?)<\/code>/gs)].map(([, code]) => ({
        page,
        code: textOf(code),
      })),
    );
    assert.ok(shown.length > 80, `${shown.length}`);
    assert.deepEqual(
      shown.filter(({ code }) => !isExecuted(code)),
      [],
    );
  });
});

/** @param {string} html */
const textOf = (html) =>
  html
    .replace(/<br\/?>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .trim();
