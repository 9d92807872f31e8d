// Opening what a project has made, in Chromium, under a strict policy, from a server or from the disk.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path/posix';
import { pathToFileURL } from 'node:url';
import { fileOf, PARTS } from '../../tools/build/parts.js';
import { HANGS_AFTER_MS } from '../../tools/common/limits.js';
import { inRoot } from '../../tools/common/paths.js';
import { listen, openBrowser } from '../browser/page.js';
import { fileIn, sendFile, startServer } from '../support/serve.js';
import { checkAnswers, checkSlim } from './answers.js';

/** @import { Browser, Page } from 'playwright-core' */
/** @import { Project } from './project.js' */

/**
 * How a page loads the module: its address, and the files that it asks for. With a worker, the worker asks for the same files.
 * @typedef {object} Loading
 * @property {string} at the page
 * @property {readonly string[]} files of web/dist
 * @property {boolean} [hasWorker]
 */

/** @satisfies {Record<string, Loading>} */
const LOADS = {
  inlined: { at: '#inlined', files: [] },
  url: { at: '#url', files: ['microtome.wasm'] },
  slim: { at: 'slim', files: [fileOf('primary')], hasWorker: true },
  // `microtome/source` brings the module of the rest, which is small, so that it needs none of them beside it.
  'slim, with all functions': {
    at: 'slim',
    files: PARTS.filter((part) => part !== 'rest').map(fileOf),
    hasWorker: true,
  },
};

/** @typedef {keyof typeof LOADS} Load */

/** @type {Browser | undefined} */
let browser;

export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
}

/**
 * Serves folders of the project, the first that has a file gives it, and opens the page.
 * @param {Project} project
 * @param {readonly string[]} folders
 * @param {readonly Load[]} loads
 */
export async function openFolders(project, folders, loads) {
  const server = await startServer((path, response) => {
    const file = fileIn(
      folders.map((folder) => project.path(folder)),
      extname(path) ? path : `${path.replace(/\/$/, '/index')}.html`,
    );
    const isPage = file?.endsWith('.html');
    // A worker's own script brings the policy of the worker.
    response.setHeader('content-security-policy', policyOf(isPage ? readFileSync(`${file}`, 'utf8') : ''));
    if (file?.endsWith('.wasm')) response.setHeader('cache-control', 'max-age=3600');
    return sendFile(file, response);
  });
  try {
    return await openServed(server.url, loads);
  } finally {
    await server.close();
  }
}

/** Of a page: scripts from where it comes from, and those within it by their hash. @param {string} html */
function policyOf(html) {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return `default-src 'none'; script-src ${["'self'", ...inline, "'wasm-unsafe-eval'"].join(' ')}; connect-src 'self'`;
}

/**
 * Opens the page at an address, once for each way to load the module.
 * @param {string} url
 * @param {readonly Load[]} loads
 * @param {(page: Page) => Promise<void>} [look] at the page, when its answers have been checked
 */
export async function openServed(url, loads, look = async () => {}) {
  for (const load of loads) {
    /** @type {Loading} */
    const { at, files, hasWorker } = LOADS[load];
    const check = hasWorker ? checkSlim : checkAnswers;
    await openPage(new URL(at, url).href, check, async (page, { policy, asked }) => {
      assert.match(policy, /script-src 'self' [^;]*'wasm-unsafe-eval'/);
      assert.doesNotMatch(policy, /'unsafe-(inline|eval)'/);
      const fetched = asked.filter((path) => path.endsWith('.wasm'));
      const names = await Promise.all([...new Set(fetched)].map((path) => nameOf(new URL(path, url))));
      assert.deepEqual(names.sort(), [...files].sort(), `${load}: has asked for ${asked.join(' ')}`);
      assert.equal(fetched.length, files.length * (hasWorker ? 2 : 1), fetched.join(' '));
      await look(page);
    });
  }
}

/** The file of web/dist that an address gives: bundlers may change its name. @param {URL} url */
async function nameOf(url) {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  const names = ['microtome.wasm', ...PARTS.map(fileOf)];
  return names.find((name) => bytes.equals(readFileSync(inRoot('web/dist', name)))) ?? `${url}`;
}

/**
 * Opens a page of one file from the disk; it brings its own policy.
 * @param {Project} project
 * @param {string} path
 */
export async function openFile(project, path) {
  const html = readFileSync(project.path(path), 'utf8');
  assert.match(html, /Content-Security-Policy" content="[^"]*'wasm-unsafe-eval'/);
  await openPage(pathToFileURL(project.path(path)).href, checkAnswers, async (_, { asked }) => {
    assert.equal(asked.length, 1, `asks for more than itself: ${asked.join(' ')}`);
  });
}

/**
 * @param {string} url
 * @param {(answers: unknown, where: string) => void} checkThem
 * @param {(page: Page, seen: { policy: string, asked: string[] }) => Promise<void>} check
 */
async function openPage(url, checkThem, check) {
  browser ??= await openBrowser();
  const context = await browser.newContext();
  context.setDefaultTimeout(HANGS_AFTER_MS);
  try {
    const page = await context.newPage();
    const complaints = listen(page);
    /** @type {string[]} */
    const asked = [];
    page.on('request', (request) => {
      const isCode = ['script', 'stylesheet'].includes(request.resourceType()); // Vite's `?url` is a module of its own
      if (!isCode) asked.push(new URL(request.url()).pathname);
    });
    /** @type {(answers: unknown) => void} */
    let report = () => {};
    const answered = new Promise((resolve) => {
      report = resolve;
    });
    await page.exposeFunction('report', report);
    const response = await page.goto(url);
    const answers = await Promise.race([answered, page.waitForTimeout(HANGS_AFTER_MS)]);
    if (answers === undefined) throw new Error(`${url} gives no answers:\n${complaints.join('\n')}`);
    checkThem(answers, url);
    assert.deepEqual(complaints, [], url);
    await check(page, { policy: response?.headers()['content-security-policy'] ?? '', asked });
  } finally {
    await context.close();
  }
}
