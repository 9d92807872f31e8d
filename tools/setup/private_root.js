// Makes programs of a newer Debian suite run on this machine. Their packages are unpacked into a folder of
// the checkout, and each program is changed to load its libraries, libc included, from there.
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../common/failure.js';
import { inToolchain } from '../common/paths.js';
import { capture, findProgram } from '../common/run.js';
import { fetchPackages, locked } from './debian.js';
import { unpack } from './unpack.js';

/** Dependencies that the host has already (Python, Node, C++ headers), or that nothing here uses. */
const LEFT_OUT = new RegExp(
  '^(python|libpython|nodejs|libnode|node-(?!acorn)|binutils|libbinutils|libctf|libgprofng|libsframe|gcc-|libgcc-\\d|libc6-dev|' +
    'libc-dev|libstdc\\+\\+-\\d|linux-libc-dev|libobjc|lib(asan|lsan|tsan|ubsan|hwasan|itm|atomic|quadmath|gomp|gc)\\d|clang-tools-|' +
    'ccache|lib32|libc6-i386|debconf|tzdata|readline-common|media-types|netbase|libc-gconv)',
);

/** @typedef {import('./debian.js').Recipe & { programs: RegExp }} Wanted `programs`: names of those that will be run */
/** @typedef {ReturnType<typeof privateRoot>} Root */

/** @param {Wanted} wanted */
export const privateRoot = (wanted) => ({
  ...wanted,
  ...locked({ ...wanted, closure: true, leaveOut: LEFT_OUT }),
});

/**
 * @param {Root} root
 * @param {string} folder where to unpack
 * @param {string} home where the folder will finally be
 * @param {import('../common/progress.js').Progress} progress
 */
export async function installPrivateRoot(root, folder, home, progress) {
  const packages = await fetchPackages(root, progress);
  await unpack(packages, folder, progress);
  mergeUsr(folder);
  await adoptPrograms(folder, home, root.programs, progress);
}

/**
 * Packages up to Debian 12 put libraries into /lib too, which every machine links to /usr/lib.
 * @param {string} folder
 */
function mergeUsr(folder) {
  const lib = join(folder, 'lib');
  if (!existsSync(lib)) return;
  cpSync(lib, join(folder, 'usr/lib'), { recursive: true, verbatimSymlinks: true });
  rmSync(lib, { recursive: true });
}

/**
 * @param {string} folder
 * @param {string} home
 * @param {RegExp} wanted
 * @param {import('../common/progress.js').Progress} progress
 */
async function adoptPrograms(folder, home, wanted, progress) {
  const loader = findFile(folder, 'usr/lib/*/ld-linux-*.so.*');
  const llvm = findFile(folder, 'usr/lib/llvm-*');
  const libraries = [loader.slice(0, loader.lastIndexOf('/')), join(llvm, 'lib')];
  const rpath = ['--force-rpath', '--set-rpath', libraries.map((part) => join(home, part)).join(':')];
  const programs = ['usr/bin', join(llvm, 'bin')].flatMap((bin) => filesIn(folder, bin, wanted));
  // Their own RUNPATH would hide that of the programs.
  const hiding = filesIn(folder, libraries[0], /^lib(LLVM|clang-cpp)[-.]/);
  progress.update(`adopting ${programs.length} programs`);
  await patch(['--set-interpreter', join(home, loader), ...rpath], programs);
  await patch(rpath, hiding);
}

/** @param {string[]} args @param {string[]} files */
async function patch(args, files) {
  const patchelf = findProgram('patchelf') ?? inToolchain('patchelf/usr/bin/patchelf');
  for (const file of new Set(files.map((one) => realpathSync(one)))) {
    const { code, all } = await capture(patchelf, [...args, file]);
    if (code !== 0 && !/not an ELF executable/.test(all))
      throw new Failure(`patchelf cannot change ${file}: ${all.trim()}.`);
  }
}

/**
 * Full paths of the files of a folder whose names match.
 * @param {string} root
 * @param {string} sub
 * @param {RegExp} wanted
 */
function filesIn(root, sub, wanted) {
  mkdirSync(join(root, sub), { recursive: true });
  return readdirSync(join(root, sub))
    .filter((name) => wanted.test(name))
    .map((name) => join(root, sub, name));
}

/**
 * The path that matches, relative to the root. `*` matches any part of a name.
 * @param {string} root
 * @param {string} pattern
 */
function findFile(root, pattern) {
  let found = [''];
  for (const part of pattern.split('/')) {
    const name = new RegExp(`^${part.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
    found = found.flatMap((base) =>
      readdirSync(join(root, base))
        .filter((one) => name.test(one))
        .map((one) => join(base, one)),
    );
  }
  if (found.length === 0)
    throw new Failure(`the packages contain no ${pattern}; adapt the recipe in tools/setup.`);
  return found[0];
}
