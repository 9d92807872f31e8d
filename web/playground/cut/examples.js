// What the form begins with: one row per operator. The values suit every version of it; a new operator works without a row.

/**
 * @typedef {object} Example
 * @property {string} dims
 * @property {Record<string, string>} values by parameter
 */

/** @type {Record<string, Example>} */
export const EXAMPLES = {
  Slice: { dims: '4, 8', values: { starts: '1, 0', ends: '4, 8', steps: '1, 2' } },
  Split: { dims: '4, 6', values: { axis: '1', num_outputs: '3' } },
  SplitToSequence: { dims: '5, 4', values: { axis: '0', keepdims: '0' } },
  VariadicSplit: { dims: '3, 8', values: { axis: '1', split_lengths: '2, -1, 1' } },
};

/** The operator that is shown first. */
export const FIRST = 'Split';
