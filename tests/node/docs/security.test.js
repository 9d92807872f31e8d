// SECURITY.md: each of its sentences, and the tests that prove it. A new sentence needs a row here, and one that can be tested, a
// test. Tests that are in no other file are below.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { before, describe, it, mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import { init } from 'microtome';
import { open, slice } from 'microtome/source';
import { filesUnder } from '../../../tools/common/files.js';
import { GROUPS, LOCK } from '../../../tools/common/packages.js';
import { inRoot } from '../../../tools/common/paths.js';
import { STEPS } from '../../../tools/setup/steps.js';
import { LAYERS } from '../../../tools/test/layers.js';
import { contentOf } from '../../random/files/contents.js';
import { startRangeServer } from '../../support/range_server.js';
import { makeFolder, microtome, writeStack } from '../command/run.js';

/** @typedef {any} Any */

before(() => init());

const SELF = 'tests/node/docs/security.test.js';
const [CORE, PACKAGE, SOURCE, COMMAND, INPUT] = ['core', 'package', 'source', 'command', 'input'].map(
  (name) => `tests/node/${name}`,
);

const DEBIAN = 'tests/node/tools/debian_lock.test.js';

/** Requests and promises, which no test can prove. @type {[why: string]} */
const ASKED = ['asked'];
/** It only says what the next ones are about. @type {[why: string]} */
const LEADS = ['leads'];

/**
 * How each sentence begins, in their order; then why no test can prove it, or the tests: file and title.
 * @type {[beginning: string, ...(readonly [file: string, title: string] | readonly [why: string])[]][]}
 */
