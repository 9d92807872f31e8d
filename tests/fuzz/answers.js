// What the fuzz target `lines` has found reaches new code of the core, so JavaScript's oracle says what is right, and the library is
// judged by it. tools/fuzz.js runs this after the target, with the folders of its inputs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as library from 'microtome';
import { argumentsOf, dataOf, inputsOf, withoutLastNulls } from '../../web/conformance/call.js';
import { parseCase } from '../../web/conformance/corpus.js';
import { drawnLine } from '../random/drawn_line.js';
import { judge } from '../support/judge.js';

/** @import { Case } from '../../web/conformance/corpus.js' */

await library.init();
const paths = process.argv
  .slice(2)
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
const lines = new Set(paths.map((path) => readFileSync(path, 'latin1').split('\n')[0]));
let judged = 0;
for (const line of lines) {
  const drawn = read(line);
  const answered = drawn && drawnLine(drawn);
  if (!answered) continue;
  ++judged;
  const one = parseCase(answered);
  try {
    one.error ? mustRefuse(one) : judge(library, one);
  } catch (error) {
    console.error(`${answered}\n  ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
console.log(`The oracle has answered ${judged} of ${lines.size} lines.`);

/** A line may have several mistakes, and no document says which comes first. @param {Case} one */
function mustRefuse(one) {
  const inputs = withoutLastNulls(
    inputsOf(
      one,
      dataOf(one, (k) => k),
    ),
  );
  try {
    library.evaluate(/** @type {any} */ (one.op_type), inputs, argumentsOf(one).options);
  } catch (error) {
    if (error instanceof library.MicrotomeError) return;
    throw error;
  }
  throw new Error('the call goes well');
}

/** The case, without an answer; nothing if the reader refuses the line. @param {string} line */
function read(line) {
  try {
    return parseCase(`${line} -> none`);
  } catch {
    return undefined;
  }
}
