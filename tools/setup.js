// Installs what a task needs and this machine lacks. The other tools call `setUp`; by hand, run
// `node tools/setup.js [task]`; with `--renew` that writes tools/setup/debian.lock again instead. setup/steps.js lists what can be installed. This file imports only Node's
// built-ins, because it runs before `npm ci`.
import { pathToFileURL } from 'node:url';
import { checkWords, readArguments } from './common/commands.js';
import { runTool } from './common/failure.js';
import { startProgress } from './common/progress.js';
import { renewLock } from './setup/debian.js';
import { install } from './setup/install.js';
import { checkRequirements } from './setup/requirements.js';
import { DEBIAN_RECIPES, NEEDED_BY, STEPS } from './setup/steps.js';

/** @param {keyof typeof NEEDED_BY} task */
export async function setUp(task) {
  checkRequirements();
  await install(STEPS.filter(({ name }) => NEEDED_BY[task].includes(name)));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runTool(async () => {
    const { words, values } = readArguments('tools/setup.js');
    checkWords(words, 'task', Object.keys(NEEDED_BY));
    if (values.renew) {
      const progress = startProgress('Renewing tools/setup/debian.lock');
      await renewLock(DEBIAN_RECIPES, progress);
      return progress.done();
    }
    for (const task of words.length > 0 ? words : ['test'])
      await setUp(/** @type {keyof typeof NEEDED_BY} */ (task));
    console.log('Everything is set up.');
  });
}
