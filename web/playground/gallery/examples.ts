// The examples: one row each, with a link and a lesson. tests/node/page/gallery.js has a row for what each must show.

/** By group and title, in the order of the page. */
export const GALLERY: Readonly<Record<string, Record<string, { hash: string; says: string }>>> = {
  'From the documents': {
    "ONNX Slice's first example": {
      hash: 'op=Slice&opset=13&dims=2,4&starts=1,0&ends=2,3&axes=0,1&steps=1,2&data=1,2,3,4,5,6,7,8',
      says: 'One row, and every second of its first three columns.',
    },
    "ONNX Slice's second example": {
      hash: 'op=Slice&opset=13&dims=2,4&starts=0,1&ends=-1,1000&data=1,2,3,4,5,6,7,8',
      says: 'An end of -1 omits the last row; 1000 is clamped to the size. Without axes, the first axes are sliced.',
    },
    "ONNX's test of an uneven split": {
      hash: 'op=Split&opset=18&dims=7&axis=0&num_outputs=4&data=1,2,3,4,5,6,7',
      says: '7 / 4, rounded up, is 2. Three outputs have size 2; the last has what is left.',
    },
    "OpenVINO's first example": {
      hash: 'op=VariadicSplit&opset=1&dims=6,12,10,24&axis=0&split_lengths=1,2,3',
      says: 'Rank 4 with 17,280 cells: drag, zoom, and find the twin of a cell.',
    },
  },
  'Every day': {
    'Crop a picture': {
      hash: 'op=Slice&opset=13&dims=6,8,3&type=uint8&s=1:5,2:7',
      says: 'Rows 1 to 4, columns 2 to 6, all three colours. Axes without a range stay whole.',
    },
    'Colour planes': {
      hash: 'op=Split&opset=18&dims=4,5,3&type=uint8&axis=-1&num_outputs=3',
      says: 'Red, green and blue are side by side in each pixel: every third cell goes to the same output.',
    },
    'Query, key and value': {
      hash: 'op=Split&opset=18&dims=2,3,12&axis=2&num_outputs=3',
      says: 'One projection holds all three: each is a third of the last axis.',
    },
    'Boxes and scores of YOLO': {
      hash: 'op=VariadicSplit&opset=1&dims=1,12,8&axis=1&split_lengths=4,-1',
      says: 'The first 4 rows are boxes. The rest are scores, however many classes there are.',
    },
    'Windows of a series': {
      hash: 'op=SplitToSequence&opset=24&dims=14&split=4&axis=0',
      says: 'If split is one number, it is the size of each window. The last window is shorter.',
    },
    Batches: {
      hash: 'op=Split&opset=18&dims=10,3&axis=0&num_outputs=4',
      says: '10 rows for 4 workers: 3, 3, 3, and 1.',
    },
    'Rows as tensors of their own': {
      hash: 'op=SplitToSequence&opset=24&dims=3,4&axis=0&keepdims=0',
      says: 'Without split, every index becomes an output; keepdims=0 drops the axis. In NumPy: list(x).',
    },
  },
  Joins: {
    'Planes into a picture': {
      hash: 'op=Concat&opset=13&dims=3,4,1;3,4,1;3,4,1&type=uint8&axis=-1',
      says: 'Red, green and blue planes become pixels: the cells of the inputs alternate.',
    },
    'Rows stacked into a batch': {
      hash: 'op=ConcatFromSequence&opset=11&dims=4;4;4&axis=0&new_axis=1',
      says: 'With new_axis=1 the tensors have the same shape, and each becomes one index of a new axis. In NumPy: np.stack.',
    },
    'A patch into a picture': {
      hash: 'op=SliceScatter&opset=15&dims=5,6&type=uint8&s=1:4,2:5',
      says: 'In NumPy: data[1:4, 2:5] = updates. In Microtome, assign() does it in place.',
    },
    'Tokens into a KV cache': {
      hash: 'op=TensorScatter&opset=24&dims=2,6,3;2,1,3&write_indices=2,4&axis=1',
      says: 'Each sequence of the batch has its own length so far. Its new token goes to the next free position.',
    },
    'A KV cache that goes around': {
      hash: 'op=TensorScatter&opset=24&dims=1,5,2;1,3,2&write_indices=3&axis=1&mode=circular',
      says: 'With mode=circular, tokens that pass the end replace the oldest ones at the beginning.',
    },
  },
  Patterns: {
    'Pixels into planes': {
      hash: 'op=Rearrange&opset=1&dims=4,5,3&type=uint8&pattern=h%20w%20c%20-%3E%20c%20h%20w',
      says: 'The axes get names, and the names another order. Rows and columns of a plane stay in order.',
    },
    'Patches of a picture': {
      hash: 'op=Rearrange&opset=1&dims=4,6,3&type=uint8&pattern=(y%20h)%20(x%20w)%20c%20-%3E%20(y%20x)%20h%20w%20c&sizes=h=2,w=3',
      says: 'Parentheses split an axis into several, or merge several into one. Sizes that follow are left out.',
    },
  },
  Traps: {
    'Backwards, with INT_MIN': {
      hash: 'op=Slice&opset=13&dims=5&starts=-1&ends=-2147483648&axes=0&steps=-1',
      says: 'How ONNX reverses an axis: from the last index to before the first, which takes a very negative end.',
    },
    'Backwards, with an end of -1': {
      hash: 'op=Slice&opset=13&dims=5&starts=4&ends=-1&axes=0&steps=-1',
      says: 'An end of -1 is the last index, where the slice also starts. So it takes nothing.',
    },
    'Backwards, with INT_MAX': {
      hash: 'op=Slice&opset=13&dims=5&starts=-1&ends=2147483647&axes=0&steps=-1',
      says: 'It takes nothing: the end is clamped to the last index. ONNX Runtime reverses the axis for exactly this number (D2).',
    },
    'Backwards, from before the beginning': {
      hash: 'op=Slice&opset=13&dims=5&starts=-9&ends=-2147483648&axes=0&steps=-1',
      says: 'The start is clamped to index 0, so that index is taken. NumPy takes nothing (D1).',
    },
    'More outputs than indices': {
      hash: 'op=Split&opset=18&dims=5&axis=0&num_outputs=4',
      says: 'Chunks of 2: the third has 1, and the fourth is empty. Other engines refuse this (D16).',
    },
    'An ignored keepdims': {
      hash: 'op=SplitToSequence&opset=24&dims=3,2&split=1&axis=0&keepdims=0',
      says: 'If split is given, keepdims is ignored: the axis stays (D34).',
    },
    'An index drops its axis, in NumPy': {
      hash: 'op=Slice&opset=13&dims=2,3,4&s=1,...,::2',
      says: "ONNX's Slice keeps an axis of size 1; a single index in NumPy's notation drops it. Microtome supports both.",
    },
    'A million cells': {
      hash: 'op=Slice&opset=13&dims=1000,1000&s=::2,::-3',
      says: 'Only what is visible is drawn. Zoom in until the numbers appear.',
    },
  },
};

export const EXAMPLES = Object.values(GALLERY).flatMap((group) =>
  Object.entries(group).map(([title, { hash, says }]) => ({ title, hash, says })),
);

/** A few examples by short names, for the top of the page. */
const NAMED = {
  reverse: 'Backwards, with INT_MIN',
  crop: 'Crop a picture',
  'colour planes': 'Colour planes',
  'uneven split': 'More outputs than indices',
  'join planes': 'Planes into a picture',
  patches: 'Patches of a picture',
  'KV cache': 'Tokens into a KV cache',
  'an end of INT_MAX': 'Backwards, with INT_MAX',
  'a million cells': 'A million cells',
};

const HASHES = new Map(EXAMPLES.map(({ title, hash }) => [title, hash]));

export const STARTERS = Object.entries(NAMED).map(([name, title]) => ({ name, hash: HASHES.get(title) }));
