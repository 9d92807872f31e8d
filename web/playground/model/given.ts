// Reads what is typed into what the library takes: tensors, parameters and options of a node.
import { plan } from '../../lib/index.ts';
import { plural } from '../page/say.ts';
import { itemsOf, toInteger, toIntegers } from './integers.ts';
import { toTexts } from './lists.ts';
import { attempt, wrong } from './mistake.ts';
import { type Parameter, parametersOf, sidesOf, type Typed, toValue, wordsIn } from './parameters.ts';
import { rangesOf } from './planned.ts';
import type { Given } from './result.ts';
import { dimsTyped, isJoin, type Row, rowOf, takesAny, tensorNames, tensorsOf } from './rows.ts';
import type { State } from './state.ts';

/** @throws {RangeError | MicrotomeError} if what is typed cannot be read */
export function givenBy(state: State): Given {
  const row = rowOf(state);
  const { domain, since_version: opset } = row;
  const shapes = dimsTyped(state).map(toShape);
  const own = parametersOf(row);
  const { notation } = state;
  const values = notation === null ? state.values : toTexts(row.op, rangesOf(notation, shapes[0]), shapes[0]);
  const parameters = own.map((each) => ({ ...each, value: toValue(values[each.name] ?? '', each.form) }));
  const axes = values.axes ? toIntegers(values.axes).length : shapes[0].length;
  if (notation === null) for (const each of own) checkTyped(each, values[each.name] ?? '', axes);
  const attributes = Object.fromEntries(
    parameters
      .filter(({ place, value }) => place === 'attribute' && value !== null)
      .map(({ name, word, value }) => [word, name === 'pads' ? sidesOf(value).flat() : value]),
  );
  const node = { inputs: inputsOf(row, parameters), attributes };
  const inputs = notation === null ? node.inputs : [notation];
  const count: Typed = parameters.find(({ place }) => place === 'node')?.value ?? undefined;
  const options = { domain, opset, ...(notation === null && { attributes, num_outputs: count }) };
  if (isJoin(row) && !takesAny(row) && shapes.length === 1)
    shapes.push(updatesOf(row, values, shapes[0], inputs));
  const names = tensorNames(state);
  const tensors = shapes.map((dims, i) => ({ name: names[i] ?? `x${i}`, type: state.type, dims }));
  return { row, tensors, parameters, values, inputs, node, options };
}

/** Says what is no integer and no pair, before the library sees NaN. @throws {RangeError} */
function checkTyped({ name, form }: Parameter, text: string, axes: number) {
  if (form === 'mask') {
    const odd = wordsIn(text).find((word) => word !== 'true' && word !== 'false');
    if (odd !== undefined) throw wrong(name, `'${odd}' is not true or false`);
    return;
  }
  if (form === 'word' || (name === 'value' && /^\s*nan\s*$/i.test(text))) return;
  const plain = text.replace(form === 'pairs' ? /[[\]]/g : form === 'names' ? /[^\s,:]+\s*:/g : '', ' ');
  const odd = plain
    .split(';')
    .flatMap(itemsOf)
    .find((item) => Number.isNaN(toInteger(item)));
  const pairs = (form === 'pairs' && text.match(/\[[^[\]]*\]/g)) || null;
  const single = pairs?.find((pair) => toIntegers(pair).length !== 2);
  if (single) throw wrong(name, `'${single}' is not a pair: how many before, and how many after`);
  if (pairs && !odd && pairs.length !== axes) {
    const counts = `${plural(pairs.length, 'pair')} for ${plural(axes, 'axis', 'axes')}`;
    throw wrong(name, `${counts}: each needs one`);
  }
  if (odd === undefined) return;
  if (/[[\]()]/.test(odd)) throw wrong(name, `'${text.trim()}' is not one list of integers`);
  throw wrong(name, `'${odd}' is not ${name === 'value' ? 'a number' : 'an integer'}`);
}

/** The inputs of a node after its tensors; null: absent. */
function inputsOf(row: Row, parameters: Given['parameters']): Typed[] {
  const find = (word: string) => parameters.find((each) => each.word === word && each.place === 'input');
  const rest = row.inputs.filter(({ name }) => !tensorsOf(row).some((tensor) => tensor.name === name));
  const inputs = rest.map(({ name }) => {
    if (name === 'pads_end') return sidesOf(find('pads_begin')?.value ?? [])[1];
    const { name: called, value = null } = find(name) ?? {};
    if (called !== 'pads' || value === null) return value;
    return name === 'pads_begin' ? sidesOf(value)[0] : sidesOf(value).flat();
  });
  return inputs.slice(0, inputs.findLastIndex((value) => value !== null) + 1);
}

/** Sizes as they are typed. A size that is wrong is refused here, before the call is checked. @throws {RangeError | MicrotomeError} */
function toShape(text: string): Typed[] {
  const items = itemsOf(text);
  const dims = items.map((item) => toIntegers(item)[0] ?? Number.NaN);
  const odd = dims.findIndex((size) => Number.isNaN(Number(size)));
  if (odd >= 0) throw wrong('dims', `'${items[odd]}' is not a size; sizes are integers of 0 or more`);
  const isLegal = dims.every((size) => Number.isSafeInteger(size) && size >= 0);
  if (!isLegal) plan('Slice', [{ type: 'uint8', dims }, '...']); // the library says why
  return dims;
}

/** The dims that updates must have, if only those of the tensor are typed: those of the slice, or one position of a cache. */
function updatesOf({ op_type }: Row, values: Record<string, string>, dims: number[], inputs: Typed[]) {
  if (op_type === 'SliceScatter') {
    const options = inputs.length > 1 ? { domain: 'openvino' } : {};
    const slice = () => plan('Slice', [{ type: 'uint8', dims }, ...inputs] as Typed, options);
    return [...(attempt(slice)?.outputs[0].dims ?? dims)]; // the join will say what is wrong
  }
  if (op_type === 'ScatterUpdate') {
    const gathered = () =>
      plan('Gather', [{ type: 'uint8', dims }, ...inputs] as Typed, { domain: 'openvino', opset: 1 });
    return [...(attempt(gathered)?.outputs[0].dims ?? dims)];
  }
  const [axis = -2] = toIntegers(values.axis ?? '').map(Number);
  return dims.map((size, i) => (i === (axis + dims.length) % dims.length ? 1 : size));
}
