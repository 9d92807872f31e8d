// What tools/generate.js makes tests/cases/types.txt of: for each version some calls, which its element types take in turn, and last
// the call that every other type is refused in. Which types a version lists is in operators.js.

/** With the parameters as inputs. */
const SLICE = [
  '[3,5] starts=[1] ends=[4] axes=[-1] -> [3,3] 1 2 3 6 7 8 11 12 13',
  '[9] starts=[-1] ends=[-99] axes=[0] steps=[-1] -> [9] 8 7 6 5 4 3 2 1 0',
  '[2,9] starts=[0] ends=[9] axes=[1] steps=[2] -> [2,5] 0 2 4 6 8 9 11 13 15 17',
  '[3,5] starts=[4] ends=[-9] axes=[1] steps=[-2] -> [3,3] 4 2 0 9 7 5 14 12 10',
  '[3,7] starts=[1] ends=[7] axes=[1] steps=[3] -> [3,2] 1 4 8 11 15 18',
  '[4] starts=[1] ends=[3] -> error bad_type data',
];

const SPLIT_TO_SEQUENCE = [
  '[3,4] @axis=1 @keepdims=0 -> [3] 0 4 8 | [3] 1 5 9 | [3] 2 6 10 | [3] 3 7 11',
  '[7,2] split=[3,4] -> [3,2] 0 1 2 3 4 5 | [4,2] 6 7 8 9 10 11 12 13',
  '[5,3] @axis=-1 -> [5,1] 0 3 6 9 12 | [5,1] 1 4 7 10 13 | [5,1] 2 5 8 11 14',
  '[3,5] @axis=1 split=2 -> [3,2] 0 1 5 6 10 11 | [3,2] 2 3 7 8 12 13 | [3,1] 4 9 14',
  '[4] -> error bad_type input',
];

