// The steps of the tour, for readers who know nothing of ONNX: a row for each, with a state of the page and what it teaches.

/** says: `code` between backticks; at: what it is about, if not the cells. */
type Step = { title: string; hash: string; says: readonly string[]; at?: string };

export const STEPS: readonly Step[] = [
  {
    title: 'A slice takes a part',
    hash: 'op=Slice&opset=13&dims=5&s=1:4&data=10,20,30,40,50',
    says: [
      'A tensor is a block of numbers. This one is a list of five. The small number above each is its index.',
      'The slice `1:4` starts at index 1 and stops before index 4. It takes 20, 30, 40.',
    ],
  },
  {
    title: 'A negative number counts from the end',
    hash: 'op=Slice&opset=13&dims=5&s=-3:-1&data=10,20,30,40,50',
    says: [
      'Index -1 is the last, and -3 is the third from the end.',
      'The slice `-3:-1` stops before the last. It takes 30, 40.',
    ],
  },
  {
    title: 'A third number is the step',
    hash: 'op=Slice&opset=13&dims=5&s=0:5:2&data=10,20,30,40,50',
    says: ['With a step of 2, `0:5:2` takes every second number. It takes 10, 30, 50.'],
  },
  {
    title: 'An end may be too far, or left out',
    hash: 'op=Slice&opset=13&dims=5&s=2:1000&data=10,20,30,40,50',
    says: [
      'There is no index 1000, so `2:1000` goes on to the end of the list. It takes 30, 40, 50.',
      'If you leave the end out, as in `2:`, it takes the same.',
    ],
  },
  {
    title: 'Backwards, as ONNX writes it',
    hash: 'op=Slice&opset=13&dims=5&starts=-1&ends=INT_MIN&steps=-1&data=10,20,30,40,50',
    says: [
      'ONNX, a format for neural networks, names the three numbers `starts`, `ends` and `steps`. This slice starts at the last index and goes backwards.',
      'To take index 0 too, its end must be before index 0. An end of -1 cannot say that: it means the last index. So the end is `INT_MIN`, the most negative number of 32 bits, which is before index 0 of any list. It takes 50, 40, 30, 20, 10.',
    ],
  },
  {
    title: 'The same in your program',
    hash: 'op=Slice&opset=13&dims=5&s=1:4&data=10,20,30,40,50',
    at: '.code pre',
    says: [
      'Copy this code. It runs as it is, and prints the same numbers: 20, 30, 40. Every slice has its code here.',
    ],
  },
];
