// THE table of hosts. To add one, add a row; one that is neither a command nor like another here also needs a driver.
import { join } from 'node:path';
import { NODES, nodeProgram } from '../../tools/common/nodes.js';
import { homeOf } from '../../tools/common/packages.js';
import { openChromium } from './drivers/chromium.js';
import { openCommand } from './drivers/command.js';
import { openExtension } from './drivers/extension.js';
import { openFirefox } from './drivers/firefox.js';
import { openWebKit } from './drivers/webkit.js';
import { openWorkerd } from './drivers/workerd.js';
import { inBrowsers, inCommands, inWebKit } from './files.js';
import { EXTENSIONS, FORBIDDEN, NONE, PLACES, POLICIES } from './policies.js';

/** @import { Open } from './drivers/driver.js' */
/** @import { Policy } from './policies.js' */

/** @typedef {[place: string, policy: Policy]} Visit */

/**
 * @typedef {object} Host
 * @property {string} name for the command line; hosts may share one
 * @property {string} title
 * @property {Open} open
 * @property {readonly Visit[]} visits
 * @property {(place: string) => readonly string[]} files what of files.js it must do there
 * @property {boolean} [npm] it, or what drives it, is of package.json here
 * @property {'chromium' | 'firefox' | 'webkit'} [system] what of the system it needs: a task of tools/setup
 */

/** @param {readonly Policy[]} policies @param {readonly string[]} places @returns {Visit[]} */
const each = (policies, places) =>
  policies.flatMap((policy) => places.map((place) => /** @type {Visit} */ ([place, policy])));

const EVERYWHERE = each(POLICIES, PLACES);
/** WebKit applies no policy to AudioWorklets: not the page's, and not that of their own answer. */
const IN_WEBKIT = EVERYWHERE.filter(
  ([place, { headers }]) => place !== 'audio_worklet' || !('content-security-policy' in headers),
);
const IN_NODE = each([NONE], ['process', 'worker_thread', 'slim_process']);
const IN_COMMANDS = each([NONE], ['process', 'worker', 'slim_process']);

const OWN_NODE = Number(process.versions.node.split('.')[0]);

/** @type {readonly Host[]} */
export const HOSTS = [
  { name: 'node', title: 'Node', open: openCommand({}), visits: IN_NODE, files: inCommands },
  ...NODES.filter((major) => major !== OWN_NODE).map((major) => ({ name: 'node', title: 'Node',
    open: openCommand({ program: nodeProgram(major) }), npm: true, visits: IN_NODE, files: inCommands })),
  { name: 'bun', title: 'Bun', open: openCommand({ program: '@oven/*/bin/bun' }), npm: true, visits: IN_COMMANDS, files: inCommands },
  { name: 'deno', title: 'Deno', open: openCommand({
      program: '@deno/*/deno',
      args: ['run', '--allow-net=localhost', '--allow-read=.'],
      env: { DENO_DIR: join(homeOf('tests/hosts'), 'deno') },
    }), npm: true, visits: IN_COMMANDS, files: inCommands },
  { name: 'workerd', title: 'workerd', open: openWorkerd, npm: true, visits: [['imported', NONE], ['slim_imported', NONE], ['inlined', FORBIDDEN]],
    files: inCommands },
  { name: 'chromium', title: 'Chromium', open: openChromium, system: 'chromium', visits: EVERYWHERE, files: inBrowsers },
  ...EXTENSIONS.map((policy) => ({ name: 'chromium', title: 'Chromium', open: openExtension(policy.pages),
    system: /** @type {const} */ ('chromium'), visits: each([policy], PLACES), files: inBrowsers })),
  { name: 'firefox', title: 'Firefox', open: openFirefox, npm: true, system: 'firefox', visits: EVERYWHERE, files: inBrowsers },
  { name: 'webkit', title: 'WebKitGTK', open: openWebKit, npm: true, system: 'webkit', visits: IN_WEBKIT, files: inWebKit },
]; // biome-ignore format: a table
