// What page/more.ts loads.
export { CHIPS } from './examples/examples.ts';
export { chosen, edited, inLists, inNotation, switched, versioned } from './model/change.ts';
export { isLarge, toResult } from './model/details.ts';
export { legendOf } from './model/legend.ts';
export { parseHash } from './model/read_hash.ts';
export { otherSplit } from './model/sizes.ts';
export { explainValue, readValue } from './model/values.ts';
export { take } from './page/take.ts';
export { segmentsOf } from './view/all_segments.ts';
export { belowOf, drawSeams, marksOf, moveSeams, turned } from './view/parts.ts';
export { TensorView } from './view/tensor.ts';
export { Client } from './worker/client.ts';
