// `npm audit`: known vulnerabilities in our development packages, group by group. High and critical ones fail the check.
// A registry that does not answer, or does not offer audits, is reported, but fails nothing.
import { GROUPS } from '../common/packages.js';
import { inRoot } from '../common/paths.js';
import { capture } from '../common/run.js';

/** @import { Outcome } from '../check.js' */

const GRAVE = ['high', 'critical'];

/** @param {Record<string, string>} [env] @returns {Promise<Outcome>} */
export async function audit(env) {
  const outcomes = await Promise.all(['.', ...GROUPS].map((folder) => auditOf(folder, env)));
  return outcomes.find(({ code }) => code !== 0) ?? outcomes.find(({ missed }) => missed) ?? { code: 0 };
}

/** @param {string} folder @param {Record<string, string>} [env] @returns {Promise<Outcome>} */
async function auditOf(folder, env) {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=1'];
  const { out } = await capture('npm', args, { cwd: inRoot(folder), env });
  const { vulnerabilities, metadata, message, error } = parse(out);
  if (!metadata)
    return { code: 0, missed: `npm audit has no answer: ${message ?? error?.summary ?? 'npm failed'}` };
  const found = /** @type {{ name: string, severity: string, range: string }[]} */ (
    Object.values(vulnerabilities)
  );
  for (const { name, severity, range } of found) console.log(`${severity}: ${name} ${range} (${folder})`);
  const grave = found.filter(({ severity }) => GRAVE.includes(severity));
  console.log(
    `${folder}: ${metadata.dependencies?.total} packages, ${found.length} with holes, ${grave.length} of them grave.`,
  );
  if (grave.length > 0)
    console.log('Run `npm audit` there for what they are, and raise the versions in its package.json.');
  return { code: grave.length > 0 ? 1 : 0 };
}

/** @param {string} text @returns {any} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
