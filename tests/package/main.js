// `npm test -- package`: packs the package, takes it in every way there is, and ends with a table. tools/test/suite.js builds it
// first.
//   npm test -- package                     all ways; npm fetches what they need
//   npm test -- package Vite Node        some
//   npm test -- package Vite --keep      leaves the projects, to look into
//   npm test -- package size --save      also writes size/size.json, from which the README's table is made
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkWords, readArguments } from '../../tools/common/commands.js';
import { missed, runTool, Unavailable } from '../../tools/common/failure.js';
import { noteResults } from '../../tools/common/outcome.js';
import { startProgress } from '../../tools/common/progress.js';
import { printTable, secondsSince } from '../../tools/common/table.js';
import { CHROMIUM_VARIABLE } from '../../tools/setup/browser.js';
import { pack } from './pack.js';
import { closeBrowser } from './pages.js';
import { NotInstalled, Project } from './project.js';
import { saveSize } from './size/report.js';
import { WAYS } from './ways.js';

/** @import { Way } from './ways.js' */

/** One proof; `why` it does not hold, or could not be tried. @typedef {{ way: string, proof: string, result: 'ok' | 'FAILED' | 'MISSED', seconds: string, why?: string }} Result */

await runTool(async () => {
  const { ways, keep, save } = whatToTake();
  if (!process.env[CHROMIUM_VARIABLE])
    throw new Unavailable(`Chromium is missing; install it, or set ${CHROMIUM_VARIABLE} to its program.`);
  const folder = mkdtempSync(join(tmpdir(), 'microtome-package-'));
  /** @type {Result[]} */
  const results = [];
  try {
    const { tarball } = pack(folder);
    const progress = startProgress(`Taking the package in ${ways.length} ways`);
    for (const way of ways) {
      progress.note(way.name);
      results.push(...(await take(way, tarball, keep)));
    }
    progress.done();
  } finally {
    await closeBrowser();
    rmSync(folder, { recursive: true, force: true });
  }
  if (save) await saveSize();
  return report(results, ways);
});

function whatToTake() {
  const { values, words } = readArguments('package');
  checkWords(
    words,
    'way',
    WAYS.map(({ name }) => name),
  );
  const ways = WAYS.filter(({ name }) => words.length === 0 || words.includes(name));
  return { ways, keep: values.keep === true, save: values.save === true };
}

/**
 * All proofs of one way, in one project.
 * @param {Way} way
 * @param {string} tarball
 * @param {boolean} keep
 * @returns {Promise<Result[]>}
 */
async function take(way, tarball, keep) {
  const project = new Project(way);
  /** @type {Result[]} */
  const results = [];
  const attempt = async (/** @type {string} */ proof, /** @type {() => Promise<unknown>} */ run) => {
    const since = Date.now();
    const why = await run().then(
      () => undefined,
      (error) => error,
    );
    const result = why === undefined ? 'ok' : why instanceof NotInstalled ? 'MISSED' : 'FAILED';
    results.push({ way: way.name, proof, result, seconds: secondsSince(since), why: why?.message });
    return why === undefined;
  };
  try {
    if (await attempt('npm install', () => project.install(tarball)))
      for (const [proof, run] of Object.entries(way.proofs)) await attempt(proof, () => run(project));
  } finally {
    if (keep) console.log(`  ${way.name} is in ${project.folder}`);
    else project.remove();
  }
  return results;
}

/** @param {readonly Result[]} results @param {readonly Way[]} ways @returns {number} the exit code */
function report(results, ways) {
  console.log('');
  const rows = results.map(({ way, proof, result, seconds }) => [`${way}: ${proof}`, result, seconds]);
  printTable([['way', 'result', 'seconds'], ...rows]);
  console.log('');
  for (const { name, note } of ways) if (note) console.log(`${name}: ${note}.`);
  for (const { way, proof, result, why } of results)
    if (result === 'FAILED') console.log(`\n${way}: ${proof}: ${why}`);
  for (const { way, result, why } of results)
    if (result === 'MISSED') missed(`${way} was not tried`, `${why}`);
  noteResults(results.map(({ result }) => result));
  if (results.every(({ result }) => result === 'MISSED'))
    throw new Unavailable('no way could be tried; see above.');
  return results.some(({ result }) => result === 'FAILED') ? 1 : 0;
}
