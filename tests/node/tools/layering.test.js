// Which folder may depend on which, by the includes and imports that there are: ARCHITECTURE.md has the same list. A failure here
// means that a dependency was turned around; move the code, not the rule.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path/posix';
import { describe, it } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';

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
    [/^src\/(storage|check)\.hpp$/, /^$/],
    [/^src\/dtype\.hpp$/, /^(storage|text)\.hpp$/],
    [/^src\/text\.[ch]pp$/, /^text\.hpp$/],
    [/^src\/error\.[ch]pp$/, /^(error|dtype|text)\.hpp$/],
    [/^src\/plan\/view\.hpp$/, /^$/],
    [/^src\/plan\/tensors\.hpp$/, /^(plan\/view|words)\.hpp$/], // a join's tensors stay words
    [/^src\/plan\/ops\//, /^(plan\/.*|error\.hpp)$/], // error is what plan/operator.hpp gives to all of them
    [/^src\/plan\//, /^(plan\/.*|error\.hpp|dtype\.hpp)$/],
    [/^src\/move\/kernels\//, /^(move\/kernels\/.*|storage\.hpp)$/],
    [/^src\/move\//, /^(move\/.*|plan\/view\.hpp|(storage|check)\.hpp)$/],
    [/^src\/words\.hpp$/, /^plan\/view\.hpp$/],
    [
      /^src\/wire/,
      /^(wire\.hpp|wire\/.*|words\.hpp|plan\/(view|operator|tensors)\.hpp|move\/[a-z_]+\.hpp|(check|dtype|error|text)\.hpp)$/,
    ],
    [
      /^src\/describe\./,
      /^(describe\.hpp|plan\/(view|operator|ops\/ops)\.hpp|wire\/(record|call|conversions)\.hpp|(dtype|error|text)\.hpp)$/,
    ],
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

/** Modules that a file imports, also for their types alone. @param {string} path */
const importsOf = (path) => {
  const code = read(path).replace(/\/\*[\s\S]*?\*\//g, '');
  const found = [
    ...code.matchAll(/^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm),
    ...code.matchAll(/^\s*import\s*['"]([^'"]+)['"]/gm),
    ...code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g),
  ];
  return found.map(([, name]) => name);
};

describe('JavaScript', () => {
  const isScript = (/** @type {string} */ path) => /\.[jt]s$/.test(path) && !path.includes('/core/wasm/');
  const library = ['web/lib', 'web/interop'].flatMap(filesUnder).filter(isScript);
  const pages = filesUnder('web/playground').filter(isScript);

  /** The files that each file imports. */
  const graph = new Map(
    [...library, ...pages].map((path) => {
      const own = importsOf(path).filter((name) => name.startsWith('.'));
      return [path, own.map((name) => normalize(join(dirname(path), name)))];
    }),
  );
  const importersOf = (/** @type {RegExp} */ what) =>
    [...graph].filter(([, names]) => names.some((name) => what.test(name))).map(([path]) => path);

  /**
   * Which files of web/lib may import which; the first row that fits a file counts. Rooms from below: types, base, core, then arguments
   * (reads), bind, move, call (all of them together), and the entries. No room imports from one above it.
   * @type {[RegExp, RegExp][]}
   */
  const RULES = [
    [/^(types\/elements|shape)\.ts$/, /^$/],
    [/^types\.ts$/, /^types\/elements\.ts$/],
    [/^types\//, /^(types\/.*|types\.ts)$/],
    [/^base\//, /^(base\/.*|types\.ts)$/],
    [/^core\//, /^(core\/.*|base\/.*|shape\.ts|types\.ts)$/],
    [/^arguments\//, /^(arguments\/.*|core\/.*|base\/.*|shape\.ts|types\.ts)$/],
    [/^bind\//, /^(bind\/.*|arguments\/(numbers|tensors)\.ts|core\/.*|base\/.*|shape\.ts|types\.ts)$/],
    [/^move\//, /^(move\/.*|bind\/bind\.ts|core\/.*|base\/.*|shape\.ts|types\.ts)$/],
    [/^call\//, /^((call|move|bind|arguments|core|base|types)\/.*|shape\.ts|types\.ts)$/],
    [/^source\/stores\//, /^(source\/stores\/.*|base\/.*|types\.ts)$/],
    [/^source\/http\//, /^(source\/(http|stores)\/.*|base\/.*|types\.ts)$/],
    [/^source\/cache\//, /^(source\/(cache|stores)\/.*|source\/http\/answers\.ts|base\/.*|types\.ts)$/],
    [
      /^source\/formats\//,
      /^(source\/(formats|stores)\/.*|source\/source_types\.ts|call\/for_files\.ts|base\/.*|shape\.ts|types\.ts)$/,
    ],
    [/^source\//, /^((source|base)\/.*|call\/for_files\.ts|shape\.ts|types.*)$/],
    [/^(source|cached|formats)\.ts$/, /^((source|base)\/.*|shape\.ts|types.*)$/],
    [/^\.\.\/interop\//, /^(base\/.*|shape\.ts|types\.ts)$/],
    [/^allocate\.ts$/, /^(arguments\/(numbers|tensors)\.ts|core\/.*|base\/.*|shape\.ts|types\.ts)$/],
    [
      /^index\.ts$/,
      /^(allocate\.ts|call\/(call|functions|fast_path|plan)\.ts|core\/(arena|core|inlined|inlined_rest|operators|tables)\.ts|base\/.*|types.*)$/,
    ],
  ];

  for (const path of library) {
    it(`${path} imports only what it may know`, () => {
      const name = relative('web/lib', path);
      const rule = RULES.find(([who]) => who.test(name));
      assert.ok(rule, 'a new kind of file: add its rule');
      for (const next of graph.get(path) ?? [])
        assert.match(relative('web/lib', next), rule[1], `${path} imports ${next}`);
      for (const next of importsOf(path))
        assert.ok(next.startsWith('.'), `${path} imports ${next}: the library needs no package`);
    });
  }

  it('reaches the module through core/ alone', () => {
    for (const path of importersOf(/\/wasm\//)) assert.match(path, /^web\/lib\/core\//);
  });

  it('goes in no circles, also not by imports of types', () => {
    const done = new Set();
    const visit = (/** @type {string} */ name, /** @type {string[]} */ path) => {
      assert.ok(!path.includes(name), `a circle: ${[...path, name].join(' -> ')}`);
      if (done.has(name)) return;
      for (const next of graph.get(name) ?? []) visit(next, [...path, name]);
      done.add(name);
    };
    for (const name of graph.keys()) visit(name, []);
    assert.ok(done.size > 150, `${done.size}`);
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
  const PACKAGES = /^highlight\.js\/.*$/;

  it('is known by the playground through its public surface only', () => {
    for (const path of pages) {
      for (const name of importsOf(path)) {
        if (name.startsWith('node:') || name === 'vite' || /\.config\.[jt]s$/.test(path)) continue;
        const target = name.startsWith('.') ? normalize(join(dirname(path), name)) : name;
        const allowed =
          target.startsWith('web/playground/') ||
          /^web\/(lib\/(index|source)|interop\/interop)\.ts$/.test(target) ||
          target === 'microtome' ||
          PACKAGES.test(name);
        assert.ok(allowed, `${path} imports ${name}`);
      }
    }
  });

  it('is known by the command through its public surface, and what is made for it', () => {
    for (const path of filesUnder('web/command').filter(isScript)) {
      for (const name of importsOf(path)) {
        const target = name.startsWith('.') ? normalize(join(dirname(path), name)) : name;
        const allowed =
          name.startsWith('node:') ||
          /^web\/(command\/.*|lib\/(index|source|cached|source\/(list|several))\.ts)$/.test(target) ||
          /^microtome(\/\w+)?$/.test(target);
        assert.ok(allowed, `${path} imports ${name}`);
      }
    }
  });

  it('is measured without the playground', () => {
    for (const path of filesUnder('tests/bench').filter((each) => each.endsWith('.js')))
      for (const name of importsOf(path)) assert.doesNotMatch(name, /playground/, `${path} imports ${name}`);
  });
});

describe('rooms', () => {
  const isScript = (/** @type {string} */ path) =>
    /\.[jt]s$/.test(path) && !/\/(dist|wasm|fixtures)\//.test(path);

  /** What the files of a folder may import of our own; the first row that fits a file counts. @type {[RegExp, RegExp][]} */
  const ROOMS = [
    [/^docs\/rules\//, /^docs\/rules\//], // the specification knows nothing of what is made from it
    [/^web\/conformance\//, /^(web\/conformance|docs\/rules)\//],
    [/^web\//, /^web\//],
    [/^tools\//, /^(tools|web|docs\/rules)\//], // tests import tools, never the other way round
    [/^tests\//, /^(tests|tools|web|docs\/rules|package\.json)/],
  ];

  for (const folder of ['docs', 'web', 'tools', 'tests']) {
    it(`${folder}/ imports only what it may know`, () => {
      for (const path of filesUnder(folder).filter(isScript)) {
        const allowed = ROOMS.find(([who]) => who.test(path))?.[1] ?? /^$/;
        for (const [, name] of read(path).matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g))
          assert.match(normalize(join(dirname(path), name)), allowed, `${path} imports ${name}`);
      }
    });
  }
});
