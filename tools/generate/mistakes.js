// Makes the table of error codes from the comments of `Mistakes` in web/lib/types.ts. The guide and the
// site's API page show it.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';
import { table } from './markdown.js';

const ROW = /\/\*\*((?:(?!\*\/)[\s\S])*?)Remedy:((?:(?!\*\/)[\s\S])*)\*\/\n {2}(\w+): never;/g;

/** The text of a comment in one line. @param {string} text */
const plain = (text) => text.replace(/\s*\n\s*\*?\s*/g, ' ').trim();

export function mistakesTable() {
  const rows = Array.from(
    readFileSync(inRoot('web/lib/types.ts'), 'utf8').matchAll(ROW),
    ([, cause, remedy, code]) => [`\`${code}\``, plain(cause), plain(remedy)],
  );
  return table([['code', 'cause', 'remedy'], ...rows]);
}
