// `npm test -- rebuild`: builds the module again in another folder, and compares. tools/test/suite.js builds it first.
import { runTool } from '../../tools/common/failure.js';
import { filesUnder } from '../../tools/common/files.js';
import { runNodeTests } from '../../tools/test/node_test.js';

await runTool(async () => {
  const { failed } = await runNodeTests(filesUnder('tests/rebuild', /\.test\.js$/), { concurrency: 1 });
  return failed > 0 ? 1 : 0;
});
