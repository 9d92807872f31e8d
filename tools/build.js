// `npm run build`: sets up what is missing and builds the usual targets. `npm run build -- wasm types` builds
// only these two. build/targets.js lists the targets. `npm run build -- rebuild RECORD` compares a module, as build/rebuild.js says.
import { pathToFileURL } from 'node:url';
import { checkRebuild } from './build/rebuild.js';
import { TARGETS } from './build/targets.js';
import { checkWords, readArguments } from './common/commands.js';
import { runTool } from './common/failure.js';
import { setUp } from './setup.js';

/** @param {string[]} names in any order; they are built in the table's */
export async function build(names) {
  for (const target of TARGETS.filter(({ name }) => names.includes(name))) {
    console.log(`Building: ${target.title} (${target.name})`);
    await target.build();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runTool(async () => {
    const all = TARGETS.map(({ name }) => name);
    const usual = TARGETS.filter(({ rare }) => !rare).map(({ name }) => name);
    const { words, values } = readArguments('build');
    if (words[0] === 'rebuild') return checkRebuild(words[1], values.save);
    checkWords(words, 'target', all);
    const names = words.length > 0 ? words : usual;
    await setUp('build');
    await build(names);
  });
}
