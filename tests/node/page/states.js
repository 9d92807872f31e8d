// States of the page for tests: what each operator version begins with, on each kind of data, and calls that say more.

import { onPicture } from '../../../web/playground/model/change.ts';
import { parseHash } from '../../../web/playground/model/hash.ts';
import { versions } from '../../../web/playground/model/rows.ts';
import { PICTURE } from '../../support/playground.js';

/** @import { State } from '../../../web/playground/model/state.ts' */

/** Calls on tensors that the beginnings do not have. */
const HASHES = [
  'op=Slice&dims=4,6,3&s=1:3,::-2,:2',
  'op=Slice&dims=4,6,3&s=-1,...,1',
  'op=Slice&dims=2,3,4,5&s=...,::2,-1',
  'op=Slice&dims=&s=...',
  'op=Slice&dims=5&starts=-1&ends=INT_MIN&axes=0&steps=-1',
  'op=Slice&dims=5&starts=-9&ends=INT_MIN&axes=0&steps=-1',
  'op=Slice&dims=4,6&starts=1,0&ends=INT64_MAX,-1&axes=1,-2&steps=2,1',
  'op=Slice&dims=4,6&s=3:1',
  'op=Slice&dims=2,3&type=int64&s=:,1:&data=1,2,3,4,5,-9007199254740993',
  'op=Slice&dims=3&type=string&s=::-1&data=a,it%27s,%252C',
  'op=Slice&dims=3&s=::-1&data=0.1,NaN,-Infinity',
  'op=Slice&dims=4&type=bool&s=1:',
  'op=Slice&dims=4&type=float16&s=1:',
  'op=Slice&dims=2,2&type=complex64&s=1',
  'op=Split&dims=4,6&axis=1&split=1,3,2',
  'op=Split&opset=11&dims=4,6&axis=1&split=1,3,2',
  'op=Split&dims=7&axis=0&num_outputs=4',
  'op=Split&dims=5&axis=0&num_outputs=4',
  'op=Split&dims=3,0&axis=0&num_outputs=3',
  'op=Split&opset=13&dims=6&axis=0&num_outputs=3',
  'op=SplitToSequence&dims=14&split=4&axis=0',
  'op=SplitToSequence&dims=6,2&split=[1,2,3]&axis=0',
  'op=Concat&dims=2,1;2,3&type=uint8&axis=-1',
  'op=ConcatFromSequence&dims=2,3;2,3;2,3&axis=1&new_axis=1',
  'op=SliceScatter&dims=5,6&type=uint8&s=1:4,2:5',
  'op=SliceScatter&dims=4,6;2,2&start=3,1&stop=0,5&step=-2,2&axes=0,1',
  'op=TensorScatter&dims=1,5,2;1,3,2&write_indices=3&axis=1&mode=circular',
  'op=Rearrange&dims=4,6,3&pattern=(y h) (x w) c -> (y x) h w c&sizes=h=2,w=3',
  'op=Rearrange&dims=2,3&pattern=a b -> b r a&sizes=r=2',
  'op=Rearrange&dims=2,3,4&pattern=a ... -> ... a',
  'op=Rearrange&dims=2,3&type=uint8&pattern=a b -> b a&to=float32',
  "op=Rearrange&dims=2,3&type=uint8&pattern=a b -> b a&to={type: 'float32',divisor: 255}",
  "op=Rearrange&dims=2,3&pattern=a b -> a b&to={type: 'int8',along: 'b',scale: [1,2,0.5],zero_point: 3}",
  'op=Gather&dims=4,6&indices=2',
  'op=Gather&dims=4,6&indices=[-1,0]&axis=-1',
  'op=openvino.Gather&dims=4&indices=[1,9]&axis=0',
  'op=Compress&dims=4,6&condition=true,false,true&axis=-1',
  'op=Compress&dims=2,3&condition=false,true,true',
  'op=Compress&dims=2,3&condition=false,false&axis=0',
  'op=Gather&dims=4,6&indices=[]&axis=1',
  'op=ScatterUpdate&dims=4,6;4,2&indices=5,1&axis=1',
  'op=ScatterUpdate&dims=4,6;4&indices=5&axis=1',
  'op=ScatterUpdate&dims=4,6;0,6&indices=[]&axis=0',
  'op=Pad&dims=4&pads=2,1&value=7',
  'op=Pad&dims=4,3&pads=[-1,2],[0,-1]',
  'op=Pad&dims=3,3&pads=[1,1]&axes=1&mode=wrap',
  'op=openvino.Pad&dims=3&pads=[2,2]&mode=symmetric',
];

/** @returns {{ title: string, state: State }[]} */
export const states = () => [
  ...versions().map(({ op, since_version }) => open(`op=${op}&opset=${since_version}`)),
  ...HASHES.map(open),
];

/** @param {string} title */
const open = (title) => ({ title, state: parseHash(title, PICTURE).state });

/** Calls on the picture. @returns {{ title: string, state: State }[]} */
export const picturesOf = () =>
  [...new Set(versions().map(({ op }) => op))].flatMap((op) => {
    const state = onPicture(op, PICTURE);
    return state ? [{ title: `${op} on a picture`, state }] : [];
  });
