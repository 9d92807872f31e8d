// The modules as files beside the script: `microtome/slim` has this instead of inlined.ts (tools/build/slim.js).
// Bundlers know these expressions, and deliver a file for each.

export const PRIMARY = () => ({ url: new URL('./microtome-primary.wasm', import.meta.url) });
export const CONVERSIONS = () => ({ url: new URL('./microtome-conversions.wasm', import.meta.url) });
export const REST = () => ({ url: new URL('./microtome-rest.wasm', import.meta.url) });
