// A page's source maps lead back to code that can be read, frame by frame of a mistake's stack: to the package's files, which have
// none of their own. The code around the WebAssembly is generated, in one line with the module in it; nobody needs to see it.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build as bundleWithEsbuild } from 'esbuild';
import { build as bundleWithVite, createLogger } from 'vite';
import { inRoot } from '../../../tools/common/paths.js';

const PROGRAM = `
import { init, split } from ${JSON.stringify(inRoot('web/dist/index.js'))};
export const start = () => init();
export function cut() {
  return split({ dims: [1, 6], data: new Uint8Array(6) }, { axis: 1, split: [3, 4] });
}
`;

const LIBRARY = inRoot('web/dist');

/** What each gives: a file beside its map. @type {Record<string, (entry: string, outDir: string) => Promise<string[]>>} */
const BUNDLERS = {
  async esbuild(entry, outdir) {
    const shared = { bundle: true, minify: true, sourcemap: true, format: /** @type {const} */ ('esm') };
    const { warnings } = await bundleWithEsbuild({
      entryPoints: [entry],
      outdir,
      logLevel: 'silent',
      ...shared,
    });
    return warnings.map(({ text }) => text);
  },
  async Vite(entry, outDir) {
    /** @type {string[]} */
    const warnings = [];
    const customLogger = createLogger('silent');
    customLogger.warn = customLogger.warnOnce = (text) => void warnings.push(text);
    const options = { input: entry, preserveEntrySignatures: /** @type {const} */ ('strict') };
    const build = { outDir, emptyOutDir: true, minify: true, sourcemap: true, rolldownOptions: options };
    await bundleWithVite({ configFile: false, root: inRoot('build'), publicDir: false, customLogger, build });
    return warnings;
  },
};

for (const [name, bundle] of Object.entries(BUNDLERS)) {
  describe(`a bundle by ${name}`, () => {
    /** @type {string} */ let folder;
    /** @type {string} */ let file;
    /** @type {string[]} */ let warnings;
    /** @type {any} */ let map;

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'microtome-'));
      writeFileSync(join(folder, 'program.js'), PROGRAM);
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      warnings = await bundle(join(folder, 'program.js'), join(folder, 'out'));
      const files = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' });
      file = join(folder, 'out', /** @type {string} */ (files.find((path) => path.endsWith('.js'))));
      map = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    /** The frames of a stack, as the map has them. @param {Error} error */
    function framesOf({ stack = '' }) {
      const decoded = new SourceMap(map);
      return [...stack.matchAll(/\/out\/\S*?\.js:(\d+):(\d+)/g)].map(([, line, column]) => {
        const entry = /** @type {any} */ (decoded.findEntry(Number(line) - 1, Number(column) - 1));
        const source = resolve(join(file, '..'), entry.originalSource);
        const [text] = readFileSync(source, 'utf8').split('\n').slice(entry.originalLine);
        return { source, at: text.slice(entry.originalColumn), text: text.trim() };
      });
    }

    it('leads from a mistake to the lines that are written here', async () => {
      const { start, cut } = await import(pathToFileURL(file).href);
      await start();
      assert.throws(cut, (/** @type {Error} */ error) => {
        const frames = framesOf(error);
        const [first] = frames;
        assert.match(first.at, /^new MicrotomeError\(/, first.text);
        assert.match(relative(LIBRARY, first.source), /^chunk-\w+\.js$/);
        assert.ok(frames.length >= 4, error.stack);
        const last = /** @type {typeof first} */ (frames.pop());
        assert.match(last.at, /^split\(\{ dims: \[1, 6\]/);
        assert.match(String(frames.at(-1)?.text), /cutFast\(SPLIT, input, spec, options\)/);
        for (const { source, at } of frames) {
          assert.ok(source.startsWith(LIBRARY), source);
          assert.match(at, /^(new )?[\w.#]+\(/, 'a call begins there');
        }
        return true;
      });
    });

    it('holds the sources as they are, for who has only the map', () => {
      const sources = new Map(
        map.sources.map((/** @type {string} */ path, /** @type {number} */ i) => [
          resolve(join(file, '..'), path),
          map.sourcesContent[i],
        ]),
      );
      const ours = [...sources].filter(([path]) => path.startsWith(LIBRARY));
      assert.ok(ours.length > 0);
      for (const [path, content] of ours) assert.equal(content, readFileSync(path, 'utf8'), path);
    });

    it('was made without a warning', () => assert.deepEqual(warnings, []));
  });
}
