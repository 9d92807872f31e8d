// What there is to try: chips for the data that is open, and cards for tasks. Each is a link that restores everything.
import type { State } from '../model/state.ts';

/** The file beside the page, and one of its tensors. ../offline/sample.ts makes it. */
const SAMPLE = { url: './sample.safetensors', tensor: 'wte.weight' };

const file = (rest: string) => `on=file&url=${SAMPLE.url}&${rest}`;

/** By kind of data. */
export const CHIPS: Record<State['on'], Record<string, string>> = {
  picture: {
    crop: 'op=Slice&on=picture',
    flip: 'op=Slice&on=picture&s=:,::-1',
    '3 parts': 'op=Split&on=picture&axis=1&num_outputs=3',
    planes: 'op=Rearrange&on=picture&pattern=h w c -> c h w',
    float32: 'op=Rearrange&on=picture&pattern=h w c -> 1 c h w&to=float32',
    '16 kB of a file': `op=Slice&${file(`tensor=${SAMPLE.tensor}&s=1000:1016`)}`,
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
    '16 rows': `op=Slice&${file(`tensor=${SAMPLE.tensor}&s=1000:1016`)}`,
    'one column': `op=Slice&${file(`tensor=${SAMPLE.tensor}&s=:,7:8`)}`,
    'query of c_attn': `op=Slice&${file('tensor=h.0.attn.c_attn.weight&s=:,:256')}`,
    'three chosen rows': `op=Gather&${file(`tensor=${SAMPLE.tensor}&indices=[7,1999,3]`)}`,
  },
};

/** Tasks, and the call that does each. */
export const CARDS: readonly { title: string; call: string; hash: string }[] = [
  {
    title: 'Camera frame to model input',
    call: "rearrange(frame, 'h w c -> 1 c h w', { to: 'float32' })",
    hash: 'op=Rearrange&on=picture&pattern=h w c -> 1 c h w&to=float32',
  },
  {
    title: 'Boxes and scores of YOLO',
    call: 'variadicSplit(x, 1, [4, -1])',
    hash: 'op=VariadicSplit&dims=1,84,8400&axis=1&split_lengths=4,-1',
  },
  { title: 'Logits of the last token', call: "slice(logits, ':, -1')", hash: 'op=Slice&dims=2,4,6&s=:,-1' },
  {
    title: 'A token into a KV cache',
    call: 'tensorScatter(cache, update, { write_indices: [2, 4], axis: 1 })',
    hash: 'op=TensorScatter&dims=2,6,3;2,1,3&write_indices=2,4&axis=1',
  },
  {
    title: 'Tiles of a picture',
    call: "rearrange(photo, '(y h) (x w) c -> (y x) h w c', ...)",
    hash: 'op=Rearrange&on=picture&pattern=(y h) (x w) c -> (y x) h w c&sizes=y=3,x=3',
  },
  {
    title: 'Stack rows into a batch',
    call: 'concatFromSequence([a, b, c], { axis: 0, new_axis: 1 })',
    hash: 'op=ConcatFromSequence&dims=4;4;4&axis=0&new_axis=1',
  },
  {
    title: 'A few rows of a large file',
    call: "await slice(weights, '1000:1016')",
    hash: `op=Slice&${file(`tensor=${SAMPLE.tensor}&s=1000:1016`)}`,
  },
  {
    title: 'Pad to a square (letterbox)',
    call: 'pad(photo, [[120, 120], [0, 0], [0, 0]], { value: 114 })',
    hash: 'op=Pad&on=picture&pads=[120,120],[0,0],[0,0]&value=114',
  },
];

/** What the calls in the menu do. */
export const MENU: Record<string, string> = {
  SplitToSequence: 'one tensor per index, or chunks',
  VariadicSplit: 'pieces, of which one takes the rest',
  ConcatFromSequence: 'join, or stack along a new axis',
  SliceScatter: 'a copy with a part replaced',
  TensorScatter: 'new tokens into a KV cache',
  Gather: 'indices from a list',
  Pad: 'a border: a value, mirrored, repeated',
};

export const CALLS = ['Slice', 'Split', 'Concat', 'Rearrange'];
