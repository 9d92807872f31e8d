// `npm run bench`: every workload, ours and the others side by side. tools/test/suite.js builds the module first.
//   npm run bench                            all rows, all peers (installed into build/bench the first time)
//   npm run bench -- W5 --peers=none         some rows, without peers; --peers=ort-web,ndarray: with these
//   npm run bench -- --save                  also writes tests/bench/results/, which is committed
//   npm run bench -- start                      import to first result, in fresh processes and pages
//   npm run bench -- files                    cuts of local files, one of them of 6 GB
//   npm run bench -- calls [lists]            one small call whose parameters change, beside NumPy's; --module=PATH: another build
//   npm run bench -- shapes [rows]            every call for every storage, and jobs that once grew too fast; --module=PATH, too
//   npm run bench -- tournament --jobs=500      random jobs against generated programs by hand; --draw=users: those of users; --seed=S --job=K: one of them
import { checkWords, readArguments } from '../../tools/common/commands.js';
import { Failure, runTool } from '../../tools/common/failure.js';
import { installGroup } from '../../tools/common/packages.js';
import { calls } from './calls/main.js';
import { files } from './files/main.js';
import { measureInProcess } from './measure/fork.js';
import { PEERS } from './peers/peers.js';
import { saveResults } from './report/results.js';
import { printRows } from './report/table.js';
import { measureAsked } from './rows/asked.js';
import { shapes } from './shapes/main.js';
import { start } from './start/main.js';
import { tournament } from './tournament/main.js';

/** Words that are not rows. */
const COMMANDS = { start, files, calls, shapes, tournament };

await runTool(async () => {
  const { values, words } = readArguments('bench');
  const { rounds } = values;
  const { save: publish, module, against, jobs, seed, job, draw } = values;
  const [command, ...rest] = words;
  if (module && !['calls', 'shapes', 'tournament'].includes(command))
    throw new Failure('--module is an option of calls, shapes and tournament only.');
  if (against && command !== 'calls') throw new Failure('--against is an option of calls only.');
  if (command in COMMANDS) {
    return COMMANDS[/** @type {keyof typeof COMMANDS} */ (command)](rest, {
      ...{ rounds, publish, module, against, jobs, seed, job, draw },
    });
  }
  const peers = await findPeers(values.peers);
  const options = { peers: Object.keys(peers), rounds };
  const results = await measureAsked(words, options, measureInProcess);
  printRows(results);
  await saveResults(results, { rounds, publish, peers });
});

/** Those that are asked for and are here. @param {string} asked 'all', 'none', or names with commas */
async function findPeers(asked) {
  /** @type {Record<string, string>} */
  const versions = {};
  if (asked === 'none') return versions;
  const names = PEERS.map(({ name }) => name);
  if (asked !== 'all') checkWords(asked.split(','), 'peer', ['all', 'none', ...names]);
  const wanted = PEERS.filter(({ name }) => asked === 'all' || asked.split(',').includes(name));
  await installGroup('tests/bench/peers');
  for (const { name, version } of wanted) {
    const found = version();
    console.log(`  ${name}: ${found ?? 'not installed, so it is left out'}`);
    if (found) versions[name] = found;
  }
  return versions;
}
