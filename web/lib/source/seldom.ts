// What few calls need, in one part, which is loaded with the first of them.
export { refuse } from './stores/schemes.ts';
export { streamStore } from './streams.ts';
export { writeAll } from './writing.ts';
