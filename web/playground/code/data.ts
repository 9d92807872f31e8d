// The data of a program for this library: the values or the pixels that are shown, or a file.
import type { Part } from '../model/call.ts';
import { startsOf } from '../model/elements.ts';
import { sizeOf } from '../model/integers.ts';
import { kindOf } from '../model/kinds.ts';
import type { Result } from '../model/result.ts';
import { functionOf } from '../model/rows.ts';
import { quote } from './literals.ts';
import { bitsOf, fit, imports, type Line, plain, textOf, WIDEST } from './program.ts';

/** Where the picture or the file is. */
export interface Where {
  picture: { name: string; url: string; width: number; height: number };
  file: { name: string; isUrl: boolean; layout: string }; // `layout` as code
}

/** Where a program runs: its first line. */
export const PLACES = {
  any: '// for Node (as .mjs), or with a bundler',
  node: '// for Node (as .mjs)',
  page: '// for a page, with a bundler such as Vite',
};

/** The most values that are written out. */
const MOST_VALUES = 400;

/** The pixels of a picture, in a browser. One that was opened here has no address: its name is what is written. */
export const pictureLines = ({ name, url, width, height }: Where['picture']): Line[] =>
  [
    ...(url === name ? ['// serve this picture beside your page'] : []),
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

/** A tensor with the values that are shown. */
export function tensorLines({ tensors, state }: Result, i: number): Line[] {
  const { name, type, dims } = tensors[i];
  const start = startsOf(tensors)[i];
  const given = state.data?.slice(start, start + sizeOf(dims)) ?? null;
  const { is, array } = kindOf(type);
  const isOwn = array.toLowerCase().replace(/array$|^big/g, '') === type; // the class says the type
  const note = is === 'packed' ? ['// packed elements; here all bits are 0'] : [];
  const fields = [
    ...(isOwn ? [] : [`type: '${type}'`]),
    `dims: [${dims.join(', ')}]`,
    `data: ${dataOf(type, sizeOf(dims), start, given)}`,
  ];
  const short = `const ${name} = { ${fields.join(', ')} };`;
  const long = [`const ${name} = {`, ...fields.flatMap((field) => fold(`  ${field},`)), '};'];
  return [...note, ...(short.length <= WIDEST ? [short] : long)].map(plain);
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
    const entryOf = (value: string) =>
      ({ string: quote(value), bool: value === 'T' ? '1' : '0', complex: `${value}, 0` })[is as string] ??
      (isBig ? `${value}n` : value);
    const list = given.map(entryOf).join(', ');
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

/** Opens a file, takes its tensor, and says what a slice costs. @param parts of the call */
export function readFile(
  { row, state }: Result,
  parts: readonly Part[],
  { name, isUrl, layout }: Where['file'],
): Line[] {
  const hasCost = row.op_type === 'Slice';
  const call = textOf([{ bits: bitsOf(parts), hot: false }]).trim();
  const given = call.replace(/^\w+\(|\)$/g, '');
  const from = isUrl ? quote(name) : `await openAsBlob(${quote(name)})`;
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
    ...fit('const weights =', `file.tensor(${quote(state.tensor)});`),
    ...(hasCost ? [`console.log(cost(${given}).bytes);`] : []),
  ].map(plain);
}
