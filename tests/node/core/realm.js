// A process of its own: in a realm whose host forbids compiling WebAssembly (as a Content-Security-Policy does in a page),
// loads the library and tries `init`, first as it is, then with a module that was compiled outside of the realm.
// Needs --experimental-vm-modules.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { inRoot } from '../../../tools/common/paths.js';

const realm = vm.createContext({ console }, { codeGeneration: { strings: false, wasm: false } });

/** @type {Map<string, any>} */
const modules = new Map();

/** @param {string} path */
function load(path) {
  const options = {
    identifier: path,
    context: realm,
    initializeImportMeta: (/** @type {any} */ meta) => {
      meta.url = pathToFileURL(path).href;
    },
  };
  const { SourceTextModule } = /** @type {any} */ (vm);
  const module = modules.get(path) ?? new SourceTextModule(readFileSync(path, 'utf8'), options);
  modules.set(path, module);
  return module;
}

const library = load(inRoot('web/dist/index.js'));
await library.link((/** @type {string} */ name, /** @type {any} */ from) =>
  load(resolve(dirname(from.identifier), name)),
);
await library.evaluate();
const { init, slice } = library.namespace;

await init().catch((/** @type {any} */ error) => console.log(`${error.code}: ${error.message}`));
await init({ module: new WebAssembly.Module(readFileSync(inRoot('web/lib/core/wasm/microtome.wasm'))) });
console.log(slice({ dims: [3], data: Uint8Array.of(1, 2, 3) }, '::-1').data.join());
