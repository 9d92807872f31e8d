// Models of ONNX's tests as text, and back in any host: typed arrays, bigints and maps, which JSON has not.

/** @import { Model } from '../support/onnx.js' */

/** Marks that no key or value of a model is. */
const [BIGINT, MAP, ARRAY] = ['$bigint', '$map', '$array'];

/** @param {Record<string, Model>} models by name */
export const toJson = (models) =>
  JSON.stringify(models, (_key, value) => {
    if (typeof value === 'bigint') return { [BIGINT]: `${value}` };
    if (value instanceof Map) return { [MAP]: [...value] };
    if (!ArrayBuffer.isView(value)) return value;
    const { buffer, byteOffset, byteLength } = value;
    return { [ARRAY]: value.constructor.name, bytes: [...new Uint8Array(buffer, byteOffset, byteLength)] };
  });

/**
 * @param {string} text
 * @returns {Record<string, Model>}
 */
export const fromJson = (text) =>
  JSON.parse(text, (_key, value) => {
    if (value?.[BIGINT] !== undefined) return BigInt(value[BIGINT]);
    if (value?.[MAP] !== undefined) return new Map(value[MAP]);
    if (value?.[ARRAY] === undefined) return value;
    return new /** @type {any} */ (globalThis)[value[ARRAY]](Uint8Array.from(value.bytes).buffer);
  });
