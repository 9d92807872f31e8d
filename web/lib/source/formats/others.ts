// Files of other kinds that people try to open: what they are, and how to get one that is read. A kind is a row.

const UNPACK = 'unpack it first';

/** Where some characters are, and what a file with them is. */
const KINDS: readonly (readonly [at: number, characters: string, what: string])[] = [
  [0, '\x80', "a pickle, such as PyTorch's .pt; load it in Python and save it with safetensors"],
  [4, 'ORTM', 'an ORT model; open the .onnx model that it was made from'],
  [4, 'TFL3', 'a TensorFlow Lite model; open the model that it was made from'],
  [0, '\x89HDF', 'an HDF5 file; save its datasets with numpy.save'],
  [0, '\x1f\x8b', `compressed with gzip; ${UNPACK}`],
  [0, '\x28\xb5\x2f\xfd', `compressed with zstd; ${UNPACK}`],
];

/** What a file is that no reader knows, and what to do; undefined: nobody knows. */
export const otherKind = (start: Uint8Array): string | undefined =>
  KINDS.find(([at, characters]) =>
    [...characters].every((each, i) => each.charCodeAt(0) === start[at + i]),
  )?.[2];
