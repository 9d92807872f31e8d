// Models of ONNX's tests and random nodes as text, and back in any host: typed arrays, bigints and maps, which JSON has not.

/** Marks that no key or value of them is. */
const [BIGINT, MAP, ARRAY] = ['$bigint', '$map', '$array'];

/** @param {unknown} value */
export const toJson = (value) =>
  JSON.stringify(value, (_key, value) => {
    if (typeof value === 'bigint') return { [BIGINT]: `${value}` };
    if (value instanceof Map) return { [MAP]: [...value] };
    if (!ArrayBuffer.isView(value)) return value;
    const { buffer, byteOffset, byteLength } = value;
    return { [ARRAY]: value.constructor.name, bytes: [...new Uint8Array(buffer, byteOffset, byteLength)] };
  });

/** @param {string} text @returns {any} */
export const fromJson = (text) =>
  JSON.parse(text, (_key, value) => {
    if (value?.[BIGINT] !== undefined) return BigInt(value[BIGINT]);
    if (value?.[MAP] !== undefined) return new Map(value[MAP]);
    if (value?.[ARRAY] === undefined) return value;
    return new /** @type {any} */ (globalThis)[value[ARRAY]](Uint8Array.from(value.bytes).buffer);
  });
