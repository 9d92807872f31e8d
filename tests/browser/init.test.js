// Loading in a real browser: under policies, without SIMD, from servers that answer wrongly; and that the next `init` succeeds.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSite } from '../support/site.js';
import { openBrowser } from './page.js';

/** @import { Browser, Page } from 'playwright-core' */

/** The page's own console line about its policy is Chromium's. */
const POLICY_LINE = /violates the following Content Security [Pp]olicy/;

/** @type {Awaited<ReturnType<typeof startSite>>} */ let site;
/** @type {Browser} */ let browser;

before(async () => {
  site = await startSite();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * An empty page under a policy; `said` is what its console and its unseen rejections say, except for Chromium's own lines.
 * @param {Browser} browser
 * @param {string} [policy]
 */
async function openEmpty(browser, policy = '') {
  const page = await browser.newPage();
  /** @type {string[]} */
  const said = [];
  page.on('console', (message) => {
    const { url } = message.location();
    const isOurs = !POLICY_LINE.test(message.text()) && !url.includes('/answers/');
    if (isOurs) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message)); // rejections that nobody sees among them
  await page.goto(`${site.url}/page?policy=${encodeURIComponent(policy)}`);
  return { page, said };
}

/**
 * Calls `init` with each of the options in turn; gives for each what a slice is then, or the failure.
 * @param {Page} page
 * @param {(object | null)[]} list null: no options
 * @returns {Promise<string[]>}
 */
const attempt = (page, list) =>
  page.evaluate(async (list) => {
    const library = '/one/web/dist/index.js';
    const { init, slice, MicrotomeError } = await import(library);
    const outcomes = [];
    for (const options of list) {
      try {
        await init(options ?? undefined);
        outcomes.push(slice({ dims: [3], data: Uint8Array.of(1, 2, 3) }, '::-1').data.join());
      } catch (/** @type {any} */ error) {
        outcomes.push(
          error instanceof MicrotomeError ? `${error.code}: ${error.message}` : `strange: ${error}`,
        );
      }
    }
    return outcomes;
  }, list);

describe('a page', () => {
  it("loads under script-src 'self' 'wasm-unsafe-eval'", async () => {
    const { page, said } = await openEmpty(
      browser,
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
    );
    assert.deepEqual(await attempt(page, [null, null]), ['3,2,1', '3,2,1']);
    assert.deepEqual(said, []);
    await page.close();
  });

  it('is told what its policy lacks, and loads a module that a worker without that policy has compiled', async () => {
    const { page, said } = await openEmpty(browser, "script-src 'self'");
    const url = `${site.url}/answers/whole`;
    const outcomes = await attempt(page, [null, { url }]);
    assert.equal(outcomes.length, 2);
    for (const outcome of outcomes) {
      assert.match(outcome, /^unsupported_host: .*: this host's policy forbids .* add 'wasm-unsafe-eval' to/);
    }
    assert.deepEqual(said, []);
    const cut = await page.evaluate(async (url) => {
      const worker = new Worker('/one/tests/browser/compile_worker.js');
      const module = await new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.postMessage(url);
      });
      const library = '/one/web/dist/index.js';
      const { init, slice } = await import(library);
      await init({ module });
      return slice({ dims: [3], data: Uint8Array.of(1, 2, 3) }, '::-1').data.join();
    }, url);
    assert.equal(cut, '3,2,1');
    await page.close();
  });

  const answers = {
    lost: /^load_failed: .*\/answers\/lost: the server answered with status 404; give microtome\.wasm of this package, whole$/,
    broken: /^load_failed: .*\/answers\/broken: the server answered with status 500; give/,
    page: /^load_failed: .*\/answers\/page: the server sent content type text\/html, not application\/wasm; give/,
    nameless:
      /^load_failed: .*\/answers\/nameless: the server sent content type unknown, not application\/wasm; give/,
    nothing: /^load_failed: .*\/answers\/nothing: WebAssembly\.compile\(\): .* empty; give/,
    half: /^load_failed: .*\/answers\/half: WebAssembly\.compile\(\): .*; give/,
    interrupted: /^load_failed: .*\/answers\/interrupted: \w.*; give/,
  };
  for (const [name, why] of Object.entries(answers)) {
    it(`survives the answer '${name}'`, async () => {
      const { page, said } = await openEmpty(browser);
      const wrong = { url: `${site.url}/answers/${name}` };
      const [first, second, third] = await attempt(page, [wrong, wrong, { url: '/answers/whole' }]);
      assert.match(first, why);
      assert.match(second, why);
      assert.equal(third, '3,2,1');
      assert.deepEqual(said, []);
      await page.close();
    });
  }

  it('takes the module whatever its type is said to be', async () => {
    for (const name of ['text', 'untyped']) {
      const { page, said } = await openEmpty(browser);
      assert.deepEqual(await attempt(page, [{ url: `/answers/${name}` }]), ['3,2,1']);
      assert.deepEqual(said, []);
      await page.close();
    }
  });
});

describe('Chromium', () => {
  /**
   * @param {string} flags of V8
   * @param {RegExp} why
   */
  async function refuses(flags, why) {
    const crippled = await openBrowser([`--js-flags=${flags}`]);
    try {
      const { page, said } = await openEmpty(crippled);
      const outcomes = await attempt(page, [null, { url: '/answers/whole' }]);
      assert.equal(outcomes.length, 2);
      for (const outcome of outcomes) assert.match(outcome, why);
      assert.deepEqual(said, []);
    } finally {
      await crippled.close();
    }
  }

  for (const flag of process.arch === 'x64' ? ['--no-enable-sse4-1'] : []) // other processors have SIMD
    it('without SIMD', () => refuses(flag, /^unsupported_host: .*: this host has no WebAssembly SIMD; /));

  it('without WebAssembly', () => refuses('--jitless', /^unsupported_host: .*: this host has no Web/));

  it('with too little memory for a module', () =>
    refuses('--wasm-max-mem-pages=16', /^out_of_memory: .*: no memory or no address space is left/));
});
