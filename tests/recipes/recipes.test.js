// Every recipe of docs/recipes.md that needs packages, executed against them.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init } from '../../web/lib/index.js';
import { importPeer, linkItself, runHere, runInNewerNode } from './host.js';
import { programsOf } from './page.js';
import { RECIPES } from './recipes.js';

before(async () => {
  linkItself();
  await init();
});

describe('the recipe', () => {
  for (const { heading, packages, names, newer, given, check } of RECIPES) {
    for (const name of packages) {
      it(`${heading}: ${name}`, async () => {
        const globals = await given(importPeer, name);
        Object.assign(globalThis, globals);
        const [{ code }, ...more] = programsOf(heading);
        assert.equal(more.length, 0);
        assert.ok(code.includes(`'${packages[0]}'`));
        const program = code.replaceAll(`'${packages[0]}'`, `'${name}'`);
        const file = name.replace(/\W/g, '_');
        const made = newer
          ? Object.fromEntries(runInNewerNode(file, program, names).map((value, i) => [names[i], value]))
          : await runHere(file, program, names);
        await check(made, globals, importPeer, name);
      });
    }
  }
});
