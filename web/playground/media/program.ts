// The selection of a picture or a sound as a program. It runs as it is, on zeros where somebody's own data goes.
import type { Held, Named } from './kind.ts';

/** @param made the selection's sizes */
export function toProgram(
  { name, holder, comment }: Named,
  spec: string,
  held: Held,
  made: readonly number[],
) {
  const { dims } = held;
  return [
    "import { init, slice, split } from 'microtome';",
    '',
    'await init();',
    `// ${comment(held)}`,
    `const ${name} = { dims: [${dims.join(', ')}], data: new ${holder}(${dims.join(' * ')}) };`,
    `const selection = slice(${name}, '${spec}');`,
    `console.log(selection.dims.join()); // ${made.join()}`,
  ].join('\n');
}
