// The call as a program for this library: it makes or reads the data that is shown, calls once, and prints what the page says it prints.
import { firstOf, MOST_PRINTED, startsOf } from '../model/elements.ts';
import { givenBy } from '../model/given.ts';
import { sizeOf } from '../model/integers.ts';
import type { Result } from '../model/result.ts';
import { functionOf, givesMany, inputsOf, isJoin, resultName } from '../model/rows.ts';
import { kindOf } from '../model/values.ts';
import type { Pixels } from '../page/pictures.ts';
import { isPicture, MOST_PIECES } from './prints.ts';
import {
  assign,
  type Bit,
  bitsOf,
  broken,
  fit,
  type Line,
  literal,
  plain,
  textOf,
  WIDEST,
} from './program.ts';

/** Places of the picture and of the file. */
export interface Where {
  picture: Omit<Pixels, 'data'>;
  file: { name: string; isUrl: boolean; layout: string; decodes?: boolean }; // `layout` as code; `decodes` what is quantized
}

/** The first line of a program: it says where it runs. */
const PLACES = {
  any: '// for Node (as .mjs), or with a bundler',
  node: '// for Node (as .mjs)',
  page: '// for a page, with a bundler such as Vite',
};
/** The most values that are written out. */
const MOST_VALUES = 400;

/** @param isPlanned once, with arrays that are used again for every frame */
export function toJavaScript(result: Result, where: Where, isPlanned = false): Line[] {
  const { row, tensors, state } = result;
  const call = bitsOf(state);
  const name = resultName(row);
  if (state.on === 'file')
    return broken([
      ...[...readFile(result, call, where.file), '', '// it fetches what it takes: await it'].map(plain),
      ...assign(`const ${name} = await`, call),
      ...printing(result),
    ]);
  const isPlan = isPlanned || String(call[0]).startsWith('plan(');
  const left = `const ${isPlan && !givesMany(row) ? `[${name}]` : name} =`;
  const isPixels = state.on === 'picture';
  const inputs = isPixels ? pictureLines(where.picture) : tensors.flatMap((_, i) => tensorLines(result, i));
  const lines = [
    isPixels ? PLACES.page : PLACES.any,
    ...imports(['init', isPlan ? 'plan' : functionOf(row.op)], 'microtome'),
    'await init();',
    '',
    ...inputs,
    '',
  ];
  const called = isPlanned ? planned(result, left) : assign(left, call);
  return broken([...lines.map(plain), ...called, ...printing(result)]);
}

const imports = (names: readonly string[], from: string) =>
  fit(`import { ${[...names].sort((a, b) => a.localeCompare(b)).join(', ')} }`, `from '${from}';`);

function planned(result: Result, left: string): Line[] {
  const { row, state, tensors } = result;
  const names = tensors.map(({ name }) => name);
  const like = state.values.to ? '' : `${names[0]}.data`; // a conversion has another class
  const given = isJoin(row) ? `[${names.join(', ')}]` : names[0];
  return [
    ...assign('const planned =', [nodeOf(result)]),
    plain(`const out = planned.allocate(${like});`),
    plain(''),
    plain(state.on === 'picture' ? '// for every frame' : '// as often as you like'),
    ...assign(left, [`planned.run(${given}, { out })`]),
  ];
}

/** The node, as `plan` takes it. */
function nodeOf({ row, state, tensors }: Result) {
  const { inputs, options } = givenBy(state);
  const { attributes = {}, num_outputs, domain, opset } = options;
  const names = tensors.map(({ name }) => name).join(', ');
  const given = inputsOf(
    row,
    row.inputs[0].sequence ? [`[${names}]`] : tensors.map(({ name }) => name),
    inputs.map(literal),
  );
  const said = {
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(num_outputs !== undefined && { num_outputs }),
    ...(row.op !== row.op_type && { domain }),
    ...(state.notation === null && row.op !== 'Rearrange' && { opset }),
  };
  const last = Object.keys(said).length > 0 ? `, ${literal(said)}` : '';
  return `plan('${row.op_type}', [${given.join(', ')}]${last})`;
}

/** Prints the result; of a picture, also says how to see it. */
function printing(result: Result): Line[] {
  const { row, count, outputs } = result;
  const name = resultName(row);
  const many = givesMany(row);
  const image = many ? `${name}[0]` : name;
  const seeing = isPicture(result)
    ? ['// to see it, putImageData() on a canvas:', `// new ImageData(${image}.data, ${outputs[0].dims[1]})`]
    : [];
  const some = (length: number, most: number) => (length > most ? `.slice(0, ${most})` : '');
  if (many) {
    const loop = [`for (const { dims } of ${name}${some(count, MOST_PIECES)})`, '  console.log(dims);'];
    return [`console.log(${name}.length);`, ...loop, ...seeing].map(plain);
  }
  const entries = sizeOf(outputs[0].dims) * (kindOf(outputs[0].type).is === 'complex' ? 2 : 1);
  const values = [`console.log(${name}.data${some(entries, MOST_PRINTED)}.join());`];
  return [`console.log(${name}.dims);`, ...(firstOf(result) ? values : []), ...seeing].map(plain);
}

