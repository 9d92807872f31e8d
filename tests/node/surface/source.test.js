// `microtome/source` as an entry of the package: its names, that it shares the loaded module with the main entry, and that a page
// without it does not pay for it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import * as source from 'microtome/source';
import { ROOT } from '../../../tools/common/paths.js';
import { INLINED } from '../../support/inlined.js';
import { runExample } from '../../support/samples.js';

const NAMES =
  'compress cost gather open partition parts save slice slices split splitToSequence toBytes variadicSplit'.split(
    ' ',
  );
const LAYOUT = "{ layout: { type: 'uint8', dims: [4] } }";

/** @param {string} contents */
async function bundle(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

describe('microtome/source', () => {
  it('exports these names and no others', () => {
    assert.deepEqual(Object.keys(source), NAMES);
  });

  it('has the module and the errors of the main entry', async () => {
    const code = `const source = await open(new Uint8Array(4), ${LAYOUT});
      try { await slice(source.tensor(), '9'); } catch (error) { console.log(error instanceof MicrotomeError, error.code); }`;
    const imports = { microtome: ['init', 'MicrotomeError'], 'microtome/source': ['open', 'slice'] };
    assert.deepEqual(await runExample('source_shares', code, imports), ['true index_out_of_range']);
    const early = `import { open } from 'microtome/source'; import { MicrotomeError } from 'microtome'; // before init(), which is not called
      await open(new Uint8Array(4), ${LAYOUT}).catch((error) => console.log(error instanceof MicrotomeError, error.code));`;
    assert.deepEqual(await runExample('source_early', early, {}), ['true not_initialized']);
  });

  it('is bundled with one module, and not at all if it is not used', async () => {
    const main = "import { init, slice } from 'microtome'; console.log(init, slice);";
    const both = `import { open } from 'microtome/source'; ${main} console.log(open);`;
    const mark = /Content-Range/i;
    const modules = (/** @type {string} */ text) => text.split(INLINED).length - 1;
    const [without, withIt] = [await bundle(main), await bundle(both)];
    assert.deepEqual([mark.test(without), mark.test(withIt)], [false, true]);
    assert.deepEqual([modules(without), modules(withIt)], [1, 1]);
  });
});
