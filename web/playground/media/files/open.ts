// Reads and describes the tensors of files that `microtome/source` has opened.

import type { Type } from '../../../lib/index.ts';
import { cost, open, type Stored, slice } from '../../../lib/source.ts';
import type { Tell } from '../../background/helper.ts';
import { sayBytes } from '../../say.ts';
import type { Data, Source } from '../cut.ts';

export const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array<ArrayBuffer> =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);

/** @param tell how much of it is read @param signal stops it */
export async function fetchSlice(
  stored: Stored,
  spec: string,
  tell: Tell,
  signal?: AbortSignal,
): Promise<Source> {
  const { dims, data } = await slice(stored, spec, {
    signal,
    onprogress: ({ bytes, total }) =>
      tell(bytes / (total || 1), `${sayBytes(bytes)} of ${sayBytes(total)} have come`),
  });
  const type = stored.type as Type;
  const array = data as Data; // halves as bits, as long as some browsers have no class for them
  return {
    type,
    dims,
    data: type === 'float16' ? new Uint16Array(array.buffer, array.byteOffset, array.length) : array,
  };
}

/** Is it in memory, or a compressed member of a file? Then one element takes as many bytes as all of them. */
function isPacked(stored: Stored): boolean {
  const { useful, bytes } = cost(stored, '...');
  return useful === 0 || cost(stored, stored.dims.map(() => 0).join(', ')).bytes === bytes;
}

/**
 * All of a tensor. In Fortran order it has a stride, unless it was compressed.
 * @param tell how much of it is read
 * @param stored in this file; default: the only one
 * @throws {MicrotomeError}
 */
export async function readTensor(file: Blob, tell: Tell, stored?: Stored): Promise<Source> {
  stored ??= (await open(file)).tensor();
  const { type, dims, at, stride, endian } = stored;
  if (stride === undefined || isPacked(stored)) return fetchSlice(stored, '...', tell);
  // Fortran order is row-major order of the axes turned around. So the data is taken as it is, as a strided input.
  const layout = { type, dims: [...dims].reverse(), at, endian };
  const turned = await fetchSlice((await open(file, { layout })).tensor(), '...', tell);
  return { ...turned, dims, stride };
}
