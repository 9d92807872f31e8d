// docs/recipes.md, taken apart: its first block begins every recipe, and each heading below it is one.
import { samplesOf } from '../support/samples.js';

/** @import { Sample } from '../support/samples.js' */

export const PAGE = 'docs/recipes.md';

const [prelude, ...blocks] = samplesOf(PAGE);

/** Every block of a recipe, as it stands on the page. */
export const BLOCKS = blocks;

/**
 * What a recipe's blocks are when they run, in their order: those that are files of their own as they are.
 * @param {string} heading
 * @returns {Sample[]}
 */
export function programsOf(heading) {
  const found = blocks.filter((block) => block.heading === heading);
  if (found.length === 0) throw new Error(`${PAGE} has no recipe '${heading}'`);
  return found.map((block) => (block.file ? block : { ...block, code: prelude.code + block.code }));
}
