// Every recipe of docs/recipes.md that imports packages, executed against them.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init } from '../../web/dist/index.js';
import { recipe } from '../support/document_blocks.js';
import { importPeer, linkItself, runHere, runInNewerNode, writeFiles } from './host.js';
import { RECIPES } from './recipes.js';

before(async () => {
  linkItself();
  await init();
});

describe('the recipe', () => {
  for (const { heading, packages, names, newer, files = {}, check } of RECIPES) {
    for (const name of packages) {
      it(`${heading}: ${name}`, async () => {
        const { code } = recipe(heading);
        assert.ok(code.includes(`'${packages[0]}'`));
        const program = code.replaceAll(`'${packages[0]}'`, `'${name}'`);
        const file = name.replace(/\W/g, '_');
        writeFiles(files);
        const made = newer
          ? Object.fromEntries(runInNewerNode(file, program, names).map((value, i) => [names[i], value]))
          : await runHere(file, program, names);
        await check(made, importPeer, name);
      });
    }
  }
});
