// The files of the corpus, for whoever can read files.
import { readdirSync, readFileSync } from 'node:fs';
import { readCases } from './corpus.js';
import { inRoot } from './paths.js';

/** @import { Case } from './corpus.js' */

/** Name and text of each. @returns {[string, string][]} */
export function readTexts() {
  const folder = inRoot('tests', 'cases');
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return files.sort().map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]);
}

/** @returns {Map<string, Case[]>} by file */
export const readCorpus = () => new Map(readTexts().map(([name, text]) => [name, readCases(name, text)]));
