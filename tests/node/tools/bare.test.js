// A new checkout has no packages, so what starts set-up may load only files of the repository and Node.js itself.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { it } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';

const scripts = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).scripts;
const starts = new Set(Object.values(scripts).map((line) => line.split(' ')[1]));

/** All imports that are resolved before the first line runs. @param {string} path */
const importsOf = (path) =>
  [
    ...readFileSync(inRoot(path), 'utf8').matchAll(
      /^(?:import|export)\s(?:[\w*{},$\s]+\sfrom\s)?'([^']+)'/gm,
    ),
  ].map(([, name]) => name);

for (const start of starts) {
  it(`${start} runs in a checkout without packages`, () => {
    const seen = new Set([start]);
    for (const path of seen) {
      for (const name of importsOf(path)) {
        assert.match(name, /^(node:|\.)/, `${path} imports ${name}`);
        if (name.startsWith('.')) seen.add(join(dirname(path), name));
      }
    }
    assert.ok(seen.size > 1, 'imports were found');
  });
}
