// `npm start`: sets up what is missing, builds the module, serves the playground on localhost, and makes the
// documentation meanwhile. `npm start -- --port 8080` selects the port.
import { mkdirSync } from 'node:fs';
import { build } from './build.js';
import { readArguments } from './common/commands.js';
import { Failure, runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { setUp } from './setup.js';

const DEFAULT_PORT = 5173;

await runTool(async () => {
  const { port } = readArguments('start').values;
  await setUp('start');
  await build(['wasm']);
  mkdirSync(inRoot('build/site'), { recursive: true }); // Vite watches only what is there
  // not at the top of this file, because set-up installs Vite
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: inRoot('tools/page/vite.config.ts'),
    server: { port: port ?? DEFAULT_PORT, strictPort: port !== undefined },
  });
  await server.listen().catch((error) => {
    throw new Failure(`the playground cannot be served on port ${port ?? DEFAULT_PORT}: ${error.message}.`);
  });
  console.log(`\nThe playground is at ${server.resolvedUrls?.local[0]}  (Ctrl-C stops it)\n`);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => server.close().finally(() => process.exit(0)));
  }
  await build(['docs']).catch((error) => {
    if (!(error instanceof Failure)) throw error;
    console.error(`The playground has no documentation: ${error.message}`);
  });
});