const SENTENCES = [
  ['Please report a vulnerability privately:', ASKED],
  ['Do not open a public issue', ASKED],
  ['Tell us the version', ASKED],
  ['Fixes go into the newest version', ASKED],
  [
    'It has no dependencies, and no script',
    [`${PACKAGE}/supply.test.js`, 'depends on nothing'],
    [`${PACKAGE}/supply.test.js`, 'runs nothing where it is installed'],
  ],
  ['It executes its own JavaScript', [SELF, 'imports its own files, and no others'], [`${CORE}/module.test.js`, 'is the same inlined and as a file']],
  [
    'It never makes code from strings',
    [SELF, 'makes no code from strings'],
    [`${CORE}/init.test.js`, 'that forbid code from strings are fine'],
  ],
  ['In Node, it uses node:zlib', [SELF, 'prints and stores nothing, starts no worker, and sets no timer']],
  [
    'It loads only what you name',
    [`${PACKAGE}/supply.test.js`, 'asks nobody for anything'],
    [SELF, 'asks for the file that is opened, and for those beside it that are cut'],
    [`${SOURCE}/bounds.test.js`, 'are not asked for by open, and cost just what the cut costs'],
    [`${SOURCE}/formats/open.test.js`, 'with data outside of their folder are refused'],
  ],
  ['A file: URL is read from disk', [SELF, 'reads each kind of file in its own way']],
  [
    'It reads the arrays that you pass',
    [`${INPUT}/out.test.js`, 'writes a part of a buffer, and nothing around it'],
    ['tests/node/plan/random.test.js', 'of operators give what the oracle says, and fail as it says'],
    ['tests/node/plan/bind.test.js', 'works in place: only the update is written, and a cut may overlap its input'],
  ],
  ['A function that planned.bind returns', ['tests/node/plan/bind.test.js', 'gives what run gives, of the values at each call, always in the same tensors']],
  [
    'It prints nothing, starts no workers',
    [SELF, 'prints and stores nothing, starts no worker, and sets no timer'],
    [`${SOURCE}/users.test.js`, 'is for its user alone'],
  ],
  [
    'These are in the store that you pass',
    [SELF, 'prints and stores nothing, starts no worker, and sets no timer'],
    [`${SOURCE}/users.test.js`, 'is for its user alone'],
  ],
  [
    'It sends only the requests of point 3',
    [SELF, 'asks for the file that is opened, and for those beside it that are cut'],
    [`${SOURCE}/sources.test.js`, 'have the headers that were given, of the request and of the option, and are not cached'],
  ],
  [
    'A timer runs only while',
    [SELF, 'prints and stores nothing, starts no worker, and sets no timer'],
    [`${SOURCE}/retries.test.js`, 'is waited for three times in all, and resumed three times in all'],
    [`${SOURCE}/retries.test.js`, 'not more than three times'],
    [SELF, 'waits for a busy server up to a minute'],
  ],
  [
    'The command npx microtome prints, and writes the file',
    [`${COMMAND}/long/outputs.test.js`, 'keeps its mode, its other names, its owner and the links to it'],
    [SELF, 'writes one file, and fills the folder of --cache'],
  ],
  ['It first writes a new file beside it', [`${COMMAND}/long/outputs.test.js`, 'is written though somebody has taken the name of the temporary file']],
  ['It removes such temporary files', [`${COMMAND}/long/outputs.test.js`, 'and was killed leaves a file that the next one for the same OUT removes, but no file of a living one']],
  ['It writes your file in place', [`${COMMAND}/long/outputs.test.js`, 'is written in place if its folder takes no other file']],
  ['With --cache, it also fills', [SELF, 'writes one file, and fills the folder of --cache']],
  [
    "It prints no header's value",
    [`${COMMAND}/long/words.test.js`, 'of headers are not shown, however they are written'],
    [`${COMMAND}/long/words.test.js`, 'of addresses are not shown, whatever fails'],
  ],
  ['Nothing in a call is trusted', LEADS],
  ['Types, shapes, strides, parameters and arrays may come', LEADS],
  [
    'Invalid values give a MicrotomeError',
    ['tests/node/plan/random.test.js', 'of operators give what the oracle says, and fail as it says'],
    ['tests/node/rearrange/hostile.test.js', 'mean what a slow reader finds, or are refused for what is wrong'],
  ],
  [
    'No call reads or writes outside the arrays',
    [`${INPUT}/changing_buffers.test.js`, 'refuses data that is gone or too short, before the first run and between two'],
    [`${INPUT}/changing_buffers.test.js`, 'is seen where a getter detaches what was read before'],
    [`${INPUT}/out.test.js`, 'writes a part of a buffer, and nothing around it'],
  ],
  ['The core is fuzzed under ASan and UBSan', [SELF, 'fuzzes the core under ASan and UBSan']],
  ['init trusts what you pass', LEADS],
  [
    'module, bytes and url are executed',
    [`${CORE}/init_failure.test.js`, 'may be the module of another version of the package'],
    [`${CORE}/init.test.js`, 'takes a module'],
  ],
  ['Check their integrity', ASKED],
  ['Time and memory are limited only for files', LEADS],
  [
    'maxBytes and maxRequests limit what open and a cut fetch',
    [`${SOURCE}/bounds.test.js`, 'keeps to what it may fetch of '],
    [`${SOURCE}/costs.test.js`, 'hold for what cost() says, before the first byte'],
  ],
  [
    'For open, they count all files together',
    [`${SOURCE}/bounds.test.js`, 'count among the requests of open'],
    [`${SOURCE}/bounds.test.js`, 'are never more than a cut may take, even where the server ignores ranges'],
  ],
  ['A deflated member of an .npz file', [`${SOURCE}/packed.test.js`, 'refuses a member that takes more than maxBytes, and no others'], [`${SOURCE}/packed.test.js`, 'costs what it says in any order, and what is kept stays below maxBytes']],
  ['The list of tensors takes additional memory', [`${SOURCE}/bounds.test.js`, 'is nothing: objects are not made of what no tensor has']],
  ['Otherwise, an output is as large as its shape says', ASKED],
  ['If a shape comes from an untrusted source', ASKED],
  ['Secrets stay out of messages', LEADS],
  [
    'No error message contains the headers',
    [`${SOURCE}/retries.test.js`, 'has no query, name or password, whatever the server does'],
    [`${SOURCE}/retries.test.js`, 'nor what was given to reach it'],
  ],
  ['A text that is not a URL, but looks like a part', [`${SOURCE}/retries.test.js`, 'nor what was given to reach it'], [`${SOURCE}/retries.test.js`, 'but where a file is']],
  ['The cause of an error comes from the host', ASKED],
  ['Names from files are printed without control characters', [`${SOURCE}/retries.test.js`, 'has no character that a terminal obeys'], [`${COMMAND}/long/words.test.js`, 'of tensors that are listed move no cursor, and JSON has the names']],
  [
    'A cache keeps answers separately',
    [`${SOURCE}/users.test.js`, 'get their own bytes where the server says '],
    [`${SOURCE}/users.test.js`, 'get their own bytes if a cookie says who they are'],
    [`${SOURCE}/users.test.js`, 'share what is public, and what a strong ETag names'],
    [`${SOURCE}/users.test.js`, 'is an answer with no-store, not even for a second cut, and not on the disk'],
  ],
  [
    'The WebAssembly can be rebuilt',
    [`${PACKAGE}/rebuild.test.js`, 'names every program and library, and reads as it was written'],
    [`${PACKAGE}/release.test.js`, 'runs npm scripts that exist'],
  ],
  [
    'Each release has a CycloneDX list',
    [`${PACKAGE}/release.test.js`, 'names the module, its libraries and Emscripten, each with version and licence'],
  ],
  ['Development dependencies are pinned', [SELF, 'pins each dependency by its checksum'], [DEBIAN, 'has what each step needs, by path, size and SHA-256'], [DEBIAN, 'refuses what has another SHA-256']],
  ['Browsers are those of the machine', [SELF, 'pins no browser']],
  ['If a Debian mirror no longer has', [DEBIAN, 'says so if the mirror has moved on']],
  ['npm run check runs npm audit', [SELF, 'audits all groups']],
  ['It checks the licences', [`${PACKAGE}/supply.test.js`, 'are all accepted'], [SELF, 'checks licences']],
]; // biome-ignore format: a table

