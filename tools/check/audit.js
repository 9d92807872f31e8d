// `npm audit`: known vulnerabilities of the packages that we develop with. High and critical ones fail the
// check. A registry that does not answer, or does not offer audits, is reported and fails nothing.
import { capture } from '../common/run.js';

const GRAVE = ['high', 'critical'];

/**
 * @param {Record<string, string>} [env]
 * @returns {Promise<import('../check.js').Outcome>}
 */
export async function audit(env) {
  const { out } = await capture('npm', ['audit', '--json', '--fetch-retries=1'], { env });
  const { vulnerabilities, metadata, message, error } = parse(out);
  if (!metadata)
    return { code: 0, missed: `npm audit has no answer: ${message ?? error?.summary ?? 'npm failed'}` };
  const found = /** @type {{ name: string, severity: string, range: string }[]} */ (
    Object.values(vulnerabilities)
  );
  for (const { name, severity, range } of found) console.log(`${severity}: ${name} ${range}`);
  const grave = found.filter(({ severity }) => GRAVE.includes(severity));
  console.log(
    `${metadata.dependencies?.total} packages, ${found.length} with holes, ${grave.length} of them grave.`,
  );
  if (grave.length > 0)
    console.log('Run `npm audit` for what they are, and raise the versions in package.json.');
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
