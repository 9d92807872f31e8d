// A folder in which `npx microtome` runs the built command, as if the package were installed there.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inRoot } from '../../tools/common/paths.js';

/** Looks where npm's own `npx` looks first, which takes a second or two to find the same. */
const NPX = '#!/bin/sh\nexec "node_modules/.bin/$@"\n';

/**
 * @param {string} folder
 * @returns {{ npm: Record<string, string | undefined>, quick: Record<string, string | undefined> }} environments for a shell in this
 * folder: with npm's own `npx`, and with one that is quick
 */
export function installCommand(folder) {
  const bin = join(folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(inRoot('web/dist/command.js'), join(bin, 'microtome'));
  writeFileSync(join(bin, 'npx'), NPX);
  chmodSync(join(bin, 'npx'), 0o755);
  const npm = { npm_config_loglevel: 'silent', npm_config_update_notifier: 'false' };
  return { npm, quick: { ...npm, PATH: `${bin}${delimiter}${process.env.PATH}` } };
}
