// Hosts that are commands: Node, Bun, Deno. A visit is a process.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../../tools/common/paths.js';
import { capture } from '../../../tools/common/run.js';
import { homeOf } from '../../packages.js';
import { Absent, reported } from './driver.js';

const SCRIPT = inRoot('tests/hosts/inside/command.js');

/**
 * @typedef {object} Command
 * @property {string} [program] where it is in node_modules; `*` stands for the folder of this machine's kind; absent: this Node
 * @property {readonly string[]} [args] in front of the script
 */

/** @param {Command} command @returns {import('./driver.js').Open} */
export const openCommand =
  ({ program, args = [] }) =>
  async (site) => {
    const path = program === undefined ? process.execPath : findInPackages(program);
    if (path === undefined) throw new Absent(`npm has no ${program} for ${process.platform} ${process.arch}`);
    const { code, out, all } = await capture(path, ['--version']);
    if (code !== 0) throw new Absent(`it does not start on this machine: ${all.trim().split('\n')[0]}`);
    return {
      version: /\d+(\.\d+)+/.exec(out)?.[0] ?? out.trim(),
      async visit(place) {
        /** @type {ReturnType<typeof spawn> | undefined} */
        let child;
        try {
          return await reported(site, (visit) => {
            const all = [...args, SCRIPT, site.url, visit, place];
            child = spawn(path, all, { cwd: inRoot(), stdio: ['ignore', 'ignore', 'pipe'] });
            return endOf(child);
          });
        } finally {
          child?.kill('SIGKILL');
        }
      },
      close: async () => {},
    };
  };

/** Rejects unless it ends well. @param {import('node:child_process').ChildProcess} child @returns {Promise<void>} */
function endOf(child) {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`it has ended with ${code}: ${said.trim()}`)),
    );
  });
}

/** @param {string} path @returns {string | undefined} */
export function findInPackages(path) {
  const [before, after] = path.split('*');
  const home = join(homeOf('hosts'), 'node_modules', before);
  if (!existsSync(home)) return undefined;
  const candidates =
    after === undefined ? [home] : readdirSync(home).map((name) => join(home, `${name}${after}`));
  return candidates.find((candidate) => existsSync(candidate));
}
