// Makes THIRD_PARTY_NOTICES.txt of the package: the licences of third-party code in its WebAssembly module, and in
// Emscripten's script around it.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';
import { LIBRARIES, SCRIPT } from './libraries.js';

export const NOTICES = 'THIRD_PARTY_NOTICES.txt';

const RULE = '='.repeat(80);

/** @param {import('./record.js').BuildRecord} record of the module */
export function noticesOf({ tools, libraries }) {
  const parts = LIBRARIES.filter(({ name }) => name in libraries);
  const lines = [
    `- ${SCRIPT.name} ${tools.Emscripten}: ${SCRIPT.license} (the script around the module)`,
    ...parts.map(({ name, license }) => `- ${name} ${libraries[name]}: ${license}`),
  ];
  const all = [SCRIPT, ...parts];
  const texts = [...new Set(all.map(({ text }) => text))].map((text) => {
    const names = all.filter((part) => part.text === text).map(({ name }) => name);
    const license = readFileSync(inRoot('tools/build/licenses', text), 'utf8');
    return `${RULE}\n${names.join(', ')}\n${RULE}\n\n${license}`;
  });
  const head = 'microtome.wasm and the script around it contain code of these projects:';
  return [head, lines.join('\n'), ...texts].join('\n\n');
}
