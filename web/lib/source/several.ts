// For `microtome cut`: what a .safetensors file of several tensors has before their data.
import { blaming } from '../base/mistake.ts';
import { typeNamed } from '../call/for_files.ts';
import { infoOf, METADATA, safetensorsHeader } from './formats/safetensors_written.ts';

/** A tensor that is written. */
interface Written {
  readonly name: string;
  readonly type: string;
  readonly dims: readonly number[];
}

/** The header of tensors whose data follows it without gaps. Its errors are those of `save`. */
export const headerOf = (tensors: readonly Written[], metadata: ReadonlyMap<string, string>): Uint8Array =>
  blaming('save', '', () => {
    const entries: [string, unknown][] = metadata.size > 0 ? [[METADATA, Object.fromEntries(metadata)]] : [];
    let end = 0;
    for (const each of tensors) {
      const [name, info] = infoOf({ ...each, row: typeNamed(each.type) as number }, end);
      entries.push([name, info]);
      end = info.data_offsets[1];
    }
    return safetensorsHeader(entries);
  });
