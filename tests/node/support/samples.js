// Code samples in Markdown. The ```js blocks of one document are one program, read from top to bottom: each is run behind
// those before it. Names that no block makes are globals, which the test provides. Where a line is
// `console.log(...); // text`, the text is what it prints.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from './paths.js';

/** Inside of the checkout, so that 'microtome' is this package. */
const FOLDER = inRoot('build/samples');

/**
 * @param {string} path of a Markdown file, from the root
 * @returns {{ line: number, code: string }[]}
 */
export function samplesOf(path) {
  const text = readFileSync(inRoot(path), 'utf8');
  return [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    code: match[1],
  }));
}

/** What the lines of a sample say that they print. @param {string} code */
export const printsOf = (code) =>
  [...code.matchAll(/console\.log\(.*\);\s*\/\/ (.*)$/gm)].map(([, text]) => text.trim());

/**
 * Runs a program; gives what it printed and the values that it made under these names.
 * @param {string} name of the file to write
 * @param {string} code
 * @param {readonly string[]} [names]
 * @returns {Promise<{ printed: string[], made: Record<string, any> }>}
 */
export async function runSample(name, code, names = []) {
  /** @type {string[]} */
  const printed = [];
  const { log } = console;
  mkdirSync(FOLDER, { recursive: true });
  const path = `${FOLDER}/${name}.mjs`;
  writeFileSync(path, names.length > 0 ? `${code}\nexport { ${names.join(', ')} };\n` : code);
  console.log = (...parts) => void printed.push(parts.join(' '));
  try {
    return { made: await import(pathToFileURL(path).href), printed };
  } finally {
    console.log = log;
  }
}
