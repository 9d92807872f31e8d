// Writes a .safetensors file: the header of all tensors, and then the elements of each.
import { headerOf } from '../lib/source/several.ts';
import { dimsOf } from './division.ts';
import { Failure } from './failure.ts';
import type { Library } from './library.ts';
import type { Metadata, Saved } from './saving.ts';
import { writeInto } from './stream.ts';

/** The reference implementation reads no longer header. */
const MOST_HEADER = 100e6;

/** `writers` write the elements of each slice alone. */
export async function writeSafetensors(
  library: Library,
  stream: WritableStream<Uint8Array>,
  writers: ReadonlyMap<Saved, (inner: WritableStream<Uint8Array>) => Promise<void>>,
  metadata: Metadata,
): Promise<void> {
  const bits = ({ tensor }: Saved) => library.types.get(tensor.type)?.bits ?? 0;
  // The widest elements first, as the reference implementation does: then all are aligned.
  const sorted = [...writers].sort(([a], [b]) => bits(b) - bits(a));
  const header = headerOf(
    sorted.map(([{ tensor, spec, name }]) => ({
      name,
      type: tensor.type,
      dims: dimsOf(library, tensor, spec),
    })),
    metadata,
  );
  if (header.length > MOST_HEADER)
    throw new Failure(
      `a header of ${header.length} bytes is longer than a .safetensors file may have; give OUT the ending .npz, or choose fewer tensors`,
    );
  await writeInto(stream, async (put) => {
    await put(header);
    for (const [, write] of sorted) await write(new WritableStream({ write: put }));
  });
}