/** By version; a version without a row has the calls of the one before it. @type {Record<string, string[]>} */
export const CALLS = {
  'Slice-1': [
    '[3,5] @starts=[1] @ends=[4] @axes=[1] -> [3,3] 1 2 3 6 7 8 11 12 13',
    '[5,3] @starts=[1] @ends=[-1] -> [3,3] 3 4 5 6 7 8 9 10 11',
    '[2,7] @starts=[1,2] @ends=[2,7] -> [1,5] 9 10 11 12 13',
    '[4] @starts=[1] @ends=[3] -> error bad_type data',
  ],
  'Slice-10': SLICE,
  'Split-1': [
    '[3,4] @axis=1 outputs=2 -> [3,2] 0 1 4 5 8 9 | [3,2] 2 3 6 7 10 11',
    '[3,5] @axis=1 @split=[2,3] -> [3,2] 0 1 5 6 10 11 | [3,3] 2 3 4 7 8 9 12 13 14',
    '[7,2] @axis=0 @split=[3,4] -> [3,2] 0 1 2 3 4 5 | [4,2] 6 7 8 9 10 11 12 13',
    '[4] outputs=2 -> error bad_type input',
  ],
  'Split-2': [
    '[3,5] @axis=1 @split=[2,3] -> [3,2] 0 1 5 6 10 11 | [3,3] 2 3 4 7 8 9 12 13 14',
    '[3,4] @axis=1 outputs=4 -> [3,1] 0 4 8 | [3,1] 1 5 9 | [3,1] 2 6 10 | [3,1] 3 7 11',
    '[7,2] @split=[3,4] -> [3,2] 0 1 2 3 4 5 | [4,2] 6 7 8 9 10 11 12 13',
    '[4] outputs=2 -> error bad_type input',
  ],
  'Split-11': [
    '[3,4] @axis=1 outputs=4 -> [3,1] 0 4 8 | [3,1] 1 5 9 | [3,1] 2 6 10 | [3,1] 3 7 11',
    '[7,2] @split=[3,4] -> [3,2] 0 1 2 3 4 5 | [4,2] 6 7 8 9 10 11 12 13',
    '[3,5] @axis=1 @split=[2,3] -> [3,2] 0 1 5 6 10 11 | [3,3] 2 3 4 7 8 9 12 13 14',
    '[4] @split=[2,2] -> error bad_type input',
  ],
  'Split-13': [
    '[3,5] @axis=1 split=[2,3] -> [3,2] 0 1 5 6 10 11 | [3,3] 2 3 4 7 8 9 12 13 14',
    '[3,4] @axis=1 outputs=4 -> [3,1] 0 4 8 | [3,1] 1 5 9 | [3,1] 2 6 10 | [3,1] 3 7 11',
    '[7,2] split=[3,4] -> [3,2] 0 1 2 3 4 5 | [4,2] 6 7 8 9 10 11 12 13',
    '[4] split=[2,2] -> error bad_type input',
  ],
  'Split-18': [
    '[3,7] @axis=1 @num_outputs=3 -> [3,3] 0 1 2 7 8 9 14 15 16 | [3,3] 3 4 5 10 11 12 17 18 19 | [3,1] 6 13 20',
    '[3,4] @axis=1 @num_outputs=4 -> [3,1] 0 4 8 | [3,1] 1 5 9 | [3,1] 2 6 10 | [3,1] 3 7 11',
    '[7,2] split=[3,4] -> [3,2] 0 1 2 3 4 5 | [4,2] 6 7 8 9 10 11 12 13',
    '[4] @num_outputs=2 -> error bad_type input',
  ],
  'SplitToSequence-11': SPLIT_TO_SEQUENCE,
  'VariadicSplit-1': [
    '[3,7] axis=1 split_lengths=[3,-1] -> [3,3] 0 1 2 7 8 9 14 15 16 | [3,4] 3 4 5 6 10 11 12 13 17 18 19 20',
    '[17] axis=0 split_lengths=[5,11,1] -> [5] 0 1 2 3 4 | [11] 5 6 7 8 9 10 11 12 13 14 15 | [1] 16',
    '[5,3] axis=1 split_lengths=[1,1,1] -> [5,1] 0 3 6 9 12 | [5,1] 1 4 7 10 13 | [5,1] 2 5 8 11 14',
    '[4] axis=0 split_lengths=[2,2] -> error bad_type data',
  ],
  'openvino.Slice-8': [
    '[3,5] start=[1] stop=[4] step=[1] axes=[1] -> [3,3] 1 2 3 6 7 8 11 12 13',
    '[9] start=[-1] stop=[-99] step=[-1] -> [9] 8 7 6 5 4 3 2 1 0',
    '[2,9] start=[0] stop=[9] step=[2] axes=[-1] -> [2,5] 0 2 4 6 8 9 11 13 15 17',
    '[4] start=[1] stop=[3] step=[1] -> error bad_type data',
  ],
  'openvino.Split-1': [
    '[3,4] axis=1 @num_splits=2 -> [3,2] 0 1 4 5 8 9 | [3,2] 2 3 6 7 10 11',
    '[6] axis=0 @num_splits=2 -> [3] 0 1 2 | [3] 3 4 5',
    '[2,3] axis=-1 @num_splits=3 -> [2,1] 0 3 | [2,1] 1 4 | [2,1] 2 5',
    '[4] axis=0 @num_splits=2 -> error bad_type data',
  ],
  'Gather-1': [
    '[3,5] indices=[4,1,2] @axis=1 -> [3,3] 4 1 2 9 6 7 14 11 12',
    '[5,3] indices=[4,0,3] -> [3,3] 12 13 14 0 1 2 9 10 11',
    '[7] indices=int32{2,2}[6,0,3,3] -> [2,2] 6 0 3 3',
    '[4] indices=[1] -> error bad_type data',
  ],
  'openvino.Gather-1': [
    '[3,5] indices=[4,1,2] axis=1 -> [3,3] 4 1 2 9 6 7 14 11 12',
    '[5,3] indices=[4,0,3] axis=0 -> [3,3] 12 13 14 0 1 2 9 10 11',
    '[9] indices=[8,0,3,3,1] axis=0 -> [5] 8 0 3 3 1',
    '[4] indices=[1] axis=0 -> error bad_type data',
  ],
  'openvino.Gather-8': [
    '[3,5] indices=[4,5,2] axis=1 -> [3,3] 4 -1 2 9 -1 7 14 -1 12',
    '[2,5] indices=int64{2,2}[4,0,1,1] axis=1 @batch_dims=1 -> [2,2] 4 0 6 6',
    '[9] indices=[8,0,-10,3,1] axis=0 -> [5] 8 0 -1 3 1',
    '[4] indices=[1] axis=0 -> error bad_type data',
  ],
  'Compress-9': [
    '[3,5] condition=bool[0,1,1,0,1] @axis=1 -> [3,3] 1 2 4 6 7 9 11 12 14',
    '[5,3] condition=bool[1,0,0,1,1] @axis=0 -> [3,3] 0 1 2 9 10 11 12 13 14',
    '[3,3] condition=bool[1,1,0,0,0,1,0,1] -> [4] 0 1 5 7',
    '[4] condition=bool[0,1] @axis=0 -> error bad_type input',
  ],
  'Concat-1': [
    '[3,2] [3,3] -> [3,5] 0 1 6 7 8 2 3 9 10 11 4 5 12 13 14',
    '[2,3] [3,3] @axis=0 -> [5,3] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14',
    '[2] [3] @axis=0 -> error bad_type inputs',
  ],
  'Concat-4': [
    '[3,2] [3,3] @axis=1 -> [3,5] 0 1 6 7 8 2 3 9 10 11 4 5 12 13 14',
    '[2,3] [3,3] @axis=0 -> [5,3] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14',
    '[2,1] [2,1] [2,1] @axis=1 -> [2,3] 0 2 4 1 3 5',
    '[2] [3] @axis=0 -> error bad_type inputs',
  ],
  'Concat-11': [
    '[2,1] [2,1] [2,1] @axis=-1 -> [2,3] 0 2 4 1 3 5',
    '[3,2] [3,3] @axis=1 -> [3,5] 0 1 6 7 8 2 3 9 10 11 4 5 12 13 14',
    '[2,3] [1,3] @axis=-2 -> [3,3] 0 1 2 3 4 5 6 7 8',
    '[2] [3] @axis=0 -> error bad_type inputs',
  ],
  'Concat-13': [
    '[2,3] [3,3] @axis=0 -> [5,3] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14',
    '[2,1] [2,1] [2,1] [2,1] @axis=1 -> [2,4] 0 2 4 6 1 3 5 7',
    '[3,2] [3,3] @axis=-1 -> [3,5] 0 1 6 7 8 2 3 9 10 11 4 5 12 13 14',
    '[2] [3] @axis=0 -> error bad_type inputs',
  ],
  'ConcatFromSequence-11': [
    '[3] [3] @axis=1 @new_axis=1 -> [3,2] 0 3 1 4 2 5',
    '[3,2] [3,3] @axis=1 -> [3,5] 0 1 6 7 8 2 3 9 10 11 4 5 12 13 14',
    '[2,2] [2,2] @axis=0 @new_axis=1 -> [2,2,2] 0 1 2 3 4 5 6 7',
    '[2] [3] @axis=0 -> error bad_type input_sequence',
  ],
  'TensorScatter-24': [
    '[2,3,2] [2,1,2] write_indices=[0,2] -> [2,3,2] 12 13 2 3 4 5 6 7 8 9 14 15',
    '[2,5] [2,3] write_indices=[1,2] @axis=1 -> [2,5] 0 10 11 12 4 5 6 13 14 15',
    '[2,3] [2,2] write_indices=[2,-1] @axis=1 @mode=circular -> [2,3] 7 1 6 9 4 8',
    '[2,3] [2,1] @axis=1 -> error bad_type past_cache',
  ],
  'openvino.Concat-1': [
    '[3,2] [3,3] @axis=1 -> [3,5] 0 1 6 7 8 2 3 9 10 11 4 5 12 13 14',
    '[5] [4] [8] @axis=0 -> [17] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16',
    '[2,1] [2,1] [2,1] @axis=-1 -> [2,3] 0 2 4 1 3 5',
    '[2] [3] @axis=0 -> error bad_type inputs',
  ],
  'SliceScatter-15': [
    '[3,5] [3,3] start=[1] stop=[4] step=[1] axes=[1] -> [3,5] 0 15 16 17 4 5 18 19 20 9 10 21 22 23 14',
    '[9] [5] start=[0] stop=[9] step=[2] -> [9] 9 1 10 3 11 5 12 7 13',
    '[2,4] [2,2] start=[-1] stop=[-99] step=[-2] axes=[-1] -> [2,4] 0 9 2 8 4 11 6 10',
    '[4] [2] start=[1] stop=[3] step=[1] -> error bad_type data',
  ],
  'ScatterUpdate-3': [
    '[3,5] [3,2] indices=[4,1] axis=1 -> [3,5] 0 16 2 3 15 5 18 7 8 17 10 20 12 13 19',
    '[5,3] [2,3] indices=[3,0] axis=0 -> [5,3] 18 19 20 3 4 5 6 7 8 15 16 17 12 13 14',
    '[9] [2,2] indices=int64{2,2}[8,0,0,3] axis=0 -> [9] 11 1 2 12 4 5 6 7 9',
    '[4] [1] indices=[1] axis=0 -> error bad_type data',
  ],
  'Pad-1': [
    '[3,4] @paddings=[0,1,1,2] @mode=edge -> [4,7] 0 0 1 2 3 3 3 4 4 5 6 7 7 7 8 8 9 10 11 11 11 8 8 9 10 11 11 11',
    '[5] @paddings=[3,2] -> [10] 0 0 0 0 1 2 3 4 0 0',
    '[2,5] @paddings=[1,0,0,3] @mode=reflect -> [3,8] 5 6 7 8 9 8 7 6 0 1 2 3 4 3 2 1 5 6 7 8 9 8 7 6',
    '[4] @paddings=[1,1] -> error bad_type data',
  ],
  'Pad-2': [
    '[3,4] @pads=[0,1,1,-2] @mode=edge -> [4,3] 0 0 1 4 4 5 8 8 9 8 8 9',
    '[5] @pads=[3,2] -> [10] 0 0 0 0 1 2 3 4 0 0',
    '[2,5] @pads=[1,0,0,3] @mode=reflect -> [3,8] 5 6 7 8 9 8 7 6 0 1 2 3 4 3 2 1 5 6 7 8 9 8 7 6',
    '[4] @pads=[1,1] -> error bad_type data',
  ],
  'Pad-11': [
    '[3,5] [] pads=[1,2,0,1] -> [4,8] 15 15 15 15 15 15 15 15 15 15 0 1 2 3 4 15 15 15 5 6 7 8 9 15 15 15 10 11 12 13 14 15',
    '[9] pads=[4,3] @mode=reflect -> [16] 4 3 2 1 0 1 2 3 4 5 6 7 8 7 6 5',
    '[2,7] [1] pads=[0,3,1,-2] -> [3,8] 14 14 14 0 1 2 3 4 14 14 14 7 8 9 10 11 14 14 14 14 14 14 14 14',
    '[3,3] pads=[1,2,3,0] @mode=edge -> [7,5] 0 0 0 1 2 0 0 0 1 2 3 3 3 4 5 6 6 6 7 8 6 6 6 7 8 6 6 6 7 8 6 6 6 7 8',
    '[4] pads=[1,1] -> error bad_type data',
  ],
  'Pad-19': [
    '[3,5] [] pads=[1,2,0,1] -> [4,8] 15 15 15 15 15 15 15 15 15 15 0 1 2 3 4 15 15 15 5 6 7 8 9 15 15 15 10 11 12 13 14 15',
    '[9] pads=[11,12] @mode=wrap -> [32] 7 8 0 1 2 3 4 5 6 7 8 0 1 2 3 4 5 6 7 8 0 1 2 3 4 5 6 7 8 0 1 2',
    '[2,7] [] pads=[3,-2] axes=[1] -> [2,8] 14 14 14 0 1 2 3 4 14 14 14 7 8 9 10 11',
    '[3,3] pads=[1,2,3,0] @mode=edge -> [7,5] 0 0 0 1 2 0 0 0 1 2 3 3 3 4 5 6 6 6 7 8 6 6 6 7 8 6 6 6 7 8 6 6 6 7 8',
    '[9] pads=[4,19] @mode=reflect -> [32] 4 3 2 1 0 1 2 3 4 5 6 7 8 7 6 5 4 3 2 1 0 1 2 3 4 5 6 7 8 7 6 5',
    '[4] pads=[1,1] -> error bad_type data',
  ],
  'openvino.Pad-1': [
    '[3,5] [] pads_begin=[1,2] pads_end=[0,1] @pad_mode=constant -> [4,8] 15 15 15 15 15 15 15 15 15 15 0 1 2 3 4 15 15 15 5 6 7 8 9 15 15 15 10 11 12 13 14 15',
    '[9] pads_begin=[4] pads_end=[3] @pad_mode=reflect -> [16] 4 3 2 1 0 1 2 3 4 5 6 7 8 7 6 5',
    '[2,7] pads_begin=[0,3] pads_end=[1,5] @pad_mode=symmetric -> [3,15] 2 1 0 0 1 2 3 4 5 6 6 5 4 3 2 9 8 7 7 8 9 10 11 12 13 13 12 11 10 9 9 8 7 7 8 9 10 11 12 13 13 12 11 10 9',
    '[3,3] pads_begin=[1,2] pads_end=[3,0] @pad_mode=edge -> [7,5] 0 0 0 1 2 0 0 0 1 2 3 3 3 4 5 6 6 6 7 8 6 6 6 7 8 6 6 6 7 8 6 6 6 7 8',
    '[4] pads_begin=[1] pads_end=[1] @pad_mode=edge -> error bad_type data',
  ],
  'openvino.Pad-12': [
    '[3,5] [] pads_begin=[1,2] pads_end=[0,1] @pad_mode=constant -> [4,8] 15 15 15 15 15 15 15 15 15 15 0 1 2 3 4 15 15 15 5 6 7 8 9 15 15 15 10 11 12 13 14 15',
    '[9] [] pads_begin=[-4] pads_end=[3] @pad_mode=constant -> [8] 4 5 6 7 8 9 9 9',
    '[2,7] [] pads_begin=[0,3] pads_end=[1,-5] @pad_mode=constant -> [3,5] 14 14 14 0 1 14 14 14 7 8 14 14 14 14 14',
    '[4] pads_begin=[1] pads_end=[1] @pad_mode=edge -> error bad_type data',
  ],
};
