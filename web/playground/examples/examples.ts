// Examples, by kind of data. Each is a link that restores everything.
import { FIRST_HASH, type State } from '../model/state.ts';

/** A tensor of the file beside the page, which tools/page/sample.ts makes. */
const SAMPLE = 'on=file&url=./sample.safetensors&tensor=';
export const CHIPS: Record<State['on'], Record<string, string>> = {
  picture: {
    crop: FIRST_HASH,
    flip: 'op=Slice&on=picture&s=:,::-1',
    '3 parts': 'op=Split&on=picture&axis=1&num_outputs=3',
    planes: 'op=Rearrange&on=picture&pattern=h w c -> c h w',
    'model input': "op=Rearrange&on=picture&pattern=h w c -> 1 c h w&to={type: 'float32',divisor: 255}",
    '16 kB of a file': `op=Slice&${SAMPLE}wte.weight&s=1000:1016`,
  },
  tensor: {
    steps: 'op=Slice&dims=4,6,3&s=1:3,::-2,:2',
    '3 parts': 'op=Split&dims=4,6&axis=1&num_outputs=3',
    join: 'op=Concat&dims=3,2;3,4;3,1&axis=1',
    'kept rows': 'op=Gather&dims=6,4&indices=[4,0,4]',
    'KV cache': 'op=TensorScatter&dims=2,6,3;2,1,3&write_indices=2,4&axis=1',
    'YOLO boxes': 'op=VariadicSplit&dims=1,84,8400&axis=1&split_lengths=4,-1',
    '8 million': 'op=Slice&dims=8,1024,1024&s=1:7:2,::-3,5:1000',
  },
  file: {
    '16 rows': `op=Slice&${SAMPLE}wte.weight&s=1000:1016`,
    'one column': `op=Slice&${SAMPLE}wte.weight&s=:,7:8`,
    'query of c_attn': `op=Slice&${SAMPLE}h.0.attn.c_attn.weight&s=:,:256`,
    'three chosen rows': `op=Gather&${SAMPLE}wte.weight&indices=[7,1999,3]`,
  },
};
