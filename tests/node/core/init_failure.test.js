// A module that is none, or that does not arrive: one error that says what to do, nothing printed, and the next `init` can
// succeed. Hosts that cannot: init_host.test.js. Under every policy, in three browsers: tests/hosts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, describe, it, mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../../../tools/common/paths.js';
import { freshLibrary, removeFresh } from '../../support/fresh.js';
import { startSite } from '../../support/site.js';
import { failsToLoad, works } from './loading.js';

/** @typedef {any} Any */

const WASM = inRoot('web/lib/core/wasm/microtome.wasm');
const bytes = readFileSync(WASM);
const ADVICE = /; give the complete microtome\.wasm of this package$/;

after(removeFresh);
afterEach(() => mock.restoreAll());

describe('what is given', () => {
  it('may be no module, or not all of it', async () => {
    const library = await freshLibrary();
    const empty = await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    const damaged = Uint8Array.from(bytes, (byte, i) => (i > 2000 ? 0 : byte));
    for (const options of [
      { bytes: new Uint8Array(0) },
      { bytes: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) },
      { bytes: bytes.subarray(0, 1000) },
      { bytes: bytes.subarray(0, bytes.length / 2) },
      { bytes: damaged },
      { bytes: 'AGFzbQ' },
      { bytes: '' },
      { module: false },
      { module: {} },
      { url: 'nonsense' },
      { url: '' },
    ]) {
      await failsToLoad(library, options, ADVICE);
    }
    await failsToLoad(
      library,
      { module: empty },
      /: it is not the module of this version; give the complete microtome\.wasm/,
    );
    await failsToLoad(
      library,
      { url: pathToFileURL(`${WASM}.lost`) },
      /ENOENT.*; give the complete microtome\.wasm/,
    );
    await library.init();
    works(library);
  });

  it('may be the module of another version of the package', async () => {
    const library = await freshLibrary();
    const other = Buffer.from(bytes);
    other[other.lastIndexOf('build_id') + 'build_id'.length + 1] ^= 1; // the first byte of the id, after its length
    await failsToLoad(
      library,
      { bytes: other },
      /: it is not the module of this version; give the complete microtome\.wasm/,
    );
    await library.init();
    works(library);
  });

  it('may be too much, unknown, unreadable, or no options at all', async () => {
    const library = await freshLibrary();
    /** @type {[Any, string, RegExp][]} */
    const mistakes = [
      [{ bytes, url: 'x' }, 'conflict', /^options: only one of module, bytes and url can be given$/],
      [null, 'bad_argument', /^options: expected an object, not null$/],
      ['microtome.wasm', 'bad_argument', /^options: expected an object, not 'microtome\.wasm'$/],
      [new Map([['arena', 64]]), 'bad_argument', /^options: expected an object, not a Map$/],
      [Promise.resolve({ arena: 64 }), 'bad_argument', /^options: expected an object, not a Promise \(await it\)$/],
      [Object.assign(Object.create({ arena: 64 }), { wasm: bytes }), 'bad_argument', /^options: wasm is not an option; /],
      [Object.create({ bytes, url: 'x' }), 'conflict', /^options: only one of module, bytes and url can be given$/],
      [{ wasm: bytes }, 'bad_argument', /^options: wasm is not an option; the options here are module, bytes, url, arena$/],
    ]; // biome-ignore format: a table
    for (const [options, code, message] of mistakes) {
      await assert.rejects(library.init(options), { code, op: '', param: 'options', message });
    }
    const own = new Error('own');
    const fail = () => { throw own; }; // biome-ignore format: one line
    for (const options of [{ get arena() { return fail(); } }, { url: { toString: fail } }]) // biome-ignore format: one line
      await assert.rejects(library.init(/** @type {Any} */ (options)), (thrown) => thrown === own);
    await library.init();
    works(library);
  });
});

describe('a server that answers', () => {
  const answers = {
    lost: /\/answers\/lost: the server answered with status 404/,
    broken: /\/answers\/broken: the server answered with status 500/,
    page: /\/answers\/page: the server sent content type text\/html, not application\/wasm; give/,
    nameless: /\/answers\/nameless: the server sent content type unknown, not application\/wasm; give/,
    nothing: /\/answers\/nothing: WebAssembly\.compileStreaming\(\): /,
    half: /\/answers\/half: WebAssembly\.compileStreaming\(\): /,
    interrupted: /\/answers\/interrupted: \w/,
  };
  for (const [name, why] of Object.entries(answers)) {
    it(name, async () => {
      const site = await startSite();
      try {
        const library = await freshLibrary();
        await failsToLoad(library, { url: `${site.url}/answers/${name}` }, why);
        await failsToLoad(library, { url: new URL(`${site.url}/answers/${name}`) }, ADVICE);
        await library.init({ url: `${site.url}/answers/whole` });
        works(library);
      } finally {
        await site.close();
      }
    });
  }

  it('nothing, because it is not there', async () => {
    const { url, close } = await startSite();
    await close();
    await failsToLoad(await freshLibrary(), { url: `${url}/answers/whole` }, /\/whole: fetch failed; give/);
  });
});

describe('calls that race', () => {
  it('fail together, and succeed together then', async () => {
    const library = await freshLibrary();
    const site = await startSite();
    const first = library.init({ url: `${site.url}/answers/lost` });
    const racers = [first, library.init({ bytes }), library.init()];
    assert.equal(new Set(racers).size, 1);
    const again = racers.map((racer) =>
      racer.then(
        () => assert.fail('it is the first one that counts'),
        (error) => {
          assert.equal(error.code, 'load_failed');
          return library.init();
        },
      ),
    );
    const instantiate = mock.method(WebAssembly, 'instantiate');
    await Promise.all(again);
    await site.close();
    assert.equal(instantiate.mock.callCount(), 3, 'the parts');
    works(library);
    assert.notEqual(library.init(), first);
  });
});
