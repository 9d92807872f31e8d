// Examples for a picture. Each is a link that restores everything.
import { FIRST_HASH } from '../model/state.ts';

/** A tensor of the file beside the page, which ../offline/sample.ts makes. */
export const SAMPLE = 'on=file&url=./sample.safetensors&tensor=';

export const PICTURE_CHIPS: Record<string, string> = {
  crop: FIRST_HASH,
  flip: 'op=Slice&on=picture&s=:,::-1',
  '3 parts': 'op=Split&on=picture&axis=1&num_outputs=3',
  planes: 'op=Rearrange&on=picture&pattern=h w c -> c h w',
  float32: 'op=Rearrange&on=picture&pattern=h w c -> 1 c h w&to=float32',
  '16 kB of a file': `op=Slice&${SAMPLE}wte.weight&s=1000:1016`,
};
