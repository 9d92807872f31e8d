// The file that tests of sources cut, and how.

export const FILE = new Uint8Array(200_000).map((_, i) => (i * 2654435761) >>> 9);
export const LAYOUT = /** @type {const} */ ({ layout: { type: 'uint8', dims: [200, 1000] } });
