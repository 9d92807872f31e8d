// The call as a program for this library: it makes or reads the data that is shown, calls once, and prints what the page says it
// prints.
import { MicrotomeError, plan } from '../../lib/index.ts';
import {
  codeOf,
  codeParts,
  type Field,
  givesMany,
  literal,
  type Part,
  quote,
  resultName,
} from '../model/call.ts';
import { firstOf, MOST_PRINTED } from '../model/first.ts';
import { sizeOf } from '../model/integers.ts';
import { parametersOf } from '../model/parameters.ts';
import type { Result } from '../model/result.ts';
import { functionOf, isJoin } from '../model/rows.ts';
import { kindOf, type Numbers } from '../model/values.ts';
import { assign, bitsOf, imports, type Line, plain, WIDEST } from './program.ts';

/** What else a program has to say: where the picture or the file is, and whether it is planned once. */
export interface Where {
  picture: { name: string; url: string; width: number; height: number };
  file: { name: string; isUrl: boolean; layout: string };
  planned: boolean;
}

/** The most values that are written out. */
const MOST_VALUES = 400;

export function toJavaScript(result: Result, where: Where): Line[] {
  if (result.state.on === 'file') return fromFile(result, where);
  const { row, tensors, state } = result;
  const parts = codeParts(state, tensors.length);
  const head = typeof parts[0] === 'string' ? parts[0] : '';
  const called = where.planned || head.startsWith('plan(') ? ['plan'] : [functionOf(row.op)];
  const inputs =
    state.on === 'picture' ? pictureLines(where) : tensors.flatMap((_, i) => tensorLines(result, i));
  return [
    ...imports(['init', ...called], 'microtome'),
    plain('await init();'),
    plain(''),
    ...inputs,
    plain(''),
    ...(where.planned ? planned(result) : once(result, parts)),
    ...printed(result),
  ];
}

/** The left side of an assignment. */
const leftOf = (result: Result, isList: boolean) => {
  const name = resultName(result.row);
  return givesMany(result.row) || !isList ? `const ${name} =` : `const [${name}] =`;
};

const once = (result: Result, parts: readonly Part[]) =>
  assign(leftOf(result, typeof parts[0] === 'string' && parts[0].startsWith('plan(')), bitsOf(parts), ';');

/** Planned once, with arrays that are used again for every frame. */
function planned(result: Result): Line[] {
  const { row, state, tensors } = result;
  const names = tensors.map(({ name }) => name);
  const given = isJoin(row) ? `[${names.join(', ')}]` : names[0];
  const like = state.values.to ? '' : `${names[0]}.data`; // a conversion has another class
  return [
    ...assign('const planned =', bitsOf(nodeOf(result)), ';'),
    plain(`const out = planned.allocate(${like});`),
    plain(''),
    plain(state.on === 'picture' ? '// for every frame' : '// as often as you like'),
    ...assign(leftOf(result, true), [`planned.run(${given}, { out })`], ';'),
  ];
}

/** The node, as `plan` takes it. */
export function nodeOf({ row, state, tensors }: Result): Part[] {
  const names = tensors.map(({ name }) => name);
  const first = row.inputs[0].sequence ? `[${names.join(', ')}]` : names.join(', ');
  const fields = codeParts(state, tensors.length).filter((part): part is Field => typeof part !== 'string');
  const [slice] = fields.filter(({ form }) => form === 'slice');
  const domain = row.op === row.op_type ? [] : [`domain: '${row.domain}'`];
  const opset = [`opset: ${row.since_version}`];
  if (slice)
    return [`plan('${row.op_type}', [${first}, '`, slice, `']${domain.length ? `, { ${domain} }` : ''})`];
  const { inputs, attributes } = nodeValues(row, fields);
  const ofNode = parametersOf(row).filter(({ place }) => place === 'node');
  const counts = fields.filter(({ name, text }) => text !== '' && ofNode.some((each) => each.name === name));
  const options = [
    ...(attributes ? [`attributes: ${attributes}`] : []),
    ...counts.map((field) => `${field.name}: ${codeOf(field)}`),
    ...domain,
    ...(domain.length === 0 && row.op === 'Rearrange' ? [] : opset),
  ];
  return [
    `plan('${row.op_type}', [${[first, ...inputs].join(', ')}]${options.length ? `, { ${options.join(', ')} }` : ''})`,
  ];
}

