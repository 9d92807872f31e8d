// Compares one engine about one operator: draws examples, asks, and shrinks what nothing explains.
import fc from 'fast-check';
import { lineOf } from '../../web/conformance/corpus_line.js';
import { exampleOf } from '../random/nodes/example.js';
import { ours, show } from './answers.js';
import { explain } from './judge.js';

/** @import { Asked, Engine } from './engines/engines.js' */
/** @import { Example, OpType } from '../random/nodes/example.js' */
/** @import { Difference } from './judge.js' */

/**
 * @typedef {object} Comparison
 * @property {number} agreed
 * @property {number} lacking the engine has no such thing
 * @property {Map<Difference, number>} differed cases that each difference explains, alone or with others
 * @property {number} explained cases that differences explain
 * @property {string[]} [failure] lines
 */

const TOO_FEW = 'less than half of the cases could be compared: draw more of what the engine has';

/**
 * @param {OpType} op_type
 * @param {Engine} engine
 * @param {Asked} asked
 * @param {readonly Difference[]} differences
 * @param {{ seed: number, cases: number, path?: string, onCase?: () => void }} options
 * @returns {Promise<Comparison>}
 */
export async function compare(op_type, engine, asked, differences, { seed, cases, path, onCase = () => {} }) {
  const own = differences.filter((row) => row.engine === engine.name);
  /** @type {Comparison} */
  const counts = { agreed: 0, lacking: 0, differed: new Map(own.map((row) => [row, 0])), explained: 0 };
  const examples = exampleOf(op_type, engine.types(op_type), engine.mistakes(op_type));
  const property = fc.asyncProperty(examples, async (example) => {
    const theirs = await asked.ask(example);
    onCase();
    if (theirs.lacks !== undefined) return ++counts.lacking > 0;
    const rows = explain(example, theirs, own);
    if (rows === undefined) return false;
    for (const row of rows) counts.differed.set(row, (counts.differed.get(row) ?? 0) + 1);
    if (rows.length === 0) counts.agreed += 1;
    else counts.explained += 1;
    return true;
  });
  const details = await fc.check(property, { seed, numRuns: cases, ...(path && { path }) });
  if (!details.failed)
    return counts.lacking * 2 > details.numRuns ? { ...counts, failure: [TOO_FEW] } : counts;
  const [example] = /** @type {[Example]} */ (details.counterexample);
  const again = `npm test -- peers ${op_type} --engine=${engine.name} --seed=${details.seed} --path=${details.counterexamplePath}`;
  return { ...counts, failure: [...(await tell(example, engine, asked)), `again: ${again}`] };
}

/** @param {Example} example @param {Engine} engine @param {Asked} asked */
async function tell(example, { name }, asked) {
  const { node, seed, constant, blanks } = example;
  return [
    lineOf(node),
    `elements: ${seed === 0 ? 'k is k' : `random, of seed ${seed}`}; parameters and shapes: ${constant ? 'in the model' : 'known when it runs'}; absent inputs at the end: ${blanks ? "named ''" : 'absent'}`,
    `ours: ${show(ours(example))}`,
    `${name}: ${show(await asked.ask(example))}`,
  ];
}
