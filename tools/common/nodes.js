// The versions of Node that hosts and benchmarks run in; tests/hosts/package.json has their packages.

/** From the oldest that package.json allows. */
export const NODES = [20, 22, 24, 26];

/** The version whose figures are published. */
export const PUBLISHED_NODE = 24;

/** Its program in node_modules. @param {number} major */
export const nodeProgram = (major) => `node${major}/bin/node`;
