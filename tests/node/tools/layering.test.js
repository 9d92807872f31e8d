// Who may know whom, by the includes and imports that there are: ../../src/README.md draws the same picture. A failure here
// means that a dependency was turned around; move the code, not the rule.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { describe, it } from 'node:test';
import { inRoot } from '../../support/paths.js';

/** Files below a folder, as paths from the root. @param {string} folder @returns {string[]} */
const filesUnder = (folder) =>
  readdirSync(inRoot(folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    return statSync(inRoot(path)).isDirectory() ? filesUnder(path) : [path];
  });

/** @param {string} path */
const read = (path) => readFileSync(inRoot(path), 'utf8');

describe('C++', () => {
  const files = [...filesUnder('src'), ...filesUnder('bindings')].filter((path) => /\.[ch]pp$/.test(path));

  /** Our own headers that a file includes, as paths below src. @param {string} path */
  const includesOf = (path) =>
    [...read(path).matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)].map(([, name]) => {
      const beside = normalize(join(dirname(path), name));
      return (files.includes(beside) ? beside : `src/${name}`).replace(/^src\//, '');
    });

  /** Which files may include which; the first row that fits a file counts. @type {[RegExp, RegExp][]} */
  const RULES = [
    [/^src\/storage\.hpp$/, /^$/],
    [/^src\/dtype\.hpp$/, /^(storage|text)\.hpp$/],
    [/^src\/text\.[ch]pp$/, /^text\.hpp$/],
    [/^src\/error\.[ch]pp$/, /^(error|dtype|text)\.hpp$/],
    [/^src\/plan\/view\.hpp$/, /^$/],
    [/^src\/plan\/ops\//, /^(plan\/.*|error\.hpp)$/], // error is what plan/operator.hpp gives to all of them
    [/^src\/plan\//, /^(plan\/.*|error\.hpp|dtype\.hpp)$/],
    [/^src\/move\/kernels\//, /^(move\/kernels\/.*|storage\.hpp)$/],
    [/^src\/move\//, /^(move\/.*|plan\/view\.hpp|storage\.hpp)$/],
    [/^src\/words\.hpp$/, /^plan\/view\.hpp$/],
    [
      /^src\/wire/,
      /^(wire\.hpp|wire\/.*|words\.hpp|plan\/(view|operator)\.hpp|move\/[a-z_]+\.hpp|(dtype|error|text)\.hpp)$/,
    ],
    [/^src\/describe\./, /^(describe\.hpp|plan\/(view|operator)\.hpp|(dtype|error|text)\.hpp)$/],
    [/^bindings\//, /^wire\.hpp$/],
  ];

  for (const path of files) {
    it(`${path} includes only what it may know`, () => {
      const rule = RULES.find(([who]) => who.test(path));
      assert.ok(rule, 'a new kind of file: add its rule');
      for (const name of includesOf(path)) assert.match(name, rule[1], `${path} includes ${name}`);
    });
  }

  it('has found the files and their includes', () => {
    assert.ok(files.length >= 25, `${files.length}`);
    assert.ok(includesOf('src/wire.cpp').includes('wire/call.hpp'));
    assert.ok(includesOf('src/move/kernels/copy_strided.cpp').includes('move/kernels/kernels.hpp'));
    for (const path of files) {
      for (const name of includesOf(path))
        assert.ok(files.includes(`src/${name}`), `${path} includes ${name}`);
    }
  });

  it('knows nothing of Emscripten in src/, and throws nothing', () => {
    for (const path of files.filter((each) => each.startsWith('src/'))) {
      assert.doesNotMatch(read(path), /emscripten|wasm_simd|EM_(JS|ASM)|wasm32/i, path);
      assert.doesNotMatch(read(path), /\b(throw|try|catch)\b(?=\s*[({])/, `${path} uses exceptions`);
    }
  });

  it('has no operators in move/, and no bytes in plan/', () => {
    for (const path of files.filter((each) => each.startsWith('src/move/'))) {
      assert.doesNotMatch(
        read(path),
        /\b(Slice|Split|SplitToSequence|VariadicSplit|Operator|DType|kDTypes)\b/,
        path,
      );
    }
    for (const path of files.filter((each) => each.startsWith('src/plan/'))) {
      assert.doesNotMatch(read(path), /\b(memcpy|memmove|std::byte|malloc|Region|Move|Tile)\b/, path);
    }
  });
});

describe('JavaScript', () => {
  /** Each room of web/lib and the sentence that says what it is for; a file imports from its own room and from rooms below. */
  const ROOMS = [
    ['.', 'the public surface'],
    ['plan', 'a call decided, and run as often as wanted'],
    ['move', 'carries a plan out'],
    ['input', 'what callers give, understood'],
    ['core', 'the WebAssembly module: loading it, talking to it, its arena'],
    ['base', "arrays, errors, and reading what is the caller's"],
    ['types', 'types only, no code'],
  ].map(([name]) => name);

  /** Rooms of `microtome/source`, which uses the library by its public surface, and what is the same for all entries. */
  const SOURCE_ROOMS = ['source', 'source/formats', 'source/stores'];
  const OF_SOURCE = /^web\/lib\/(source\/.*|index\.js|base\/(arrays|errors|mistake|read)\.js)$/;

  const isOfSource = (/** @type {string} */ path) =>
    path === 'web/lib/source.js' || SOURCE_ROOMS.includes(roomOf(path));
  const roomOf = (/** @type {string} */ path) => dirname(path.slice('web/lib/'.length));
  const library = filesUnder('web/lib').filter(
    (path) => path.endsWith('.js') && !path.startsWith('web/lib/core/wasm/'),
  );

  /** Modules that a file imports; type imports do not count. @param {string} path */
  const importsOf = (path) => {
    const code = read(path).replace(/\/\*[\s\S]*?\*\//g, '');
    const found = [
      ...code.matchAll(/^\s*(?:import|export)\b(?! type\b)[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm),
    ];
    const bare = [
      ...code.matchAll(/^\s*import\s*['"]([^'"]+)['"]/gm),
      ...code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g),
    ];
    return [...found, ...bare].map(([, name]) => name);
  };
  const graph = new Map(
    library.map((path) => [path, importsOf(path).map((name) => normalize(join(dirname(path), name)))]),
  );
  const importersOf = (/** @type {RegExp} */ what) =>
    [...graph].filter(([, names]) => names.some((name) => what.test(name))).map(([path]) => path);

  it('has rooms, and no file imports from a room above its own', () => {
    for (const [path, imports] of graph) {
      if (isOfSource(path)) continue;
      const room = ROOMS.indexOf(roomOf(path));
      assert.ok(room >= 0, `${path} is in a new room: say in ROOMS where it stands`);
      for (const next of imports.filter((each) => graph.has(each))) {
        const isTypes = next === 'web/lib/types.js'; // the types of the public surface
        assert.ok(isTypes || ROOMS.indexOf(roomOf(next)) >= room, `${path} imports ${next}`);
      }
    }
    assert.deepEqual(importersOf(/^web\/lib\/(interop|source)\.js$/), []);
  });

  it('has an entry for files that knows the others by their public surface, and that no other knows', () => {
    const files = library.filter(isOfSource);
    assert.ok(files.length >= 15);
    for (const path of files)
      for (const next of graph.get(path) ?? []) assert.match(next, OF_SOURCE, `${path} imports ${next}`);
    for (const path of importersOf(/^web\/lib\/(index\.js|source\/)/))
      assert.ok(isOfSource(path), `${path} imports from source/`);
    for (const path of files.filter((each) => roomOf(each) === 'source/formats'))
      for (const next of graph.get(path) ?? [])
        assert.match(
          next,
          /^web\/lib\/(source\/formats\/|base\/|source\/types\.js)/,
          `${path} imports ${next}`,
        );
  });

  it('reaches the module through core/ alone', () => {
    for (const path of importersOf(/\/wasm\//)) assert.equal(roomOf(path), 'core', path);
  });

  it("needs nothing of the module for other libraries' tensors", () => {
    assert.deepEqual(graph.get('web/lib/interop.js'), ['web/lib/base/mistake.js']);
  });

  it('imports only files of its own, and goes in no circles', () => {
    const done = new Set();
    const visit = (/** @type {string} */ name, /** @type {string[]} */ path) => {
      assert.ok(!path.includes(name), `a circle: ${[...path, name].join(' -> ')}`);
      if (done.has(name)) return;
      for (const next of graph.get(name) ?? []) {
        if (next.startsWith('web/lib/core/wasm/')) continue;
        assert.ok(graph.has(next), `${name} imports ${next}`);
        visit(next, [...path, name]);
      }
      done.add(name);
    };
    for (const name of library) visit(name, []);
    assert.equal(done.size, library.length);
  });

  it('makes no code from strings and waits nowhere at the top', () => {
    const generated = 'web/lib/core/wasm/microtome.js';
    for (const path of [...library, generated]) {
      const text = read(path);
      assert.doesNotMatch(
        text,
        /\beval\s*\(|\bnew\s+Function\b|[^.\w]Function\s*\(|setTimeout\(\s*['"`]/,
        path,
      );
      assert.doesNotMatch(text, /^(?:export\s+)?(?:const\s+[\w{}, ]+\s*=\s*)?await\b/m, `${path} waits`);
      assert.doesNotMatch(text, /innerHTML|document\.write/, path);
    }
    assert.doesNotMatch(
      read(generated),
      /['"]node:|require\(|import\s*\(/,
      'a bundler would stumble over it',
    );
    assert.match(read(generated), /^async function Module/);
  });

  /** What the playground has from elsewhere. */
  const PACKAGES = /^(protobufjs\/minimal\.js|highlight\.js\/.*|virtual:microtome-rules)$/;

  it('is known by the playground through its public surface only', () => {
    const pages = filesUnder('web/playground').filter((path) => /\.([jt]s|html)$/.test(path));
    for (const path of pages) {
      const scripts = path.endsWith('.html') ? [] : importsOf(path);
      for (const name of scripts) {
        if (name.startsWith('node:') || name === 'vite' || /\.config\.[jt]s$/.test(path)) continue;
        const target = name.startsWith('.') ? normalize(join(dirname(path), name)) : name;
        const allowed =
          /^web\/(playground|shared)\//.test(target) ||
          /^web\/lib\/(index|source)\.js$/.test(target) ||
          target === 'microtome' ||
          PACKAGES.test(name);
        assert.ok(allowed, `${path} imports ${name}`);
      }
    }
  });

  it('has what the playground and the measurements share in a place that knows neither', () => {
    for (const path of filesUnder('web/shared'))
      for (const name of importsOf(path))
        assert.match(name, /^(\.\/|protobufjs\/)/, `${path} imports ${name}`);
    for (const path of filesUnder('tests/bench').filter((each) => each.endsWith('.js')))
      for (const name of importsOf(path)) assert.doesNotMatch(name, /playground/, `${path} imports ${name}`);
  });
});
