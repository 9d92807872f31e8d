// All that known.ts loads after the first view.
export { init } from '../lib/index.ts';
export { optionsOf, stepNumber } from './call/options.ts';
export { partsOf } from './model/call.ts';
export { chosen, edited, switched, versioned } from './model/change.ts';
export { isLarge, make, toResult } from './model/details.ts';
export { givenBy } from './model/given.ts';
export { formatHash, parseHash } from './model/hash.ts';
export { legendOf } from './model/legend.ts';
export { inLists, inNotation, otherSplit, withRanges } from './model/lists.ts';
export { explainValue, readValue } from './model/values.ts';
export { take } from './page/take.ts';
export { belowOf, drawSeams, marksOf, moveSeams, turned } from './view/parts.ts';
export { segmentsOf } from './view/rulers.ts';
export { makeTensorView } from './view/tensor.ts';
export { makeClient } from './worker/client.ts';
