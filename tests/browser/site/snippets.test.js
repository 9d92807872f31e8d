// The programs of the documents that run in a page: `js page` and `ts` blocks in a project that Vite serves with its defaults,
// `html` blocks from a static server. 'microtome' is the packed package. recipes.js looks at what recipes have made.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createServer } from 'vite';
import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';
import { inRoot } from '../../../tools/common/paths.js';
import { pack } from '../../package/pack.js';
import { DOCUMENTS, nameOf, printsOf, programsOf, recipe, titleOf } from '../../support/document_blocks.js';
import { write } from '../../support/run_programs.js';
import { fileIn, sendFile, startServer } from '../../support/serve.js';
import { takePage, useSite } from '../page.js';
import { PAGE_RECIPES } from '../recipes.js';

/** @import { ConsoleMessage, Page } from 'playwright-core' */
/** @import { Place } from '../page.js' */
/** @import { Program } from '../../support/document_blocks.js' */

const PROJECT = inRoot('build/snippets/page');
const MAINS = { page: 'main.js', ts: 'main.ts', html: 'index.html' };

const programs = DOCUMENTS.flatMap(programsOf).filter(({ host }) => host in MAINS);
const inVite = programs.filter(({ host }) => host !== 'html');
const plain = programs.filter(({ host }) => host === 'html');

const folderOf = (/** @type {Program} */ program) => join(PROJECT, nameOf(program));
const mainOf = (/** @type {Program} */ { host }) => MAINS[/** @type {keyof typeof MAINS} */ (host)];

/** Is it looked at below, which runs it as well? @param {Program} program */
const isRecipe = ({ document, section }) =>
  document === 'docs/recipes.md' && PAGE_RECIPES.some(({ heading }) => heading === section.at(-1));

/** Writes every program, and serves them. @returns {Promise<import('../page.js').Site>} */
async function servePrograms() {
  rmSync(PROJECT, { recursive: true, force: true });
  unpack();
  for (const program of programs) {
    const names = PAGE_RECIPES.find(({ heading }) => program.section.at(-1) === heading)?.names;
    const more = names && program.document === 'docs/recipes.md' ? `\nexport { ${names.join(', ')} };\n` : '';
    write(program, folderOf(program), mainOf(program), more);
  }
  for (const program of inVite)
    writeFileSync(
      join(folderOf(program), 'index.html'),
      `<!doctype html><link rel="icon" href="data:,"><script type="module" src="./${mainOf(program)}"></script>`,
    );
  const vite = await createServer({
    root: PROJECT,
    cacheDir: join(PROJECT, 'node_modules/.vite'), // not the checkout's, which is that of the page as it is served
    configFile: false,
    logLevel: 'error',
    server: { port: 0, watch: null },
  });
  await vite.listen();
  return { url: /** @type {string} */ (vite.resolvedUrls?.local[0]), close: () => vite.close() };
}

/** What `npm install` makes of the package. */
function unpack() {
  const home = join(PROJECT, 'node_modules/microtome');
  mkdirSync(home, { recursive: true });
  const { tarball } = pack(PROJECT);
  execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
}

/**
 * Opens a page that must not complain. `use` gets it when it has printed what the program says.
 * @param {Place} place
 * @param {Program} program
 * @param {string} url
 * @param {(page: Page) => Promise<void>} [use]
 */
async function open({ browser }, { code }, url, use = async () => {}) {
  const { page, complaints, leave } = await takePage(browser);
  /** @type {string[]} */
  const printed = [];
  const note = (/** @type {ConsoleMessage} */ message) =>
    message.type() === 'log' && printed.push(message.text());
  page.on('console', note);
  const expected = printsOf(code);
  await page.goto(url);
  const since = Date.now();
  while (printed.length < expected.length && complaints.length === 0 && Date.now() - since < HANGS_AFTER_MS)
    await page.waitForTimeout(20);
  assert.deepEqual([complaints, printed], [[], expected]);
  await use(page);
  assert.deepEqual([complaints, printed], [[], expected]);
  page.off('console', note);
  await leave();
}

describe('the programs of the documents', () => {
  const place = useSite(servePrograms);
  const addressOf = (/** @type {Program} */ program) => `${place.site.url}${nameOf(program)}/`;

  describe('a page that Vite serves runs', () => {
    for (const program of inVite.filter((each) => !isRecipe(each)))
      it(titleOf(program), () =>
        open(place, program, addressOf(program), async (page) => {
          const main = `${addressOf(program)}${mainOf(program)}`;
          await page.evaluate((url) => import(url).then(() => {}), main); // the same module; fails as it has failed
        }),
      );
  });

  describe('a plain page runs', () => {
    for (const program of plain)
      it(titleOf(program), async () => {
        const folders = [folderOf(program), PROJECT];
        const server = await startServer((path, response) =>
          sendFile(fileIn(folders, path === '/' ? '/index.html' : path), response),
        );
        try {
          await open(place, program, server.url);
        } finally {
          await server.close();
        }
      });
  });

  describe('TypeScript', () => {
    it('compiles every `ts` block, with the declarations that are shipped', () => {
      const files = inVite
        .filter(({ host }) => host === 'ts')
        .map((program) => join(folderOf(program), 'main.ts'));
      assert.ok(files.length >= 2);
      const compilerOptions = {
        strict: true,
        noEmit: true,
        module: 'esnext',
        moduleResolution: 'bundler',
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
      };
      writeFileSync(join(PROJECT, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const tsc = inRoot('node_modules/typescript/bin/tsc');
      execFileSync(process.execPath, [tsc, '--project', PROJECT], { stdio: 'pipe' });
    });
  });

  describe('in a page, the recipe', () => {
    for (const { heading, variant, given, look } of PAGE_RECIPES)
      it(variant ? `${heading}: ${variant}` : heading, () => {
        const program = recipe(heading);
        return open(place, program, addressOf(program), async (page) => {
          const main = `${addressOf(program)}${mainOf(program)}`;
          if (given) await page.evaluate(given, variant);
          const made = await page.evaluateHandle((url) => import(url), main);
          const { actual, expected } = await page.evaluate(look, made);
          assert.deepEqual(actual, expected);
        });
      });

    it('has a row here', () => {
      const headings = inVite
        .filter(({ document }) => document === 'docs/recipes.md')
        .map(({ section }) => section.at(-1));
      assert.deepEqual(headings.sort(), [...new Set(PAGE_RECIPES.map(({ heading }) => heading))].sort());
    });
  });
});
