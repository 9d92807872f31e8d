// `npm test -- engines`: installs Debian's python3-distributed, python3-numpy and parallel if it may, and runs the recipes of
// docs/many-machines.md that need them, over a file of a gigabyte.
import { runTool, Unavailable } from '../../tools/common/failure.js';
import { filesUnder } from '../../tools/common/files.js';
import { capture, run } from '../../tools/common/run.js';
import { runNodeTests } from '../../tools/test/node_test.js';

const PACKAGES = ['python3-distributed', 'python3-numpy', 'parallel'];

await runTool(async () => {
  await install();
  const { failed } = await runNodeTests(filesUnder('tests/engines', /\.test\.js$/), { concurrency: 1 });
  return failed > 0 ? 1 : 0;
});

async function install() {
  const { code } = await capture('dpkg', ['-s', ...PACKAGES]);
  if (code === 0) return;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || (await run('apt-get', ['install', '--yes', '--no-install-recommends', ...PACKAGES])) !== 0)
    throw new Unavailable(`these packages of Debian are needed: ${PACKAGES.join(', ')}`);
}
