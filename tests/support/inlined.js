// The beginning of the inlined module's primary part, by which a test finds it in the text of a bundle.
import { primary } from '../../web/lib/core/wasm/inlined_primary.js';

export const INLINED = new RegExp(primary.base64.slice(0, 60).replace(/[+/]/g, '[$&]'));
