// A program in TypeScript, compiled in every way that resolves packages, strictly and with our declarations checked too, with
// and without the types of a browser; what comes out is run.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { checkAnswers } from './answers.js';

/** @import { Project } from './project.js' */

/** How modules are resolved, and as what the program is compiled; `oldest`: not by the newest compiler. @type {{ module: string, moduleResolution?: string, type: string, oldest?: true }[]} */
const MODES = [
  { module: 'node16', type: 'module' },
  { module: 'nodenext', type: 'module' },
  { module: 'node16', type: 'commonjs' }, // of our CommonJS
  { module: 'nodenext', type: 'commonjs' },
  { module: 'commonjs', moduleResolution: 'node10', type: 'commonjs', oldest: true },
  { module: 'esnext', moduleResolution: 'bundler', type: 'module' },
];

/** The first has no WebAssembly, no URL and no Float16Array. */
export const PLAIN = ['es2022'];
export const BROWSER = ['esnext', 'dom'];

/**
 * @param {string} compiler the package
 * @param {readonly (readonly string[])[]} libs
 * @returns {(project: Project) => Promise<void>}
 */
export const compileAndRun = (compiler, libs) => async (project) => {
  for (const { type, oldest, ...mode } of MODES) {
    if (oldest && compiler === 'typescript') continue;
    for (const lib of libs) {
      const folder = `${compiler}-${mode.module}-${type}-${lib.join('-')}`;
      mkdirSync(project.path(folder));
      writeFileSync(project.path(folder, 'package.json'), JSON.stringify({ type }));
      const compilerOptions = {
        ...mode,
        lib,
        target: 'es2022',
        strict: true,
        skipLibCheck: false,
        declaration: true,
        types: [],
        rootDir: '.',
        outDir: '.',
      };
      copyFileSync(project.path('consumer.ts'), project.path(folder, 'consumer.ts'));
      writeFileSync(
        project.path(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
      );
      await project.run(['node', `node_modules/${compiler}/bin/tsc`, '--project', folder]);
      const answers = await project.run(['node', 'run.js', `./${folder}/consumer.js`]);
      checkAnswers(JSON.parse(answers), folder);
    }
  }
};
