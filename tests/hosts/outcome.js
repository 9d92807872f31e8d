// Whether a report is what it has to be.

/** @import { Report } from './inside/run.js' */
/** @import { Policy } from './policies.js' */

const MOST = 3;

/**
 * @param {Report} report
 * @param {Policy} policy
 * @param {{ cases: number, calls: number }} expected how many there are
 * @returns {string} a sentence, or '' where all is well
 */
export function problemOf(report, { signs, refuses }, expected) {
  const { broken, refused, wrong } = report;
  if (broken) return broken;
  for (const name of /** @type {(keyof typeof signs)[]} */ (Object.keys(signs))) {
    const shown = report.signs?.[name];
    if (shown !== signs[name]) return `the policy is not in force: ${name} is ${shown}`;
  }
  if (refuses) return problemOfRefusal(refused, refuses);
  if (refused) return `init fails with ${refused.code}: ${refused.message}`;
  if (!wrong) return 'the report is empty';
  if (wrong.length > 0) return `${wrong.length} of ${report.cases} fail: ${wrong.slice(0, MOST).join('; ')}`;
  for (const name of /** @type {const} */ (['cases', 'calls'])) {
    if (report[name] !== expected[name])
      return `${report[name]} ${name} were executed instead of ${expected[name]}`;
  }
  return '';
}

/** @param {Report['refused']} refused @param {RegExp} refuses */
function problemOfRefusal(refused, refuses) {
  if (!refused) return 'init succeeds where WebAssembly is forbidden';
  const { code, message } = refused;
  return code === 'unsupported_host' && refuses.test(message) ? '' : `init fails with ${code}: ${message}`;
}
