// A host that cannot load the module: one error with a code that says what to do, nothing printed, and the next `init` can
// succeed. Processes that are such hosts, and this one, playing them. In three browsers: tests/hosts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, afterEach, describe, it, mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';
import { inRoot } from '../../../tools/common/paths.js';
import { freshLibrary, removeFresh } from '../../support/fresh.js';
import { failsToLoad, works } from './loading.js';

const bytes = readFileSync(inRoot('web/lib/core/wasm/microtome.wasm'));

after(removeFresh);
afterEach(() => mock.restoreAll());

describe('a host, for real', () => {
  const entry = pathToFileURL(inRoot('web/dist/index.js')).href;
  const attempt = `import { init, slice } from '${entry}';
    const attempt = () => init().then(
      () => console.log(slice({ dims: [3], data: Uint8Array.of(1, 2, 3) }, '::-1').data.join()),
      ({ code, message }) => console.log(code + ': ' + message));
    process.on('unhandledRejection', () => console.log('unseen'));`;

  /**
   * Runs Node, in a shell that may set limits before; gives the lines that it prints, if it complains of nothing.
   * @param {readonly string[]} args
   * @param {string} [before]
   */
  function linesOf(args, before = 'true') {
    const command = ['-c', `${before} && exec "$@"`, 'sh', process.execPath, '--no-warnings', ...args];
    const { status, stdout, stderr } = spawnSync('sh', command, {
      encoding: 'utf8',
      timeout: HANGS_AFTER_MS,
    });
    assert.deepEqual([status, stderr], [0, '']);
    return stdout.trimEnd().split('\n');
  }

  const program = (/** @type {string} */ code) => ['--input-type=module', '-e', `${attempt} ${code}`];
  const twice = program('await attempt(); await attempt();');

  it('without WebAssembly', () => {
    const lines = linesOf(['--no-expose-wasm', ...twice]);
    assert.equal(lines.length, 2);
    for (const line of lines) assert.match(line, /^unsupported_host: .*: this host has no WebAssembly, or /);
  });

  // other processors have SIMD or no WebAssembly
  for (const flag of process.arch === 'x64' ? ['--no-enable-sse4-1', '--no-enable-ssse3'] : []) {
    it(`without SIMD: ${flag}`, () => {
      const lines = linesOf([flag, ...twice]);
      assert.equal(lines.length, 2);
      for (const line of lines)
        assert.match(line, /^unsupported_host: .*: this host has no WebAssembly SIMD; /);
    });
  }

  it('whose policy forbids compiling, and that takes a module compiled elsewhere', () => {
    const [refused, cut] = linesOf(['--experimental-vm-modules', inRoot('tests/node/core/realm.js')]);
    assert.match(refused, /^unsupported_host: .*: this host's policy forbids .* add 'wasm-unsafe-eval' to/);
    assert.equal(cut, '3,2,1');
  });

  it('whose address space is used up, until some is free again', () => {
    const code = `let held = [];
      try { for (;;) held.push(new WebAssembly.Memory({ initial: 1 })); } catch (error) { console.log(error.name); }
      await attempt();
      held = [];
      gc();
      await attempt();`;
    const [exhausted, refused, cut] = linesOf(['--expose-gc', ...program(code)], 'ulimit -v 24000000');
    assert.equal(exhausted, 'RangeError');
    assert.match(refused, /^out_of_memory: .*: no memory or no address space is left for it; free some/);
    assert.equal(cut, '3,2,1');
  });
});

describe('a host, as this process can play it', () => {
  /** @param {unknown} cause */
  const refuse = (cause) => mock.method(WebAssembly, 'instantiate', async () => Promise.reject(cause));

  /** @param {import('./loading.js').Library} library */
  async function thenLoads(library) {
    mock.restoreAll();
    await library.init();
    works(library);
  }

  it('without WebAssembly', async () => {
    const library = await freshLibrary();
    const { WebAssembly: kept } = globalThis;
    Object.assign(globalThis, { WebAssembly: undefined });
    try {
      for (const options of [undefined, { bytes }])
        await failsToLoad(library, options, /this host has no WebAssembly, or /, 'unsupported_host');
    } finally {
      Object.assign(globalThis, { WebAssembly: kept });
    }
    await thenLoads(library);
  });

  it('without SIMD', async () => {
    const library = await freshLibrary();
    mock.method(WebAssembly, 'validate', () => false);
    refuse(new WebAssembly.CompileError('invalid opcode 0xfd'));
    for (const options of [undefined, { bytes }])
      await failsToLoad(library, options, /no WebAssembly SIMD; .* SSE 4\.1 or NEON$/, 'unsupported_host');
    await thenLoads(library);
  });

  it('whose policy lets modules be, and no instances, as WebKit does it', async () => {
    const library = await freshLibrary();
    const module = new WebAssembly.Module(bytes);
    const refused = new WebAssembly.CompileError('Refused to create a WebAssembly object');
    refuse(refused);
    mock.method(WebAssembly, 'Instance', () => {
      throw refused;
    });
    for (const options of [undefined, { bytes }, { module }])
      await failsToLoad(
        library,
        options,
        /policy forbids running WebAssembly; add 'wasm-unsafe-eval' to script-src of .*-Policy$/,
        'unsupported_host',
      );
    await thenLoads(library);
  });

  /**
   * Lets something happen while objects have other properties.
   * @param {[object: any, name: string][]} lacking
   * @param {() => Promise<void>} then
   */
  async function without(lacking, then) {
    const kept = lacking.map(([object, name]) => Object.getOwnPropertyDescriptor(object, name));
    for (const [object, name] of lacking)
      Object.defineProperty(object, name, { value: undefined, configurable: true });
    try {
      await then();
    } finally {
      lacking.forEach(([object, name], i) => {
        if (kept[i]) Object.defineProperty(object, name, kept[i]);
        else delete object[name];
      });
    }
  }

  /** @type {[object, string]} */
  const NODE = [process, 'getBuiltinModule'];

  it("without Node's modules, as browsers", async () => {
    const library = await freshLibrary();
    await without([NODE], () => thenLoads(library));
  });

  it("with a process whose functions only throw, as Next.js' Edge runtime", async () => {
    const library = await freshLibrary();
    const real = Object.getOwnPropertyDescriptor(globalThis, 'process');
    const getBuiltinModule = () => {
      throw new Error('A Node.js API is used (process.getBuiltinModule)');
    };
    Object.defineProperty(globalThis, 'process', {
      value: { env: {}, getBuiltinModule },
      configurable: true,
    });
    try {
      await thenLoads(library);
    } finally {
      Object.defineProperty(globalThis, 'process', /** @type {PropertyDescriptor} */ (real));
    }
  });

  it("without the platform's streams, as Jest's pages", async () => {
    const library = await freshLibrary();
    await without([[globalThis, 'DecompressionStream']], () => thenLoads(library));
  });

  it('that cannot unpack what is inlined, as audio worklets', async () => {
    for (const lacking of /** @type {[object, string][][]} */ ([
      [NODE, [globalThis, 'DecompressionStream']],
      [NODE, [globalThis, 'atob'], [Uint8Array, 'fromBase64']],
    ])) {
      const library = await freshLibrary();
      await without(lacking, async () => {
        const why = /cannot unpack the inlined module; pass a compiled one: init\(\{ module \}\)$/;
        await failsToLoad(library, undefined, why, 'unsupported_host');
        await library.init({ module: new WebAssembly.Module(bytes) });
        works(library);
      });
    }
  });

  // as V8, Firefox and Safari say it
  for (const error of [
    new RangeError('WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance'),
    new Error('out of memory'),
    new RangeError('Out of memory'),
    new WebAssembly.CompileError('WebAssembly.instantiate(): Out of memory while compiling'),
    { name: 'RangeError', message: 'of another realm' },
  ]) {
    it(`out of memory: ${error.name}: ${error.message}`, async () => {
      const library = await freshLibrary();
      const module = new WebAssembly.Module(bytes);
      refuse(error);
      for (const options of [undefined, { bytes }, { module }])
        await failsToLoad(library, options, /no memory or no address space is left/, 'out_of_memory');
      await thenLoads(library);
    });
  }

  it('that fails in a way that nobody knows', async () => {
    const library = await freshLibrary();
    const locked = {
      get message() {
        throw new Error('mine');
      },
    };
    for (const [what, said] of /** @type {[unknown, string][]} */ ([
      [new Error('strange'), 'strange'],
      [new Error(''), 'Error'],
      [new DOMException('strange', 'DataError'), 'strange'],
      [new DOMException('strange', 'Strange'), 'Strange: strange'],
      [{ name: 'HostFailure', message: 'strange' }, 'HostFailure: strange'],
      [{ message: 'strange' }, 'strange'],
      [{ name: 'HostFailure' }, 'HostFailure'],
      [{ name: 7, message: {} }, 'an object'],
      [{ toString: () => 'strange' }, 'an object'],
      [locked, 'an object'],
      ['strange', "'strange'"],
      [Symbol('strange'), 'a symbol'],
      [7, '7'],
      [null, 'null'],
    ])) {
      mock.restoreAll();
      refuse(what);
      await failsToLoad(library, undefined, new RegExp(`^the WebAssembly module .* loaded: ${said}$`));
      await failsToLoad(
        library,
        { bytes },
        new RegExp(
          `^the WebAssembly module .* loaded: ${said}; give the complete microtome\\.wasm of this package$`,
        ),
      );
    }
    await thenLoads(library);
  });
});