/** The pixels of a picture, in a browser. One that was opened here has no address: its name is what is written. */
const pictureLines = ({ name, url, width, height }: Where['picture']) => [
  ...(url === name ? ['// serve this picture beside your page'] : []),
  'const image = new Image();',
  ...(/^https?:/.test(url) ? ["image.crossOrigin = 'anonymous';"] : []),
  'image.src =', // the address may be long
  `  ${literal(url)};`,
  'await image.decode();',
  ...fit('const canvas =', `new OffscreenCanvas(${width}, ${height});`),
  "const context = canvas.getContext('2d');",
  'context.drawImage(image, 0, 0);',
  'const photo =',
  `  context.getImageData(0, 0, ${width}, ${height});`,
];

/** A tensor with the values that are shown. */
function tensorLines({ tensors, state }: Result, i: number): string[] {
  const { name, type, dims } = tensors[i];
  const start = startsOf(tensors)[i];
  const given = state.data?.slice(start, start + sizeOf(dims)) ?? null;
  const { is, isOwn } = kindOf(type);
  const note = is === 'packed' ? ['// packed elements; here all bits are 0'] : [];
  const fields = [
    ...(isOwn ? [] : [`type: '${type}'`]),
    `dims: [${dims.join(', ')}]`,
    `data: ${dataOf(type, sizeOf(dims), start, given)}`,
  ];
  const short = `const ${name} = { ${fields.join(', ')} };`;
  const long = [`const ${name} = {`, ...fields.flatMap((field) => fold(`  ${field},`)), '};'];
  return [...note, ...(short.length <= WIDEST ? [short] : long)];
}

/** A long line, broken after a parenthesis. */
function fold(line: string) {
  const at = line.indexOf('(') + 1;
  if (line.length <= WIDEST || at === 0 || !line.endsWith('),')) return [line];
  return [line.slice(0, at), `    ${line.slice(at, -2)},`, '  ),'];
}

/** Without values, each element holds its place. */
function dataOf(type: Result['state']['type'], size: number, start: number, given: readonly string[] | null) {
  const { is, array, entries } = kindOf(type);
  const isBig = array.startsWith('Big');
  if (is === 'packed') return `new Uint8Array(${Math.ceil(size * entries)})`;
  if (given !== null && given.length <= MOST_VALUES) {
    const plainly = (value: string) => (isBig ? `${value}n` : value);
    const entryOf = { string: literal, bool: bitOf, complex: (value: string) => `${value}, 0` }[is as string];
    const list = given.map(entryOf ?? plainly).join(', ');
    return is === 'string' ? `[${list}]` : `${array}.of(${list})`;
  }
  const each = is === 'complex' ? 2 : 1;
  const i = start === 0 ? 'i' : `i + ${each * start}`;
  const sum = start === 0 ? 'i' : `(${i})`;
  const value =
    { bool: `${sum} % 2`, string: `String(${i})`, complex: `i % 2 ? 0 : ${sum} / 2` }[is as string] ??
    (isBig ? `BigInt(${i})` : i);
  return `${array}.from({ length: ${each * size} }, (_, i) => ${value})`;
}

const bitOf = (value: string) => (value === 'T' ? '1' : '0');

/** Opens a file, takes its tensor, and says what a slice costs. */
function readFile({ row, state }: Result, call: Bit[], { name, isUrl, layout, decodes }: Where['file']) {
  const hasCost = row.op_type === 'Slice';
  const tensor = state.tensor === '' ? 'file.names[0]' : literal(state.tensor);
  const given = textOf([{ bits: call, hot: false }])
    .trim()
    .replace(/^\w+\(|\)$/g, '');
  const from = isUrl ? literal(name) : `await openAsBlob(${literal(name)})`;
  return [
    isUrl ? PLACES.any : PLACES.node,
    ...(isUrl ? [] : ["import { openAsBlob } from 'node:fs';"]),
    ...imports(['init'], 'microtome'),
    ...imports(['open', functionOf(row.op), ...(hasCost ? ['cost'] : [])], 'microtome/source'),
    '',
    'await init();',
    '',
    ...(isUrl ? [] : ['// in a page, open() takes the File']),
    'const file = await open(',
    `  ${from},`,
    ...(layout ? [`  ${layout},`] : []),
    ');',
    ...fit('const weights =', `file.tensor(${tensor}${decodes ? ', { decode: true }' : ''});`),
    ...(hasCost ? [`console.log(cost(${given}).bytes);`] : []),
  ];
}