/** Literals of the inputs after the tensors, and of the attributes. */
function nodeValues(row: Result['row'], fields: readonly Field[]) {
  const codes = new Map(
    fields.filter(({ text }) => text.trim() !== '').map((field) => [field.name, wrapped(field)]),
  );
  const flat = (part: 'begin' | 'end' | 'both') => literal(sidesIn(codes.get('pads') ?? '[]', part));
  const words: Record<string, string | undefined> = {
    pads: codes.has('pads') ? flat('both') : undefined,
    paddings: codes.has('pads') ? flat('both') : undefined,
    pads_begin: flat('begin'),
    pads_end: flat('end'),
    constant_value: codes.get('value'),
    pad_value: codes.get('value'),
    pad_mode: codes.get('mode'),
  };
  const codeFor = (name: string) => (name in words ? words[name] : codes.get(name));
  const isAttribute = (name: string) => row.attributes.some((attribute) => attribute.name === name);
  const own = row.inputs.filter(
    ({ rank, name }) => (rank !== 'any' || name === 'indices') && !isAttribute(name),
  );
  const inputs = own.map(({ name }) => codeFor(name) ?? 'null');
  while (inputs.at(-1) === 'null') inputs.pop();
  const named = row.attributes.flatMap(({ name }) =>
    codeFor(name) === undefined ? [] : [`${name}: ${codeFor(name)}`],
  );
  return { inputs, attributes: named.length > 0 ? `{ ${named.join(', ')} }` : '' };
}

const ENDS: Partial<Record<Field['form'], [string, string]>> = {
  list: ['[', ']'],
  pairs: ['[', ']'],
  word: ["'", "'"],
  pattern: ["'", "'"],
  names: ['{ ', ' }'],
};

function wrapped(field: Field) {
  const [open, close] = ENDS[field.form] ?? ['', ''];
  return `${open}${codeOf(field)}${close}`;
}

function sidesIn(code: string, part: 'begin' | 'end' | 'both'): Numbers {
  const value = JSON.parse(code) as number[] | number[][];
  const pairs = Array.isArray(value[0]) ? (value as number[][]) : null;
  const begins = pairs ? pairs.map(([begin]) => begin) : (value as number[]).slice(0, value.length / 2);
  const ends = pairs ? pairs.map(([, end]) => end) : (value as number[]).slice(value.length / 2);
  return part === 'begin' ? begins : part === 'end' ? ends : [...begins, ...ends];
}

/** The pixels of a picture, in a browser. */
function pictureLines({ picture: { name, url, width, height } }: Where): Line[] {
  return [
    `// in a browser: the pixels of ${name}`,
    'const image = new Image();',
    ...(/^https?:/.test(url) ? ["image.crossOrigin = 'anonymous';"] : []),
    `image.src = ${quote(url)};`,
    'await image.decode();',
    ...fit('const canvas =', `new OffscreenCanvas(${width}, ${height});`),
    "const context = canvas.getContext('2d');",
    'context.drawImage(image, 0, 0);',
    'const photo =',
    `  context.getImageData(0, 0, ${width}, ${height});`,
  ].map(plain);
}

/** A tensor with the values that are shown. */
function tensorLines(result: Result, i: number): Line[] {
  const { tensors, state } = result;
  const { name, type, dims } = tensors[i];
  const start = tensors.slice(0, i).reduce((sum, each) => sum + sizeOf(each.dims), 0);
  const given = result.state.data?.slice(start, start + sizeOf(dims)) ?? null;
  const { is, array } = kindOf(type);
  const needsType =
    array
      .replace(/Array$/, '')
      .toLowerCase()
      .replace(/^big/, '') !== type;
  const data = dataOf(state.type, sizeOf(dims), start, given);
  const short = `const ${name} = {${needsType ? ` type: '${type}',` : ''} dims: [${dims.join(', ')}], data: ${data} };`;
  const note = is === 'packed' ? [plain('// packed elements; here all bits are 0')] : [];
  if (short.length <= WIDEST) return [...note, plain(short)];
  return [
    ...note,
    plain(`const ${name} = {`),
    ...(needsType ? [plain(`  type: '${type}',`)] : []),
    plain(`  dims: [${dims.join(', ')}],`),
    ...fold(`  data: ${data},`),
    plain('};'),
  ];
}

/** A long line, broken after a parenthesis. */
const fold = (line: string) => {
  const at = line.indexOf('(') + 1;
  if (line.length <= WIDEST || at === 0 || !line.endsWith('),')) return [plain(line)];
  return [line.slice(0, at), `    ${line.slice(at, -2)},`, '  ),'].map(plain);
};

/** Entry i, if each element holds its place. */
function dataOf(type: Result['state']['type'], size: number, start: number, given: readonly string[] | null) {
  const { is, array, entries } = kindOf(type);
  const isBig = array.startsWith('Big');
  if (is === 'packed') return `new Uint8Array(${Math.ceil(size * entries)})`;
  if (given !== null && given.length <= MOST_VALUES) {
    const list = given.map((value) => entryOf(is, isBig, value)).join(', ');
    return is === 'string' ? `[${list}]` : `${array}.of(${list})`;
  }
  const i = start === 0 ? 'i' : `i + ${is === 'complex' ? 2 * start : start}`;
  const value =
    { bool: `(${i}) % 2`, string: `String(${i})`, complex: `i % 2 ? 0 : (${i}) / 2` }[is as string] ??
    (isBig ? `BigInt(${i})` : i);
  const simple = value.replace('(i)', 'i');
  return `${array}.from({ length: ${is === 'complex' ? 2 * size : size} }, (_, i) => ${simple})`;
}

