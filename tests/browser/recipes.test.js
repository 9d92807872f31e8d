// The recipes of docs/recipes.md that run in a page, executed there: as files of a project that Vite serves.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { programsOf } from '../recipes/page.js';
import { inRoot } from '../support/paths.js';
import { listen, openBrowser, serveCheckout } from './page.js';
import { PAGE_RECIPES } from './recipes.js';

const FOLDER = 'build/samples/page';

/** @param {string} heading */
const fileOf = (heading) => `${heading.toLowerCase().replace(/\W+/g, '_')}.js`;

/** @type {import('vite').ViteDevServer} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;

before(async () => {
  mkdirSync(inRoot(FOLDER), { recursive: true });
  writeFileSync(
    inRoot(FOLDER, 'index.html'),
    '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">',
  );
  for (const { heading, names } of PAGE_RECIPES) {
    for (const { file = fileOf(heading), code } of programsOf(heading))
      writeFileSync(
        inRoot(FOLDER, file),
        file === fileOf(heading) ? `${code}\nexport { ${names} };\n` : code,
      );
  }
  server = await serveCheckout({
    alias: [
      { find: /^microtome$/, replacement: inRoot('web/lib/index.js') },
      { find: /^microtome\/interop$/, replacement: inRoot('web/lib/interop.js') },
    ],
  });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

describe('in a page, the recipe', () => {
  for (const { heading, variant, given, look } of PAGE_RECIPES) {
    it(variant ? `${heading}: ${variant}` : heading, async () => {
      const page = await browser.newPage();
      const complaints = listen(page);
      const home = `${server.resolvedUrls?.local[0]}${FOLDER}/`;
      await page.goto(`${home}index.html`);
      await page.evaluate(given, variant);
      const made = await page.evaluateHandle((url) => import(url), `${home}${fileOf(heading)}`);
      const { actual, expected } = await page.evaluate(look, made);
      assert.deepEqual(actual, expected);
      assert.deepEqual(complaints, []);
      await page.close();
    });
  }
});
