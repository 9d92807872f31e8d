// The modules, inlined. A bundle has only those that its functions need. In `microtome/slim`, beside.ts stands for this file.
import { unpack } from './inlined_rest.ts';
import { conversions } from './wasm/inlined_conversions.js';
import { primary } from './wasm/inlined_primary.js';

/** Where a module is: the same in beside.ts. */
export const PRIMARY = () => ({ bytes: unpack(primary) });
export const CONVERSIONS = () => ({ bytes: unpack(conversions) });
