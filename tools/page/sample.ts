// A file of weights for the page to read from, beside it: safetensors, made when the page is built or served. Element k of a tensor is
// a fraction that follows from k, so what is fetched can be told from what is not.

const TENSORS: Record<string, number[]> = {
  'wte.weight': [2000, 256],
  'wpe.weight': [64, 256],
  'h.0.ln_1.weight': [256],
  'h.0.attn.c_attn.weight': [256, 768],
  'h.0.attn.c_attn.bias': [768],
  'h.0.attn.c_proj.weight': [256, 256],
};

export function sampleFile(): Uint8Array<ArrayBuffer> {
  let end = 0;
  const entries = Object.entries(TENSORS).map(([name, shape]) => {
    const begin = end;
    end += 4 * shape.reduce((product, size) => product * size, 1);
    return [name, { dtype: 'F32', shape, data_offsets: [begin, end] }];
  });
  const text = JSON.stringify({ __metadata__: { format: 'pt' }, ...Object.fromEntries(entries) });
  const header = new TextEncoder().encode(text.padEnd(Math.ceil((8 + text.length) / 64) * 64 - 8));
  const file = new Uint8Array(8 + header.length + end);
  new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
  file.set(header, 8);
  const data = new Float32Array(file.buffer, 8 + header.length);
  for (let k = 0; k < data.length; ++k) data[k] = ((k * 7919) % 10007) / 10007 - 0.5;
  return file;
}
