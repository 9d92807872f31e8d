// Configures a CMake build: once, or again from scratch if its settings have changed. Then builds what has changed.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../common/failure.js';
import { BUILD, inRoot } from '../common/paths.js';
import { capture, run } from '../common/run.js';

/**
 * @param {string} name of the folder under build/
 * @param {string[]} settings
 * @param {{ env?: Record<string, string>, compiler?: string }} [options] a change of `compiler` also starts from nothing
 */
export async function cmake(name, settings, { env, compiler } = {}) {
  const folder = join(BUILD, name);
  const record = join(folder, 'microtome-settings.json');
  const wanted = JSON.stringify({ folder, settings, compiler });
  if (contentOf(record) !== wanted) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const args = ['-S', inRoot(), '-B', folder, '-G', 'Ninja', ...settings];
    const { code, all } = await capture('cmake', args, { env });
    if (code !== 0) throw new Failure(`CMake could not configure ${name}:\n${all.trim()}`);
    writeFileSync(record, wanted);
  }
  if ((await run('cmake', ['--build', folder], { env })) !== 0)
    throw new Failure(`the build of ${name} failed; see above.`);
}

/** @param {string} file */
function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
