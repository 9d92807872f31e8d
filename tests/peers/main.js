// `npm test -- peers`: random nodes through this library and through other engines, every answer compared bit by bit.
// tools/test/suite.js builds the module first.
//   npm test -- peers                                  all operators, all engines (installed into build/peers)
//   npm test -- peers Slice --engine=numpy          one of each
//   npm test -- peers --seed=7 --cases=5000         other examples, fewer
//   npm test -- peers Slice --engine=numpy --seed=7 --path=12:0:1      what a failure has printed, again
import { checkWords, readArguments } from '../../tools/common/commands.js';
import { missed, runTool, Unavailable } from '../../tools/common/failure.js';
import { startProgress } from '../../tools/common/progress.js';
import { secondsSince } from '../../tools/common/table.js';
import { init } from '../../web/dist/index.js';
import { NODES } from '../random/nodes/nodes.js';
import { compare } from './compare.js';
import { DIFFERENCES } from './differences/differences.js';
import { ENGINES } from './engines/engines.js';
import { report } from './report.js';

/** @import { Engine } from './engines/engines.js' */
/** @import { OpType } from '../random/nodes/example.js' */
/** @import { Result } from './report.js' */

const CASES = 20_000;
const SEED = readArguments('peers', []).values.seed;

await runTool(async () => {
  const { op_types, engines, ...options } = whatToCompare();
  const here = await thatAreHere(engines);
  if (here.length === 0) throw new Unavailable(`no engine is installed; ${engines[0].otherwise}.`);
  await init();
  /** @type {Result[]} */
  const results = [];
  for (const op_type of op_types) results.push(...(await compareAll(op_type, here, options)));
  const isWhole = op_types.length === Object.keys(NODES).length && !options.path;
  const isDefault = isWhole && options.seed === SEED && options.cases >= CASES;
  const failed = report(results, isDefault);
  for (const { name, otherwise } of engines.filter((each) => !here.includes(each)))
    missed(`${name} was not compared`, `it is not installed; ${otherwise}`);
  return failed ? 1 : 0;
});

function whatToCompare() {
  const { values, words } = readArguments('peers');
  const { engine, ...options } = values;
  const all = Object.keys(NODES);
  checkWords(words, 'operator', all);
  if (engine !== undefined)
    checkWords(
      [engine],
      'engine',
      ENGINES.map(({ name }) => name),
    );
  const engines = ENGINES.filter(({ name }) => engine === undefined || engine === name);
  const op_types = /** @type {OpType[]} */ (words.length > 0 ? words : all);
  return { op_types, engines, seed: options.seed, cases: options.cases ?? CASES, path: options.path };
}

/** @param {readonly Engine[]} engines */
async function thatAreHere(engines) {
  /** @type {Engine[]} */
  const here = [];
  for (const engine of engines) {
    const version = await engine.version();
    console.log(`  ${engine.name}: ${version ?? 'not installed'}`);
    if (version) here.push(engine);
  }
  return here;
}

/**
 * All engines about one operator, side by side.
 * @param {OpType} op_type
 * @param {readonly Engine[]} engines
 * @param {{ seed: number, cases: number, path?: string }} options
 * @returns {Promise<Result[]>}
 */
async function compareAll(op_type, engines, options) {
  const progress = startProgress(`Comparing ${op_type}: ${options.cases} cases, seed ${options.seed}`);
  const results = await Promise.all(
    engines
      .filter(({ lacks }) => !lacks?.includes(op_type))
      .map(async (engine) => {
        const since = Date.now();
        const asked = await engine.start();
        let done = 0;
        const onCase = () => progress.update(`${engine.name}: ${++done}`);
        try {
          const comparison = await compare(op_type, engine, asked, DIFFERENCES, { ...options, onCase });
          return { op_type, engine, seconds: secondsSince(since), ...comparison };
        } finally {
          asked.stop();
        }
      }),
  );
  progress.done();
  return results;
}
