// The package in one file, as people ship it.
import { build } from 'esbuild';
import { ROOT } from '../../../tools/common/paths.js';

export async function bundle() {
  const { outputFiles } = await build({
    stdin: { contents: "export * from 'microtome'", resolveDir: ROOT },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0].contents;
}
