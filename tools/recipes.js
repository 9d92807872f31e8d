// `npm run test:recipes`: sets up what is missing, builds the module, installs the packages that docs/recipes.md imports into
// build/recipes, and runs the recipes with them.
import { installGroup } from '../tests/packages.js';
import { build } from './build.js';
import { readArguments } from './common/commands.js';
import { Failure, runTool } from './common/failure.js';
import { filesUnder } from './common/files.js';
import { setUp } from './setup.js';
import { runNodeTests } from './test/node_test.js';

await runTool(async () => {
  readArguments('test:recipes');
  await setUp('recipes');
  await build(['wasm', 'types', 'package']);
  if (!(await installGroup('recipes')))
    throw new Failure('npm could not install the packages of the recipes; see above.');
  const { failed } = await runNodeTests(filesUnder('tests/recipes', /\.test\.js$/), { concurrency: 2 });
  return failed > 0 ? 1 : 0;
});