/** The sentences, without marks of Markdown. */
function sentencesOf(/** @type {string} */ text) {
  const paragraphs = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .split(/\n\s*\n|\n(?=- |\d\. )/);
  return paragraphs.flatMap((paragraph) => {
    const plain = paragraph
      .trim()
      .replace(/^(- |\d\. )/, '')
      .replace(/[*`]/g, '')
      .replace(/\s+/g, ' ');
    return plain.split(/(?<=\.)\s+(?=[A-Za-z])/).filter((sentence) => sentence !== '');
  });
}

describe('SECURITY.md', () => {
  const sentences = sentencesOf(readFileSync(inRoot('SECURITY.md'), 'utf8'));

  it('has a row here for each sentence, in their order', () => {
    const found = sentences.map(
      (sentence) =>
        SENTENCES.find(([beginning]) => sentence.startsWith(beginning))?.[0] ?? `no row: ${sentence}`,
    );
    assert.deepEqual(
      found,
      SENTENCES.map(([beginning]) => beginning),
    );
  });

  for (const [beginning, ...proofs] of SENTENCES)
    it(`names tests that exist: ${beginning}`, () => {
      assert.ok(proofs.length > 0);
      for (const [file, title] of proofs) {
        if (title === undefined) continue;
        const text = readFileSync(inRoot(file), 'utf8');
        const isThere = ["'", '`', '"'].some((mark) =>
          new RegExp(`\\bit\\(\\s*${mark}${title.replace(/[()?.$]/g, '\\$&')}`).test(text),
        );
        assert.ok(isThere, `${file}: ${title}`);
      }
    });
});

const DIST = inRoot('web/dist');
/** What is published, by its name, without comments. */
const SCRIPTS = readdirSync(DIST)
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({
    name,
    code: readFileSync(`${DIST}/${name}`, 'utf8').replace(/^ *\/\*\*[\s\S]*?\*\//gm, ''),
  }));

