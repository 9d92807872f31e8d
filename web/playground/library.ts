// What the first view needs of the library. The build gives this file a copy of the entry of its own (tools/page/library.ts), so that the
// first view loads no other function. All other files import the entry itself, and come later.
export { init, MicrotomeError, operators, slice } from '../lib/index.ts';
