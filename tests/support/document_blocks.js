// The fenced blocks of the documents. Their info strings say what they are:
//
//   js            an ES module, run in Node
//   js page       an ES module, run in a Chromium page that Vite serves
//   js NAME.js    a file of that name, beside the program of its section
//   js cjs        a CommonJS script, run in Node
//   ts            a TypeScript module, compiled strictly and run in a Chromium page that Vite serves
//   html          a page, run in Chromium from a static server
//   sh            commands: npm scripts and files of this repository
//   console       commands of `microtome` after a `$`, and what they print; tests/node/command/manual.test.js runs them
//   bash, python, yaml   recipes for other programs; `npm test -- engines` runs those of docs/many-machines.md that it can
//
// A block that imports 'microtome' starts a program. Any other `js` block continues the one before it in its own section, or else
// in a section around it.
import { readdirSync, readFileSync } from 'node:fs';
import { filesUnder } from '../../tools/common/files.js';
import { inRoot } from '../../tools/common/paths.js';

/**
 * @typedef {object} Block
 * @property {string} document from the root
 * @property {number} line of the opening fence
 * @property {readonly string[]} section its headings, from the outermost
 * @property {string} info
 * @property {string} code
 */

/** @typedef {'node' | 'cjs' | 'page' | 'ts' | 'html'} Host */

/**
 * @typedef {object} Program
 * @property {string} document
 * @property {number} line of its last block
 * @property {readonly string[]} section
 * @property {Host} host
 * @property {string} code
 * @property {Record<string, string>} files beside it
 * @property {readonly string[]} packages that it imports, without this one and Node's
 */

/** Every Markdown file but fixtures. */
export const DOCUMENTS = [
  ...readdirSync(inRoot()).filter((name) => name.endsWith('.md')),
  ...['docs', 'src', 'tests', 'tools', 'web'].flatMap((folder) => filesUnder(folder, /\.md$/)),
].filter((path) => !/fixtures|node_modules/.test(path));

/** @type {Record<string, Host>} */
const HOSTS = { js: 'node', 'js page': 'page', 'js cjs': 'cjs', ts: 'ts', html: 'html' };
const FILE = /^js (\S+\.js)$/;

/** Blocks of these are no programs. */
const OTHERS = ['sh', 'text', 'console', 'bash', 'python', 'yaml'];

const HEADING = /^(#+) (.*)$/;
const FENCE = /^```(.*)$/;

/** @param {string} document @returns {Block[]} */
export function blocksOf(document) {
  const lines = readFileSync(inRoot(document), 'utf8').split('\n');
  /** @type {Block[]} */
  const blocks = [];
  /** @type {string[]} */
  const section = [];
  /** @type {Block | undefined} */
  let open;
  lines.forEach((text, i) => {
    const [, info] = FENCE.exec(text) ?? [];
    const [, hashes, title] = HEADING.exec(text) ?? [];
    if (open && info === '') open = void blocks.push(open);
    else if (open) open.code += `${text}\n`;
    else if (info !== undefined) open = { document, line: i + 1, section: [...section], info, code: '' };
    else if (hashes) section.splice(hashes.length - 1, section.length, title);
  });
  if (open) throw new Error(`${document}:${open.line}: the block has no end`);
  return blocks;
}

/** @param {string} document @returns {Program[]} */
export function programsOf(document) {
  /** The last program of each section. @type {Map<string, Program>} */
  const last = new Map();
  /** @type {Program[]} */
  const finished = [];
  for (const block of blocksOf(document).filter(({ info }) => !OTHERS.includes(info))) {
    const { section, info, code, line } = block;
    const [, file] = FILE.exec(info) ?? [];
    const host = HOSTS[info];
    if (!file && !host) throw new Error(`${document}:${line}: no block is called \`${info}\``);
    const program = {
      document,
      line,
      section,
      host: host ?? 'node',
      code,
      files: {},
      packages: packagesOf(code),
    };
    if (host && !['node', 'page'].includes(host)) {
      finished.push(program);
      continue;
    }
    const key = section.join('\n');
    const own = last.get(key);
    const starts = !file && /from 'microtome(\/slim)?';/.test(code);
    const before = starts ? undefined : (own ?? around(last, section));
    if (own && starts) finished.push(own);
    if (!starts && !before) throw new Error(`${document}:${line}: imports nothing, and continues no block`);
    last.set(key, before ? join(before, program, file) : program);
  }
  return [...finished, ...last.values()];
}

/**
 * @param {Program} before
 * @param {Program} program
 * @param {string} [file] the name of what is a file and not a part
 * @returns {Program}
 */
function join(before, program, file) {
  if (file)
    return { ...program, ...before, line: program.line, files: { ...before.files, [file]: program.code } };
  return {
    ...program,
    host: before.host === 'page' ? 'page' : program.host,
    code: before.code + program.code,
    files: before.files,
    packages: [...before.packages, ...program.packages],
  };
}

/**
 * The program of the innermost section around this one that has any, or of the document's section "Getting started".
 * @param {Map<string, Program>} last
 * @param {readonly string[]} section
 */
function around(last, section) {
  for (let depth = section.length - 1; depth > 0; --depth) {
    const found = last.get(section.slice(0, depth).join('\n'));
    if (found) return found;
  }
  return last.get([section[0], 'Getting started'].join('\n'));
}

/** @param {string} code */
const packagesOf = (code) =>
  [...code.matchAll(/^import .*?'([^']+)';$/gm)]
    .map(([, name]) => name)
    .filter((name) => !/^(microtome|node:|\.)/.test(name));

/** The lines of `sh` blocks. @param {string} document */
export const commandsOf = (document) =>
  blocksOf(document)
    .filter(({ info }) => info === 'sh')
    .flatMap(({ code }) => code.trim().split('\n'));

/** What a program's lines promise to print: `console.log(...); // text`. @param {string} code */
export const printsOf = (code) =>
  [...code.matchAll(/console\.log\(.*\);\s*\/\/ (.*)$/gm)].map(([, text]) => text.trim());

/** A name for its files. @param {Program} program */
export const nameOf = ({ document, line }) => `${document.replace(/\W+/g, '_')}_${line}`;

/** A title for its test. @param {Program} program */
export const titleOf = ({ document, line, section }) => `${document}:${line}, ${section.at(-1)}`;

/** The program of a section of docs/recipes.md. @param {string} heading */
export function recipe(heading) {
  const found = programsOf('docs/recipes.md').find(({ section }) => section.at(-1) === heading);
  if (!found) throw new Error(`docs/recipes.md has no recipe '${heading}'`);
  return found;
}
