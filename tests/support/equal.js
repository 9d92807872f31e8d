// Deep equality and deep copies for code that also runs where node:assert and structuredClone are not (tests/hosts).

/** @typedef {any} Any */

/**
 * Bit for bit and class for class: NaN is NaN, and -0 is not 0.
 * @param {Any} a
 * @param {Any} b
 * @returns {boolean}
 */
export function isSame(a, b) {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (a instanceof Map) return isSame([...a], [...b]);
  if (ArrayBuffer.isView(a) || Array.isArray(a)) {
    const list = /** @type {Any} */ (a);
    return (
      list.length === b.length &&
      list.every((/** @type {Any} */ each, /** @type {number} */ i) => isSame(each, b[i]))
    );
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
  );
}

/**
 * @template T
 * @param {T} value of arrays, typed arrays, maps and plain objects
 * @returns {T}
 */
export function copyOf(value) {
  const any = /** @type {Any} */ (value);
  if (typeof any !== 'object' || any === null) return any;
  if (ArrayBuffer.isView(any)) return /** @type {Any} */ (any).slice();
  if (Array.isArray(any)) return /** @type {Any} */ (any.map(copyOf));
  if (any instanceof Map) return /** @type {Any} */ (new Map(copyOf([...any])));
  return /** @type {Any} */ (Object.fromEntries(copyOf(Object.entries(any))));
}

/** @param {Any} actual @param {Any} expected @param {string} what is compared */
export function mustBe(actual, expected, what) {
  if (!isSame(actual, expected)) throw new Error(`${what}: ${show(actual)} instead of ${show(expected)}`);
}

const MOST = 300;

/** @param {Any} value */
function show(value) {
  const text = JSON.stringify(value, (_key, each) => {
    if (typeof each === 'bigint') return `${each}n`;
    if (Object.is(each, -0)) return '-0';
    if (typeof each === 'number' && !Number.isFinite(each)) return String(each);
    if (ArrayBuffer.isView(each)) return { [each.constructor.name]: Array.from(/** @type {Any} */ (each)) };
    return each instanceof Map ? [...each] : each;
  });
  const shown = text ?? String(value);
  return shown.length > MOST ? `${shown.slice(0, MOST)}...` : shown;
}
