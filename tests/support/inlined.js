// The beginning of the inlined module, by which a test finds it in the text of a bundle.
import { base64 } from '../../web/lib/core/wasm/inlined.js';

export const INLINED = new RegExp(base64.slice(0, 60).replace(/[+/]/g, '[$&]'));