function entryOf(is: string, isBig: boolean, value: string) {
  if (is === 'string') return quote(value);
  if (is === 'bool') return value === 'T' ? '1' : '0';
  return is === 'complex' ? `${value}, 0` : isBig ? `${value}n` : value;
}

/** The pieces of which dims are printed. */
const MOST_PIECES = 4;

/** What prints the result. */
function printed(result: Result): Line[] {
  const { row, count, outputs } = result;
  const name = resultName(row);
  const all = count > MOST_PIECES ? `.slice(0, ${MOST_PIECES})` : '';
  if (givesMany(row))
    return [
      `console.log(${name}.length);`,
      `for (const { dims } of ${name}${all})`,
      '  console.log(dims);',
    ].map(plain);
  const first = firstOf(result);
  const entries = kindOf(outputs[0].type).is === 'complex' ? 2 : 1;
  const some = entries * sizeOf(outputs[0].dims) > MOST_PRINTED ? `.slice(0, ${MOST_PRINTED})` : '';
  return [
    plain(`console.log(${name}.dims);`),
    ...(first ? [plain(`console.log(${name}.data${some}.join());`)] : []),
  ];
}

/** By type and dims. */
const made = new Map<string, boolean>();

/** Whether arrays can hold a tensor: the library makes one, or says that it cannot. */
function canMake({ type, dims }: Result['tensors'][number]) {
  const key = `${type} ${dims}`;
  if (!made.has(key)) made.set(key, tryToMake({ type, dims }));
  return made.get(key);
}

function tryToMake(tensor: Pick<Result['tensors'][number], 'type' | 'dims'>) {
  try {
    plan('Slice', [tensor, '...']).allocate();
    return true;
  } catch (error) {
    if (error instanceof MicrotomeError) return false;
    throw error;
  }
}

export const TOO_LARGE = 'too large to make here';

/** No array can hold an input. */
export const isTooLarge = ({ state, tensors }: Result) => state.on === 'tensor' && !tensors.every(canMake);

/** What the program prints, as Node shows it. @param cost bytes, for a file whose cut costs them */
export function prints(result: Result, cost: number | null = null): string {
  const { row, count, outputs } = result;
  if (isTooLarge(result)) return TOO_LARGE;
  const lines = cost === null ? [] : [String(cost)];
  const shown = outputs
    .slice(0, givesMany(row) ? MOST_PIECES : 1)
    .map(({ dims }) => (dims.length > 0 ? `[ ${dims.join(', ')} ]` : '[]'));
  if (givesMany(row)) lines.push(String(count), ...shown);
  else lines.push(...shown, ...(result.state.on === 'tensor' ? [firstOf(result)?.join() ?? ''] : []));
  return lines.join('\n').trimEnd();
}

/** What a program that reads a file prints is known only after Fetch. */
function fromFile(result: Result, { file }: Where): Line[] {
  const { row, state } = result;
  const called = functionOf(row.op);
  const parts = codeParts(state, 1);
  const costs = row.op_type === 'Slice' ? [plain(`console.log(cost(weights, ${costOf(parts)}).bytes);`)] : [];
  const from = file.isUrl ? quote(file.name) : `await openAsBlob(${quote(file.name)})`;
  const opened = [
    ...(file.isUrl ? [] : ['// in Node; in a page, open() takes the File']),
    'const file = await open(',
    `  ${from},`,
    ...(file.layout ? [`  ${file.layout},`] : []),
    ');',
  ].map(plain);
  return [
    ...(file.isUrl ? [] : [plain("import { openAsBlob } from 'node:fs';")]),
    ...imports(['init'], 'microtome'),
    ...imports(['open', called, ...(costs.length > 0 ? ['cost'] : [])], 'microtome/source'),
    plain(''),
    plain('await init();'),
    plain(''),
    ...opened,
    ...fit('const weights =', `file.tensor(${quote(state.tensor)});`).map(plain),
    ...costs,
    plain(''),
    plain('// it fetches what it takes: await it'),
    ...assign(`const ${resultName(row)} = await`, bitsOf(parts), ';'),
    ...printed(result),
  ];
}

/** An assignment on one line, or on two. */
const fit = (left: string, right: string) =>
  `${left} ${right}`.length <= WIDEST ? [`${left} ${right}`] : [left, `  ${right}`];

const costOf = (parts: readonly Part[]) =>
  bitsOf(parts.slice(1, -1)).reduce<string>(
    (text, bit) => text + (typeof bit === 'string' ? bit : bit.text),
    typeof parts[0] === 'string' ? parts[0].replace(/^\w+\(\w+, /, '') : '',
  ) + (typeof parts.at(-1) === 'string' ? (parts.at(-1) as string).replace(/\)$/, '') : '');
