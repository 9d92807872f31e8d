// Hosts that are commands: Node, Bun, Deno. A visit is a process.

import { findInPackages } from '../../../tools/common/packages.js';
import { inRoot } from '../../../tools/common/paths.js';
import { capture } from '../../../tools/common/run.js';
import { Absent, reported } from './driver.js';
import { begin } from './leftovers.js';

/** @import { Begun } from './leftovers.js' */

const SCRIPT = inRoot('tests/hosts/inside/command.js');

/**
 * @typedef {object} Command
 * @property {string} [program] where it is in node_modules; `*` stands for the folder of this machine's kind; absent: this Node
 * @property {readonly string[]} [args] in front of the script
 * @property {Record<string, string>} [env]
 */

/** @param {Command} command @returns {import('./driver.js').Open} */
export const openCommand =
  ({ program, args = [], env }) =>
  async (site) => {
    const path = program === undefined ? process.execPath : findInPackages('tests/hosts', program);
    if (path === undefined) throw new Absent(`npm has no ${program} for ${process.platform} ${process.arch}`);
    const { code, out, all } = await capture(path, ['--version']);
    if (code !== 0) throw new Absent(`it does not start on this machine: ${all.trim().split('\n')[0]}`);
    return {
      version: /\d+(\.\d+)+/.exec(out)?.[0] ?? out.trim(),
      async visit(place) {
        /** @type {Begun | undefined} */
        let begun;
        try {
          return await reported(site, (visit) => {
            begun = begin(path, [...args, SCRIPT, site.url, visit, place], { env });
            return endingWell(begun);
          });
        } finally {
          await begun?.end();
        }
      },
      close: async () => {},
    };
  };

/** @param {Begun} begun */
async function endingWell({ ended, said }) {
  const code = await ended;
  if (code !== 0) throw new Error(`it has ended with ${code}: ${said()}`);
}
