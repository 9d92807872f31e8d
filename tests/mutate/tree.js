// The copy of the checkout that mutants are made in, below build/mutate. The checkout itself is never changed, so nothing has to be
// put back, whatever ends the run.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Failure } from '../../tools/common/failure.js';
import { BUILD, inRoot } from '../../tools/common/paths.js';
import { capture } from '../../tools/common/run.js';

const TREE = join(BUILD, 'mutate');

/** A path in the copy. @param {string} path */
export const inTree = (path) => join(TREE, path);

/** Folders that git does not have and the tests need. No mutant changes those of LINKS, so they are linked. */
const LINKS = ['node_modules', '.toolchain'];
const COPIES = ['web/lib/core/wasm', 'web/lib/move/generated', 'web/dist'];

/** Where a file that is there no longer would still be compiled or run. */
const STRICT = ['src', 'tests'];

/** @param {string} folder */
const pathsInTree = (folder) =>
  !existsSync(inTree(folder))
    ? []
    : readdirSync(inTree(folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(TREE, join(entry.parentPath ?? entry.path, entry.name)));

/** Brings the copy up to date. Files that are the same keep their time, so that only what has changed is compiled again. */
export async function copyTree() {
  const { code, out, all } = await capture('git', ['ls-files', '-z', '-co', '--exclude-standard']);
  if (code !== 0) throw new Failure(`git cannot list the files of the checkout: ${all.trim()}`);
  const paths = out.split('\0').filter((each) => each !== '' && existsSync(inRoot(each)));
  for (const path of STRICT.flatMap(pathsInTree)) if (!paths.includes(path)) rmSync(inTree(path));
  for (const path of paths) {
    const content = readFileSync(inRoot(path));
    if (existsSync(inTree(path)) && content.equals(readFileSync(inTree(path)))) continue;
    mkdirSync(dirname(inTree(path)), { recursive: true });
    writeFileSync(inTree(path), content);
  }
  for (const path of LINKS) {
    if (!existsSync(inRoot(path)) || existsSync(inTree(path))) continue;
    symlinkSync(inRoot(path), inTree(path));
  }
  for (const path of COPIES) {
    rmSync(inTree(path), { recursive: true, force: true });
    cpSync(inRoot(path), inTree(path), { recursive: true });
  }
}

/**
 * Builds targets of tools/build/targets.js in the copy.
 * @param {readonly string[]} targets
 * @returns {Promise<string>} what went wrong; '' if nothing did
 */
export async function buildInTree(targets) {
  const program = `const { TARGETS } = await import('./tools/build/targets.js');
    for (const target of ${JSON.stringify(targets)}) await TARGETS.find(({ name }) => name === target).build();`;
  const { code, all } = await capture(process.execPath, ['--input-type=module', '-e', program], {
    cwd: TREE,
  });
  return code === 0 ? '' : all.trim();
}
