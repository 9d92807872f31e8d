// `npm start`: sets up what is missing, builds the module and the documentation, and serves the playground on
// localhost. `npm start -- --port 8080` selects the port.
import { build } from './build.js';
import { readArguments } from './common/commands.js';
import { Failure, runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { setUp } from './setup.js';

const DEFAULT_PORT = 5173;

await runTool(async () => {
  const { port } = readArguments('start').values;
  await setUp('start');
  await build(['wasm', 'docs']);
  // Only now: Vite is one of the things that set-up installs.
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: inRoot('web/playground/vite.config.ts'),
    server: { port: port ?? DEFAULT_PORT, strictPort: port !== undefined },
  });
  await server.listen().catch((error) => {
    throw new Failure(`the playground cannot be served on port ${port ?? DEFAULT_PORT}: ${error.message}.`);
  });
  console.log(`\nThe playground is at ${server.resolvedUrls?.local[0]}  (Ctrl-C stops it)`);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => server.close().finally(() => process.exit(0)));
  }
});
