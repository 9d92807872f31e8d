// The data of a program in Python: values, a picture or a file.
import type { Type } from '../../lib/index.ts';
import { startsOf } from '../model/elements.ts';
import { sizeOf } from '../model/integers.ts';
import { kindOf } from '../model/kinds.ts';
import type { Result } from '../model/result.ts';
import type { Where } from './data.ts';
import type { Library } from './libraries.ts';

/** What a library calls a type, and a comment on it: a type that it lacks is held as its bits. */
function nameOf(type: Type, { types, viewed }: Library) {
  const { is, array } = kindOf(type);
  const isLacking = is === 'packed' || (is === 'bits' && !viewed.includes(type));
  if (!isLacking) return { name: types[type] ?? type, says: '' };
  return { name: array.replace('Array', '').toLowerCase(), says: `  # the bits of ${type}` };
}

/** The values of an input, in its shape. */
export function dataOf({ state, tensors }: Result, i: number, library: Library) {
  const { type, data } = state;
  const { name: input, dims } = tensors[i];
  const size = sizeOf(dims);
  const start = startsOf(tensors)[i];
  const { name: module, viewed, array, cast } = library;
  const { name, says } = nameOf(type, library);
  const { is, bits } = kindOf(type);
  const isViewed = viewed.includes(type);
  const dtype = `${module}.${isViewed ? 'uint16' : name}`;
  const shaped = `${isViewed ? `.view(${module}.${name})` : ''}.reshape(${dims.join(', ') || '()'})${says}`;
  const range = start === 0 ? `${size}` : `${start}, ${start + size}`;
  const list = data
    ? listOf(is, data.slice(start, start + size))
    : is === 'string'
      ? `[str(i) for i in range(${range})]`
      : null;
  if (list !== null) return `${input} = ${module}.${array}(${list}, dtype=${dtype})${shaped}`;
  const places = `${module}.arange(${range})`;
  if (is === 'bool') return `${input} = (${places} % 2 == 1)${shaped}`;
  const wrapped = is === 'packed' ? `(${places} % ${2 ** bits})` : places;
  return `${input} = ${wrapped}.${cast}(${dtype})${shaped}`;
}

const NAMES: Record<string, string> = { NaN: 'nan', Infinity: 'inf', '-Infinity': '-inf' };

const listOf = (is: string, values: readonly string[]) =>
  `[${values.map((value) => (is === 'string' ? JSON.stringify(value) : is === 'bool' ? (value === 'T' ? 'True' : 'False') : (NAMES[value] ?? value))).join(', ')}]`;

/** A picture or a file, which Python reads by itself. */
export function readData(
  { state, tensors: [{ name, dims, type }] }: Result,
  { name: module, flips, types }: Library,
  { picture, file }: Where,
): string[] {
  /** An array of NumPy's. @param also lines before it */
  const byNumpy = (made: string, ...also: string[]) => [
    ...(flips ? ['import numpy as np'] : []),
    ...also,
    `${name} = ${flips ? `torch.from_numpy(${made})` : made}`,
  ];
  if (state.on === 'picture')
    return /\.svg$/.test(picture.name)
      ? byNumpy(
          `np.zeros((${dims.join(', ')}), np.uint8)`,
          '',
          '# as large as the picture; Python does not draw SVG',
        )
      : byNumpy(`np.array(Image.open(${py(picture.name)}).convert('RGBA'))`, 'from PIL import Image', '');
  const path = file.isUrl ? file.name.replace(/^.*\//, '') : file.name;
  if (/\.npy$/.test(path)) return byNumpy(`np.load(${py(path)})`, ...(flips ? [''] : []));
  if (/\.safetensors$/.test(path))
    return [
      `from safetensors.${flips ? 'torch' : 'numpy'} import load_file`,
      '',
      `${name} = load_file(`,
      `    ${py(path)}`,
      `)[${py(state.tensor)}]`,
    ];
  return [
    `# ${path}: read it with the library of its format`,
    `${name} = ${module}.zeros((${dims.join(', ')},), dtype=${module}.${types[type] ?? type})`,
  ];
}

const py = (text: string) => JSON.stringify(text);
