// A page that uses all of an entry loads no more than its budget, minified and compressed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';
import { COMPRESSORS } from '../../../tools/generate/size.js';
import { FORMATS } from '../../../web/lib/source/formats/known.ts';
import {
  BUDGET,
  CACHED_BUDGET,
  MINIFIED_BUDGET,
  measure,
  measureCached,
  measureMinified,
  measurePage,
  measurePrimary,
  measureReaders,
  measureSource,
  PAGES,
  partsOfPage,
  READER_BUDGET,
  SLIM_BUDGET,
  SOURCE_BUDGET,
} from '../../package/size/size.js';

/** What is measured, what it may load, and what it must load at least to be all of it. */
const ROWS = /** @type {const} */ ([
  ['a page that uses everything', measure, BUDGET, 20_000],
  ['microtome/source beside it', measureSource, SOURCE_BUDGET, 8000],
  ['microtome/cached beside both', measureCached, CACHED_BUDGET, 1000],
]);

for (const [what, weigh, budget, least] of ROWS) {
  it(`${what} stays within its budget`, async () => {
    const sizes = await weigh();
    for (const name of COMPRESSORS) {
      const bytes = sizes[name];
      assert.ok(bytes > least, `${bytes}: that cannot be all of it`);
      assert.ok(
        bytes <= budget[name],
        `${bytes} bytes (${name}), and ${budget[name]} are allowed; see \`npm test -- package size\``,
      );
    }
  });
}

it('readers of file formats, decoders and what reads local files are loaded when they are needed, and stay within their budget', async () => {
  const readers = await measureReaders();
  assert.equal(readers.length, FORMATS.length + 8, 'one for other files, and seven that are no formats');
  for (const sizes of readers)
    for (const name of COMPRESSORS)
      assert.ok(
        sizes[name] > 300 && sizes[name] <= READER_BUDGET[name],
        `${sizes[name]} bytes (${name}), and ${READER_BUDGET[name]} are allowed`,
      );
});

it('a page that uses everything is no file of which webpack warns', async () => {
  const bytes = await measureMinified();
  assert.ok(bytes > 100_000 && bytes <= MINIFIED_BUDGET, `${bytes}`);
});

it('a page that does not import microtome/source has nothing of it', async () => {
  const parts = [...(await partsOfPage())];
  assert.ok(parts.includes('index.ts'), parts.join());
  assert.deepEqual(
    parts.filter((part) => /^source/.test(part)),
    [],
  );
});

it('the documents say these budgets', () => {
  const [all, source, cached, reader] = [BUDGET, SOURCE_BUDGET, CACHED_BUDGET, READER_BUDGET].map(
    ({ gzip, Brotli }) => [gzip / 1024, Brotli / 1024],
  );
  const said = [
    ['README.md', ` ${all[0]} KB with everything. \`microtome/source\` adds ${source[0]} KB `],
    [
      'docs/performance.md',
      `at most ${all[0]} KB gzip (zlib, level 9) or ${all[1]} KB Brotli (quality 11), `,
    ],
    ['docs/performance.md', `adds at most ${source[0]} KB gzip or ${source[1]} KB Brotli, `],
    [
      'docs/performance.md',
      `a reader of at most ${reader[0]} KB gzip or ${reader[1]} KB Brotli when the first file of its format is opened`,
    ],
    ['docs/performance.md', `\`microtome/cached\` at most ${cached[0]} or ${cached[1]} KB more.`],
  ];
  for (const [path, sentence] of said)
    assert.ok(
      readFileSync(inRoot(path), 'utf8').replace(/\s+/g, ' ').includes(sentence),
      `${path}: ${sentence}`,
    );
});

for (const [names, most] of PAGES)
  it(`a page that imports ${names} stays within its budget`, async () => {
    const { gzip } = await measurePage(names);
    assert.ok(gzip <= most * 1024, `${gzip} bytes, and ${most * 1024} are allowed`);
    assert.ok(gzip > (most - 1) * 1024, `${gzip} bytes: lower the budget, which is ${most} KB`);
  });

it('a page of `microtome/slim`, and what it fetches, stay within their budgets', async () => {
  const { gzip: script } = await measurePage('init, slice', 'microtome/slim');
  assert.ok(script <= SLIM_BUDGET.ofScript * 1024, `${script} bytes of JavaScript`);
  const { gzip: primary } = measurePrimary();
  assert.ok(primary <= SLIM_BUDGET.primary * 1024, `${primary} bytes of WebAssembly`);
  const said = `${SLIM_BUDGET.ofScript} KB of JavaScript and ${SLIM_BUDGET.primary} KB of WebAssembly`;
  assert.ok(readFileSync(inRoot('docs/performance.md'), 'utf8').replace(/\s+/g, ' ').includes(said), said);
});

it('the documents say what pages load that import few functions', () => {
  const [[, least]] = PAGES;
  const text = readFileSync(inRoot('docs/performance.md'), 'utf8');
  for (const [names, most] of PAGES) assert.ok(text.includes(`\n| \`${names}\` | ${most} |\n`), names);
  const readme = readFileSync(inRoot('README.md'), 'utf8');
  assert.ok(
    readme.includes(` ${least} KB gzipped with \`slice\` alone, ${BUDGET.gzip / 1024} KB with everything.`),
  );
});
