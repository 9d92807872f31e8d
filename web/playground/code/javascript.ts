// The call as a program for this library: it makes or reads the data that is shown, calls once, and prints what the page says it
// prints.
import { firstOf, MOST_PRINTED } from '../model/first.ts';
import { givenBy } from '../model/given.ts';
import { sizeOf } from '../model/integers.ts';
import { kindOf } from '../model/kinds.ts';
import { givesMany, resultName } from '../model/names.ts';
import type { Result } from '../model/result.ts';
import { functionOf, isJoin } from '../model/rows.ts';
import { PLACES, pictureLines, readFile, tensorLines, type Where } from './data.ts';
import { codeParts, literal } from './literals.ts';
import { isPicture, MOST_PIECES } from './prints.ts';
import { assign, bitsOf, imports, type Line, plain } from './program.ts';

/** @param isPlanned once, with arrays that are used again for every frame */
export function toJavaScript(result: Result, where: Where, isPlanned = false): Line[] {
  const { row, tensors, state } = result;
  const parts = codeParts(state, tensors.length);
  if (state.on === 'file') {
    const left = `const ${resultName(row)} = await`;
    const call = [plain('// it fetches what it takes: await it'), ...assign(left, bitsOf(parts), ';')];
    return [...readFile(result, parts, where.file), plain(''), ...call, ...printing(result)];
  }
  const isPlan = isPlanned || String(parts[0]).startsWith('plan(');
  const left = isPlan && !givesMany(row) ? `const [${resultName(row)}] =` : `const ${resultName(row)} =`;
  const inputs =
    state.on === 'picture' ? pictureLines(where.picture) : tensors.flatMap((_, i) => tensorLines(result, i));
  return [
    plain(state.on === 'picture' ? PLACES.page : PLACES.any),
    ...imports(['init', isPlan ? 'plan' : functionOf(row.op)], 'microtome').map(plain),
    plain('await init();'),
    plain(''),
    ...inputs,
    plain(''),
    ...(isPlanned ? planned(result, left) : assign(left, bitsOf(parts), ';')),
    ...printing(result),
  ];
}

function planned(result: Result, left: string): Line[] {
  const { row, state, tensors } = result;
  const names = tensors.map(({ name }) => name);
  const like = state.values.to ? '' : `${names[0]}.data`; // a conversion has another class
  const given = isJoin(row) ? `[${names.join(', ')}]` : names[0];
  return [
    ...assign('const planned =', [nodeOf(result)], ';'),
    plain(`const out = planned.allocate(${like});`),
    plain(''),
    plain(state.on === 'picture' ? '// for every frame' : '// as often as you like'),
    ...assign(left, [`planned.run(${given}, { out })`], ';'),
  ];
}

/** The node, as `plan` takes it. */
function nodeOf({ row, state, tensors }: Result) {
  const { inputs, options } = givenBy(state);
  const { attributes = {}, num_outputs, domain, opset } = options;
  const names = tensors.map(({ name }) => name).join(', ');
  const given = [row.inputs[0].sequence ? `[${names}]` : names, ...inputs.map(literal)];
  const said = {
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(num_outputs !== undefined && { num_outputs }),
    ...(row.op !== row.op_type && { domain }),
    ...(state.notation === null && row.op !== 'Rearrange' && { opset }),
  };
  const last = Object.keys(said).length > 0 ? `, ${literal(said)}` : '';
  return `plan('${row.op_type}', [${given.join(', ')}]${last})`;
}

/** What prints the result. */
function printing(result: Result): Line[] {
  const { row, count, outputs } = result;
  const name = resultName(row);
  if (givesMany(row)) {
    const some = count > MOST_PIECES ? `.slice(0, ${MOST_PIECES})` : '';
    const loop = [`for (const { dims } of ${name}${some})`, '  console.log(dims);'];
    return [`console.log(${name}.length);`, ...loop, ...seeing(result, `${name}[0]`)].map(plain);
  }
  const entries = kindOf(outputs[0].type).is === 'complex' ? 2 : 1;
  const some = entries * sizeOf(outputs[0].dims) > MOST_PRINTED ? `.slice(0, ${MOST_PRINTED})` : '';
  const values = firstOf(result) ? [`console.log(${name}.data${some}.join());`] : [];
  return [`console.log(${name}.dims);`, ...values, ...seeing(result, name)].map(plain);
}

/** How to see a result that is a picture. */
const seeing = (result: Result, name: string) =>
  isPicture(result)
    ? [
        '// to see it, putImageData() on a canvas:',
        `// new ImageData(${name}.data, ${result.outputs[0].dims[1]})`,
      ]
    : [];
