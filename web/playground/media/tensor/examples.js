// The built-in files. To add one, add a row here and in make_example.js.

/** @type {readonly { name: string, what: string, spec: string }[]} the file, what it holds, a slice of it */
export const EXAMPLES = [
  { name: 'field.npy', what: 'float32, Fortran order', spec: '100:400:2, ::-1' },
  { name: 'tokens.npy', what: 'int64', spec: ':, -1' },
  { name: 'weights.pb', what: 'bfloat16', spec: '..., 1::3' },
  { name: 'quantized.pb', what: 'int4, packed', spec: '1:-1, ::-1' },
];
