// `npm run test:engines`: sets up what is missing, installs Debian's python3-distributed, python3-numpy and parallel if it may, builds
// the package, and runs recipes of docs/many-machines.md with these programs, over a file of a gigabyte.
import { build } from './build.js';
import { readArguments } from './common/commands.js';
import { Failure, runTool } from './common/failure.js';
import { filesUnder } from './common/files.js';
import { capture, run } from './common/run.js';
import { setUp } from './setup.js';
import { runNodeTests } from './test/node_test.js';

const PACKAGES = ['python3-distributed', 'python3-numpy', 'parallel'];

await runTool(async () => {
  readArguments('test:engines');
  await setUp('engines');
  await install();
  await build(['wasm', 'types', 'package']);
  const { failed } = await runNodeTests(filesUnder('tests/engines', /\.test\.js$/), { concurrency: 1 });
  return failed > 0 ? 1 : 0;
});

async function install() {
  const { code } = await capture('dpkg', ['-s', ...PACKAGES]);
  if (code === 0) return;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || (await run('apt-get', ['install', '--yes', '--no-install-recommends', ...PACKAGES])) !== 0)
    throw new Failure(`these packages of Debian are needed: ${PACKAGES.join(', ')}`);
}
