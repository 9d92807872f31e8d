// `npm test -- recipes`: installs the packages that docs/recipes.md imports into build/recipes, and runs the recipes with them.
// tools/test/suite.js builds the package first.
import { runTool, Unavailable } from '../../tools/common/failure.js';
import { filesUnder } from '../../tools/common/files.js';
import { installGroup } from '../../tools/common/packages.js';
import { runNodeTests } from '../../tools/test/node_test.js';

await runTool(async () => {
  if (!(await installGroup('tests/recipes')))
    throw new Unavailable('npm could not install the packages of the recipes; see above.');
  const { failed } = await runNodeTests(filesUnder('tests/recipes', /\.test\.js$/), { concurrency: 2 });
  return failed > 0 ? 1 : 0;
});
