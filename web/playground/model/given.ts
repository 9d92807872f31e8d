// Reads what is typed into what the library takes: tensors, parameters and options of a node.
import { plan } from '../../lib/index.ts';
import { plural } from '../page/say.ts';
import { toIntegers } from './integers.ts';
import { toTexts } from './lists.ts';
import { tensorNames } from './names.ts';
import { type Parameter, parametersOf, type Typed } from './parameters.ts';
import { type Given, Wrong } from './planned.ts';
import { isJoin, type Row, rowAt, takesAny, tensorsOf } from './rows.ts';
import { rangesOf } from './slice.ts';
import type { State } from './state.ts';
import { oddIn, sidesOf, toValue } from './typed.ts';

/** @throws {Wrong | MicrotomeError} if what is typed cannot be read */
export function givenBy(state: State): Given {
  const row = rowAt(state.op, state.opset) as Row;
  const { op_type, domain, since_version: opset } = row;
  const shapes = shapesOf(state, row);
  const own = parametersOf(row);
  const isRead = state.notation === null;
  const values = isRead
    ? state.values
    : toTexts(row.op, rangesOf(state.notation as string, shapes[0]), shapes[0]);
  const parameters = own.map((each) => ({ ...each, value: toValue(values[each.name] ?? '', each.form) }));
  const axes = values.axes ? toIntegers(values.axes).length : shapes[0].length;
  if (isRead) for (const each of own) checkTyped(each, values[each.name] ?? '', axes);
  const inputs = isRead ? inputsOf(row, parameters) : [state.notation];
  const attributes = Object.fromEntries(
    parameters
      .filter(({ place, value }) => place === 'attribute' && value !== null)
      .map(({ name, word, value }) => [word, name === 'pads' ? sidesOf(value).flat() : value]),
  );
  const count: Typed = parameters.find(({ place }) => place === 'node')?.value;
  const options = {
    domain,
    opset,
    ...(isRead && { attributes, num_outputs: Array.isArray(count) ? Number.NaN : (count ?? undefined) }),
  };
  if (isJoin(row) && !takesAny(row) && shapes.length === 1)
    shapes.push(updatesOf(op_type, values, shapes[0], inputs));
  const names = tensorNames(state, row, shapes.length);
  const tensors = shapes.map((dims, i) => ({ name: names[i] ?? `x${i}`, type: state.type, dims }));
  return { row, tensors, parameters, values, inputs, options };
}

/** Says what is no integer and no pair, before the library sees NaN. @throws {Wrong} */
function checkTyped({ name, form }: Parameter, text: string, axes: number) {
  if (form === 'word' || (name === 'value' && /^\s*nan\s*$/i.test(text))) return;
  const odd = oddIn(text.replace(form === 'pairs' ? /[[\]]/g : form === 'names' ? /[^\s,:]+\s*:/g : '', ' '));
  const pairs = (form === 'pairs' && text.match(/\[[^[\]]*\]/g)) || null;
  const single = pairs?.find((pair) => toIntegers(pair).length !== 2);
  if (single) throw new Wrong(name, `'${single}' is not a pair: how many before, and how many after`);
  if (pairs && !odd && pairs.length !== axes)
    throw new Wrong(
      name,
      `${plural(pairs.length, 'pair')} for ${plural(axes, 'axis', 'axes')}: each needs one`,
    );
  if (odd === undefined) return;
  const isNested = /[[\]()]/.test(odd);
  throw new Wrong(
    name,
    isNested
      ? `'${text.trim()}' is not one list of integers`
      : `'${odd}' is not ${name === 'value' ? 'a number' : 'an integer'}`,
  );
}

/** The inputs of a node after its tensors; null: absent. */
export function inputsOf(row: Row, parameters: Given['parameters']): Typed[] {
  const find = (word: string) => parameters.find((each) => each.word === word && each.place === 'input');
  const rest = row.inputs.filter(({ name }) => !tensorsOf(row).some((tensor) => tensor.name === name));
  const inputs = rest.map(({ name }) => {
    if (name === 'pads_end') return sidesOf(find('pads_begin')?.value ?? [])[1];
    const { name: called, value = null } = find(name) ?? {};
    if (called !== 'pads' || value === null) return value;
    return name === 'pads_begin' ? sidesOf(value)[0] : sidesOf(value).flat();
  });
  while (inputs.length > 0 && inputs.at(-1) === null) inputs.pop();
  return inputs;
}

/** The sizes of each tensor. What is no size is said here, before anything is said about the call. @throws {Wrong | MicrotomeError} */
function shapesOf(state: State, row: Row): Typed[][] {
  const texts = isJoin(row) ? state.dims.split(';') : [state.dims];
  return texts.map((text) => {
    const items = text
      .replace(/^\s*\[|\]\s*$/g, '')
      .split(/[\s,]+/)
      .filter((item) => item !== '');
    const dims = items.map((item) => toIntegers(item)[0] ?? Number.NaN);
    const odd = dims.findIndex((size) => Number.isNaN(Number(size)));
    if (odd >= 0) throw new Wrong('dims', `'${items[odd]}' is not a size; sizes are integers of 0 or more`);
    const isLegal = dims.every((size) => Number.isSafeInteger(size) && size >= 0);
    if (!isLegal) plan('Slice', [{ type: 'uint8', dims }, '...']); // the library says why
    return dims;
  });
}

/** The dims that updates must have, if only those of the tensor are typed: those of the slice, or one position of a cache. */
function updatesOf(op_type: string, values: Record<string, string>, dims: number[], inputs: Typed[]) {
  if (op_type === 'SliceScatter') {
    try {
      const options = inputs.length > 1 ? { domain: 'openvino' } : {};
      return [...plan('Slice', [{ type: 'uint8', dims }, ...inputs] as Typed, options).outputs[0].dims];
    } catch {
      return dims; // the join will say what is wrong
    }
  }
  const [axis = -2] = toIntegers(values.axis ?? '').map(Number);
  return dims.map((size, i) => (i === (axis + dims.length) % dims.length ? 1 : size));
}
