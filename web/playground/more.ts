// All that known.ts loads after the first view.
export { init } from '../lib/index.ts';
export { pointBeside, stepNumber } from './call/options.ts';
export { makeLater } from './later.ts';
export { partsOf } from './model/call.ts';
export { switched } from './model/change.ts';
export { isLarge, make } from './model/details.ts';
export { formatHash, parseHash } from './model/hash.ts';
export { legendOf } from './model/legend.ts';
export { otherSplit } from './model/lists.ts';
export { copyText } from './page/copy.ts';
export { imagesOf } from './view/drawn.ts';
export { moveFrame } from './view/frame_drags.ts';
export { belowOf, drawSeams, marksOf, moveSeams, turned } from './view/parts.ts';
export { segmentsOf } from './view/rulers.ts';
export { makeTensorView } from './view/tensor.ts';
