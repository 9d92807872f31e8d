// Cloudflare's workerd. A visit is a server of its own, which is asked once.
import { writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { findInPackages } from '../../../tools/common/packages.js';
import { capture } from '../../../tools/common/run.js';
import { FIXTURE } from '../files.js';
import { Absent, freePort, inTime } from './driver.js';
import { copyBehind } from './files.js';
import { begin, temporaryFolder } from './leftovers.js';

/** @import { Report } from '../inside/run.js' */
/** @import { Begun } from './leftovers.js' */

const MAIN = 'tests/hosts/inside/workerd.js';

/** What modules are. Those that are data can be read as files. @type {Record<string, string>} */
const KINDS = { '.js': 'esModule', '.wasm': 'wasm', '.json': 'data' };

/**
 * A configuration in Cap'n Proto, whose first module is the worker.
 * @param {readonly string[]} files
 * @param {number} port
 * @param {string} date
 */
const configuration = (files, port, date) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  compatibilityDate = "${date}",
  modules = [
${files.map((path) => `    (name = "${path}", ${KINDS[extname(path)]} = embed "${path}"),\n`).join('')}  ],
);
`;

/** @type {import('./driver.js').Open} */
export async function openWorkerd(site) {
  const program = findInPackages('tests/hosts', '@cloudflare/*/bin/workerd');
  if (program === undefined) throw new Absent(`npm has no workerd for ${process.platform} ${process.arch}`);
  const { code, out, all } = await capture(program, ['--version']);
  const [date] = /\d{4}-\d\d-\d\d/.exec(out) ?? [];
  if (code !== 0 || date === undefined) throw new Absent(`it does not start on this machine: ${all.trim()}`);
  const { folder, remove } = temporaryFolder('workerd');
  const files = copyBehind([MAIN, FIXTURE], folder);
  return {
    version: date,
    async visit(place) {
      const port = await freePort();
      writeFileSync(join(folder, 'config.capnp'), configuration(files, port, date));
      const server = begin(program, ['serve', 'config.capnp'], { cwd: folder });
      try {
        const asked = ask(server, `http://127.0.0.1:${port}/${place}`, site.job);
        return await inTime(asked, 'no report has come');
      } finally {
        await server.end();
      }
    },
    close: async () => remove(),
  };
}

/** @param {Begun} server @param {string} url @param {object} job @returns {Promise<Report>} */
async function ask({ child, said }, url, job) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`workerd has ended: ${said()}`);
    try {
      const response = await fetch(url, { method: 'POST', body: JSON.stringify(job) });
      if (!response.ok) throw new Error(`workerd answers ${response.status}: ${said()}`);
      return /** @type {Report} */ (await response.json());
    } catch (error) {
      if (/** @type {any} */ (error).cause?.code !== 'ECONNREFUSED') throw error;
      await new Promise((resolve) => setTimeout(resolve, 100)); // it is starting
    }
  }
}
