// `npm test -- hosts`: the whole corpus and ONNX's own models in every host, in every kind of place there, under every policy.
// tools/test/suite.js builds the module first.
//   npm test -- hosts                    all hosts (npm's are installed into build/hosts)
//   npm test -- hosts node bun        some
//   npm test -- hosts --save          also writes results.json, which the README's table is made from
import { checkWords, readArguments } from '../../tools/common/commands.js';
import { Failure, missed, runTool } from '../../tools/common/failure.js';
import { noteResults } from '../../tools/common/outcome.js';
import { installGroup } from '../../tools/common/packages.js';
import { startProgress } from '../../tools/common/progress.js';
import { secondsSince } from '../../tools/common/table.js';
import { setUp } from '../../tools/setup.js';
import { Absent, inTime } from './drivers/driver.js';
import { startFiles } from './files.js';
import { HOSTS } from './hosts.js';
import { makeJob } from './job.js';
import { problemOf } from './outcome.js';
import { TITLES } from './policies.js';
import { printResults, save } from './report.js';
import { startSite } from './site.js';

/** @import { Opened } from './drivers/driver.js' */
/** @import { Host } from './hosts.js' */
/** @import { Report } from './inside/run.js' */
/** @import { Result, Visited } from './report.js' */
/** @import { Site } from './site.js' */

/** @typedef {ReturnType<typeof makeJob>['expected']} Expected */
/** @typedef {Awaited<ReturnType<typeof startFiles>>} Files */

/** @type {Promise<boolean> | undefined} once for all hosts, when the first one asks */
let installed;
const isInstalled = () => {
  installed ??= installGroup('tests/hosts');
  return installed;
};

await runTool(async () => {
  const { hosts, toSave } = whatToVisit();
  const files = await startFiles();
  const { job, expected } = makeJob(files.job);
  const site = await startSite(job);
  /** @type {Result[]} */
  const results = [];
  try {
    for (const host of hosts) results.push(await visitHost(host, site, expected, files));
  } finally {
    await site.close();
    await files.close();
  }
  printResults(results);
  for (const { host, absent } of results) if (absent) missed(`${host} was not visited`, absent);
  for (const { host, broken } of results) if (broken) console.log(`\n${host} cannot be opened: ${broken}.`);
  noteResults(results.flatMap(({ visits }) => visits.map(({ problem }) => (problem ? 'FAILED' : 'ok'))));
  const failed = results.some(({ visits, broken }) => broken || visits.some(({ problem }) => problem));
  if (toSave && !failed) save(results);
  return failed ? 1 : 0;
});

function whatToVisit() {
  const { values, words } = readArguments('hosts');
  checkWords(words, 'host', [...new Set(HOSTS.map(({ name }) => name))]);
  if (values.save && words.length > 0) throw new Failure('--save needs all hosts, so name none.');
  return {
    hosts: HOSTS.filter(({ name }) => words.length === 0 || words.includes(name)),
    toSave: values.save,
  };
}

/**
 * @param {Host} host
 * @param {Site} site
 * @param {Expected} expected
 * @param {Files} files
 * @returns {Promise<Result>}
 */
async function visitHost(host, site, expected, files) {
  const { title, open, npm, system } = host;
  const nothing = { host: title, version: '', visits: [] };
  if (system) await setUp(system);
  if (npm && !(await isInstalled())) return { ...nothing, absent: 'npm could not install what it needs' };
  /** @type {Opened} */
  let opened;
  try {
    opened = await open(site);
  } catch (error) {
    if (error instanceof Absent) return { ...nothing, absent: error.message };
    return { ...nothing, broken: error instanceof Error ? error.message : String(error) };
  }
  try {
    return { host: title, version: opened.version, visits: await visitAll(host, opened, expected, files) };
  } finally {
    await inTime(opened.close(), `${title} has not ended`);
  }
}

/** @param {Host} host @param {Opened} opened @param {Expected} expected @param {Files} files */
async function visitAll({ title, visits, files: filesIn }, opened, expected, files) {
  const progress = startProgress(`${title} ${opened.version}`);
  /** @type {Visited[]} */
  const visited = [];
  for (const [place, policy] of visits) {
    const where = [TITLES[place], policy.title].filter(Boolean).join(', ');
    progress.update(where);
    const since = Date.now();
    /** @type {Report} */
    const report = await opened
      .visit(place, policy)
      .catch((error) => ({ broken: String(error.message ?? error) }));
    const toCut = policy.refuses ? [] : filesIn(place);
    const problem = problemOf(report, policy, expected) || files.problemOf(report, toCut);
    visited.push({
      place,
      policy: policy.name,
      cases: report.cases ?? 0,
      seconds: secondsSince(since),
      problem,
    });
    if (problem) progress.note(`${where}: ${problem}`);
  }
  progress.done();
  return visited;
}