describe('the published scripts', () => {
  it('imports its own files, and no others', () => {
    const own = new Set([...SCRIPTS.map(({ name }) => `./${name}`), './conformance.json']);
    let count = 0;
    for (const { name, code } of SCRIPTS)
      for (const [, path] of code.matchAll(/(?<!\.)\b(?:from|import)\s*\(?\s*"([\w:./@-]+)"/g)) {
        count += 1;
        const isOfCommand = /^command\b/.test(name) && /^(node:|microtome(\/(source|cached))?$)/.test(path);
        assert.ok(own.has(path) || isOfCommand, `${name} imports ${path}`);
      }
    assert.ok(count > 10, `${count}`);
  });

  it('makes no code from strings', () => {
    for (const { name, code } of SCRIPTS)
      assert.doesNotMatch(
        code,
        /\beval\s*\(|\bnew\s+Function\b|(?<![.\w])Function\s*\(|setTimeout\(\s*['"`]/,
        name,
      );
  });
});

describe('the library', () => {
  const LAYOUT = /** @type {const} */ ({ layout: { type: 'uint8', dims: [300, 1000] } });
  const FILE = new Uint8Array(300_000).map((_, i) => i % 251);

  it('asks for the file that is opened, and for those beside it that are cut', async () => {
    const recipe = { format: 'outside.onnx', order: 'C', endian: 'little', shapes: [{ name: 't0', type: 'float32', dims: [200, 10] }], fixture: '' }; // biome-ignore format: one
    const { files } = contentOf(/** @type {Any} */ (recipe), 1);
    const names = Object.keys(files);
    /** @type {string[]} */ const asked = [];
    const server = await startRangeServer((path) => {
      asked.push(path.slice(1));
      return files[path.slice(1)];
    });
    try {
      const source = await open(new URL('/model.onnx', server.url));
      assert.deepEqual([...new Set(asked)], ['model.onnx']);
      await slice(source.tensor('t0'), '3');
      assert.deepEqual([...new Set(asked)].sort(), names.sort());
      assert.ok(names.length > 1);
    } finally {
      await server.close();
    }
  });

  it('reads each kind of file in its own way', async () => {
    const folder = makeFolder();
    const server = await startRangeServer(FILE);
    const none = () => assert.fail('this way is not meant');
    const cut = async (/** @type {Any} */ from) => {
      const source = await open(from, LAYOUT);
      assert.equal((await slice(source.tensor(), '7, 5')).data[0], FILE[7005]);
      await source.close();
    };
    try {
      writeFileSync(folder.file('x'), FILE);
      const disk = mock.method(/** @type {Any} */ (process), 'getBuiltinModule', none);
      await cut(server.url);
      const web = mock.method(globalThis, 'fetch', none);
      await cut(new Blob([FILE]));
      await cut({
        size: FILE.length,
        read: (/** @type {number} */ at, /** @type {number} */ length) => FILE.slice(at, at + length),
      });
      disk.mock.restore();
      await cut(pathToFileURL(folder.file('x')));
      web.mock.restore();
    } finally {
      mock.restoreAll();
      await server.close();
      folder.remove();
    }
  });

  it('waits for a busy server up to a minute', async () => {
    for (const [seconds, code] of /** @type {const} */ ([
      [60, 'aborted'],
      [61, 'source_failed'],
    ])) {
      const server = await startRangeServer(FILE, (answer, nth) => {
        if (nth === 0) return;
        answer.status = 503;
        answer.headers['retry-after'] = String(seconds);
      });
      const stop = new AbortController();
      try {
        const source = await open(server.url, LAYOUT);
        const pending = slice(source.tensor(), '1', { signal: stop.signal }).catch((error) => error);
        setTimeout(() => stop.abort(), 300);
        assert.equal((await pending).code, code);
      } finally {
        await server.close();
      }
    }
  });

  it('prints and stores nothing, starts no worker, and sets no timer', () => {
    const folder = makeFolder();
    const program = `
      const used = [];
      const use = (name) => (...args) => { used.push(name + ' ' + args.map(String)); };
      for (const name of Object.keys(console)) if (typeof console[name] === 'function') console[name] = use(name);
      for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']) globalThis[name] = use(name);
      for (const name of ['Worker', 'SharedWorker', 'localStorage', 'sessionStorage', 'indexedDB', 'caches', 'document'])
        Object.defineProperty(globalThis, name, { get: use(name), configurable: true });
      const modules = [];
      const { getBuiltinModule } = process;
      process.getBuiltinModule = (name) => { modules.push(name); return getBuiltinModule(name); };
      const write = process.stdout.write.bind(process.stdout);
      for (const stream of [process.stdout, process.stderr]) stream.write = use('write');
      const { init, slice, concat, plan } = await import('${pathToFileURL(`${DIST}/index.js`)}');
      const { open, save, parts, slice: cut } = await import('${pathToFileURL(`${DIST}/source.js`)}');
      const { cached } = await import('${pathToFileURL(`${DIST}/cached.js`)}');
      await init();
      const x = { data: new Float32Array(6), dims: [2, 3] };
      slice(x, '1');
      concat([x, x], 0);
      plan('Slice', [x, '::-1']).bind(x)();
      try { slice(x, '9, 9, 9'); } catch {}
      const { writeFile, rm } = await import('node:fs/promises');
      const url = new URL('file:' + process.cwd() + '/x');
      await writeFile(url, new Uint8Array(90_000));
      for (const from of [url, cached(url), new Blob([new Uint8Array(90_000)])]) {
        const source = await open(from, { layout: { type: 'uint8', dims: [300, 300] } });
        await cut(source.tensor(), ':, 7');
        for await (const part of parts(source.tensor(), ':', { maxBytes: 9000 }));
        await save(source.tensor(), ':', new WritableStream(), { format: 'npy' });
        await cut(source.tensor(), '999').catch(() => {});
        await source.close();
      }
      await open(new Uint8Array(9)).catch(() => {});
      await rm(url);
      write(JSON.stringify([used, [...new Set(modules)]]));
    `;
    try {
      const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        cwd: folder.path,
        encoding: 'utf8',
      });
      assert.deepEqual(JSON.parse(out), [[], ['node:zlib', 'node:fs']]);
      assert.deepEqual(folder.names(), []);
    } finally {
      folder.remove();
    }
  });
});

describe('the command', () => {
  it('writes one file, and fills the folder of --cache', async () => {
    const folder = makeFolder();
    try {
      writeStack(folder.file('stack.npy'));
      const server = await startRangeServer(readFileSync(folder.file('stack.npy')));
      const run = (/** @type {string[]} */ ...args) =>
        microtome(['cut', server.url, '5', ...args], { cwd: folder.path });
      try {
        for (const [args, names] of /** @type {[string[], string[]][]} */ ([
          [['-o', 'a.npy'], ['a.npy']],
          [
            ['-o', 'b.npy', '--part', '1/2'],
            ['a.npy', 'b.axis0.1-of-2.npy'],
          ],
          [
            ['-o', 'c.npy', '--cache', 'kept'],
            ['a.npy', 'b.axis0.1-of-2.npy', 'c.npy', 'kept'],
          ],
        ])) {
          const { code, err } = await run(...args);
          assert.deepEqual([code, err], [0, '']);
          assert.deepEqual(folder.names(), [...names, 'stack.npy']);
        }
        assert.ok(readdirSync(folder.file('kept')).length > 0);
      } finally {
        await server.close();
      }
    } finally {
      folder.remove();
    }
  });
});

describe('the repository', () => {
  it('fuzzes the core under ASan and UBSan', () => {
    const build = readFileSync(inRoot('CMakeLists.txt'), 'utf8');
    assert.match(build, /-fsanitize=address,undefined -fno-sanitize-recover=all/);
    assert.match(build, /target_link_options\(microtome_fuzz PRIVATE -fsanitize=fuzzer\)/);
    assert.ok(LAYERS.some(({ name, targets }) => name === 'sanitize' && targets.includes('sanitize')));
  });

  it('pins each dependency by its checksum', () => {
    for (const folder of ['.', ...GROUPS]) {
      const { packages } = JSON.parse(readFileSync(inRoot(folder, LOCK), 'utf8'));
      const { devDependencies, dependencies, optionalDependencies } = JSON.parse(
        readFileSync(inRoot(folder, 'package.json'), 'utf8'),
      );
      const named = { ...devDependencies, ...dependencies, ...optionalDependencies };
      assert.ok(Object.keys(named).length > 0, folder);
      for (const [name, wanted] of Object.entries(named))
        assert.ok(wanted.endsWith(packages[`node_modules/${name}`].version), `${folder}: ${name}`);
      for (const [path, { version, integrity, resolved }] of Object.entries(packages)) {
        if (path === '') continue;
        assert.match(`${version} ${integrity}`, /^\d+\.\d+\.\S+ sha512-\S+$/, path);
        assert.equal(resolved, undefined, path); // npm asks the registry that it is set to
      }
    }
  });

  it('pins no browser', () => {
    const browsers = STEPS.filter(({ name }) => ['chromium', 'firefox', 'webkit'].includes(name));
    assert.equal(browsers.length, 3);
    for (const { recipe } of browsers) assert.equal(recipe, 'installed by the system');
  });

  it('audits all groups', () => {
    assert.match(readFileSync(inRoot('tools/check.js'), 'utf8'), /run: \(\) => audit\(\)/);
    const folders = ['tests', 'tools'].flatMap((folder) =>
      filesUnder(folder, /\/package\.json$/).map(dirname),
    );
    assert.deepEqual(folders.sort(), [...GROUPS].sort());
  });

  it('checks licences', () => {
    assert.match(readFileSync(inRoot('tools/check.js'), 'utf8'), /run: checkLicenses\b/);
  });
});
