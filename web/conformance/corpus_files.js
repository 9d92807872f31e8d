// The files of the corpus, for hosts that can read files.
import { readdirSync, readFileSync } from 'node:fs';
import { readCases } from './corpus.js';

/** @import { Case } from './corpus.js' */

const FOLDER = new URL('../../tests/cases/', import.meta.url);

/** Name and text of each. @returns {[string, string][]} */
export function readTexts() {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));
  return files.sort().map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]);
}

/** @returns {Map<string, Case[]>} by file */
export const readCorpus = () => new Map(readTexts().map(([name, text]) => [name, readCases(name, text)]));
