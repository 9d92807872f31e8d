// The site that hosts visit: the job, where reports go, and the checkout's files below a folder per policy.
import { createServer } from 'node:http';
import { inRoot } from '../../tools/common/paths.js';
import { sendFile } from '../support/serve.js';
import { POLICIES } from './policies.js';

/** @import { AddressInfo } from 'node:net' */
/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Job, Report } from './inside/run.js' */

/** @typedef {Awaited<ReturnType<typeof startSite>>} Site */

/** @param {Job} job */
export async function startSite(job) {
  /** @type {Map<string, (report: Report) => void>} */
  const visits = new Map();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const [, folder, ...rest] = pathname.split('/');
    if (folder === 'job')
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(job));
    if (folder === 'reports') {
      visits.get(rest[0])?.(await readReport(request));
      return response.end();
    }
    return sendUnder(folder, rest.join('/'), response);
  });
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(null)));
  return {
    url: `http://localhost:${/** @type {AddressInfo} */ (server.address()).port}`,
    job,

    /** The number of a new visit, and its report, which comes when it comes. */
    expect() {
      const visit = String(visits.size);
      /** @type {Promise<Report>} */
      const report = new Promise((resolve) => visits.set(visit, resolve));
      return { visit, report };
    },

    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @param {IncomingMessage} request @returns {Promise<Report>} */
async function readReport(request) {
  const parts = await request.setEncoding('utf8').toArray();
  return JSON.parse(parts.join(''));
}

/**
 * @param {string} policy
 * @param {string} path
 * @param {ServerResponse} response
 */
function sendUnder(policy, path, response) {
  const row = POLICIES.find(({ name }) => name === policy);
  if (row === undefined) return response.writeHead(404).end();
  for (const [name, value] of Object.entries(row.headers)) response.setHeader(name, value);
  return sendFile(inRoot(path), response);
}
