// The site that hosts visit: the job, where reports go, and the checkout's files below a folder per policy.
import { inRoot } from '../../tools/common/paths.js';
import { sendFile, startServer } from '../support/serve.js';
import { POLICIES } from './policies.js';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Job, Report } from './inside/run.js' */

/** @typedef {Awaited<ReturnType<typeof startSite>>} Site */

/** @param {Job} job */
export async function startSite(job) {
  /** @type {Map<string, (report: Report) => void>} */
  const visits = new Map();
  const { url, close } = await startServer(async (path, response) => {
    const [, folder, ...rest] = path.split('/');
    if (folder === 'job')
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(job));
    if (folder === 'reports') {
      visits.get(rest[0])?.(await readReport(response.req));
      return response.end();
    }
    return sendUnder(folder, rest.join('/'), response);
  });
  return {
    url,
    close,
    job,

    /** The number of a new visit, and its report, which comes when it comes. */
    expect() {
      const visit = String(visits.size);
      /** @type {Promise<Report>} */
      const report = new Promise((resolve) => visits.set(visit, resolve));
      return { visit, report };
    },
  };
}

/** @param {IncomingMessage} request @returns {Promise<Report>} */
async function readReport(request) {
  const parts = await request.setEncoding('utf8').toArray();
  return JSON.parse(parts.join(''));
}

/** @param {string} policy @param {string} path @param {ServerResponse} response */
function sendUnder(policy, path, response) {
  const row = POLICIES.find(({ name }) => name === policy);
  if (row === undefined) return response.writeHead(404).end();
  for (const [name, value] of Object.entries(row.headers)) response.setHeader(name, value);
  return sendFile(inRoot(path), response);
}
