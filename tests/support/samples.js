// Runs code samples: a program whose values the test looks at, and the examples in doc comments. The programs of Markdown are
// taken apart in tests/documentation/.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { inRoot } from '../../tools/common/paths.js';

/** Inside of the checkout, so that 'microtome' is this package. */
const FOLDER = inRoot('build/samples');

/** The modules of what each entry exports. Their examples are run by tests/node/docs/reference.test.js. */
export const EXPLAINED = {
  microtome: ['lib/index.ts', 'lib/allocate.ts', 'lib/base/errors.ts', 'lib/call/plan.ts'],
  'microtome/interop': ['interop/interop.ts'],
  'microtome/source': [
    'lib/source.ts',
    'lib/source/cuts.ts',
    'lib/source/open.ts',
    'lib/source/source_types.ts',
  ],
  'microtome/cached': ['lib/cached.ts'],
};

/** @param {keyof typeof EXPLAINED} entry */
export const docsOfEntry = (entry) =>
  EXPLAINED[entry].flatMap((name) => docsOf(`web/${name}`).map((doc) => ({ ...doc, path: `web/${name}` })));

/**
 * Runs a program in this process, quietly. Returns the values that it has made under these names.
 * @param {string} name of the file to write
 * @param {string} code
 * @param {readonly string[]} names
 * @param {string} [folder] where the packages that it imports are found
 * @returns {Promise<Record<string, any>>}
 */
export async function runSample(name, code, names, folder = FOLDER) {
  mkdirSync(folder, { recursive: true });
  const path = `${folder}/${name}.mjs`;
  writeFileSync(path, `${code}\nexport { ${names.join(', ')} };\n`);
  const { log } = console;
  console.log = () => {};
  try {
    return await import(pathToFileURL(path).href);
  } finally {
    console.log = log;
  }
}

/**
 * What a doc comment says of a function, a class or a member of one.
 * @typedef {object} Doc
 * @property {string} name of a member, after that of its class: `Plan.run`
 * @property {string} description
 * @property {string} throws '' where nothing is said
 * @property {string} example '' where there is none
 * @property {number} line
 */

const DOCUMENTED = /^export (?:async )?(?:function|class|interface) (\w+)|^ {2}(?:get )?(\w+)[(<]/;
const COMMENT = /\/\*\*(?:(?!\*\/)[\s\S])*\*\//g;

/** The text of a comment, without its frame of stars. @param {string} comment */
export const textOf = (comment) =>
  comment
    .slice(3, -2)
    .replace(/^[ \t]*\* ?/gm, '')
    .trim();

/**
 * The documented names of a module, and the members of its classes.
 * @param {string} path from the root
 * @returns {Doc[]}
 */
export function docsOf(path) {
  const source = readFileSync(inRoot(path), 'utf8');
  let holder = '';
  return [...source.matchAll(COMMENT)].flatMap((match) => {
    const behind = source.slice(match.index + match[0].length).trimStart();
    const indent = /[ ]*$/.exec(source.slice(0, match.index))?.[0] ?? '';
    const [found, own, member] = DOCUMENTED.exec(indent + behind) ?? [];
    if (found === undefined) return [];
    if (own) holder = own;
    const [description, ...tags] = textOf(match[0]).split(/^@/m);
    const tag = (/** @type {string} */ name) =>
      tags
        .find((each) => each.startsWith(`${name}`))
        ?.slice(name.length)
        .trim() ?? '';
    const line = source.slice(0, match.index).split('\n').length;
    const name = own ?? `${holder}.${member}`;
    return [{ name, description: description.trim(), throws: tag('throws'), example: tag('example'), line }];
  });
}

/**
 * Runs an example; in a process of its own if it says how the library is loaded.
 * @param {string} name of the file to write
 * @param {string} code
 * @param {Record<string, readonly string[]>} names that it may use, by what it imports them from
 * @returns {Promise<string[]>} the lines that it printed
 */
export async function runExample(name, code, names) {
  const imports = Object.entries(names).map(
    ([entry, list]) => `import { ${list.join(', ')} } from '${entry}';\n`,
  );
  const isAlone = /\binit\(/.test(code);
  mkdirSync(FOLDER, { recursive: true });
  const path = `${FOLDER}/${name}.mjs`;
  writeFileSync(path, `${imports.join('')}${isAlone ? '' : 'await init();\n'}${code}\n`);
  if (isAlone) return execFileSync(process.execPath, [path], { encoding: 'utf8' }).split('\n').slice(0, -1);
  const { log } = console;
  /** @type {string[]} */
  const printed = [];
  console.log = (...args) => void printed.push(format(...args));
  try {
    await import(pathToFileURL(path).href);
    return printed;
  } finally {
    console.log = log;
  }
}
