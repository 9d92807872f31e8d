// `npm run format`: formats everything whose format `npm run check` checks, and sorts imports.
import { clangFormat } from './check/clang.js';
import { readArguments } from './common/commands.js';
import { runTool } from './common/failure.js';
import { runBin } from './common/node_modules.js';
import { setUp } from './setup.js';

await runTool(async () => {
  readArguments('format');
  await setUp('format');
  const codes = [
    await clangFormat('-i'),
    await runBin('biome', ['check', '--write', '--linter-enabled=false']),
  ];
  return Math.max(...codes);
});
