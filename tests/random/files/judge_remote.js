// The judge of a cut of a file behind a URL: which versions it may give, whether it may fail, and whether its cost must be exact.
import { fileOfTensor } from './contents.js';
import { stoppedCodes } from './draws.js';
import { describe, mayGive } from './held.js';
import { judgeBytes, judgeCost, judgeEnd } from './judge.js';

/** @import { Fault } from './draws.js' */
/** @import { Held, Plan, Site } from './held.js' */
/** @import { Opened } from './remote.js' */
/** @import { Call, Outcome } from './watch.js' */

const CHANGED = [
  'source_changed',
  'source_short',
  'source_failed',
  'bad_format',
  'bad_input',
  'range_ignored',
];

/** Codes of an address that expires while several ranges are asked for: one of them may be refused twice. @param {Plan | undefined} plan @param {{ concurrency: number }} source */
export const expiredCodes = (plan, { concurrency }) =>
  plan?.hasExpired && concurrency > 1 ? ['source_failed'] : [];

/** Codes that a change of the file explains. @param {Site} site @param {number} step */
export const changedSince = ({ changes }, step) => (changes.some((at) => at >= step) ? CHANGED : []);

/** What is wrong with a cut, or ''. @param {Held} held @param {Opened} source @param {Call} call @param {Fault | undefined} lie @param {Outcome} outcome @param {boolean} isAlone */
export function judgeCut(held, source, call, lie, outcome, isAlone) {
  const { site, user, cache, openedAt, outcome: opened } = source;
  if (outcome.died || outcome.isSkipped) return '';
  const { count, plan } = held;
  const changed = changedSince(site, openedAt);
  const isStopped = call.stop !== undefined;
  const codes = new Set([
    ...source.codes,
    ...(lie?.codes ?? []),
    ...changed,
    ...expiredCodes(plan, source),
    ...stoppedCodes(call.stop),
    'too_costly',
  ]);
  const { type, dims } = /** @type {any} */ (opened.shapes)[call.name];
  const path = fileOfTensor(site.recipe, call.name);
  const first = { ...opened.first, ...outcome.first };
  const tensorOf = (/** @type {any} */ { content }) => content.tensors.get(call.name);
  const tensors = mayGive(site, { user, openedAt, isCached: cache !== undefined, first }, path)
    .map(tensorOf)
    .filter((tensor) => `${tensor.dims}` === `${dims}` && tensor.type === type);
  const others = /** @type {any} */ (
    site.versions.map((version) => [`of version ${version.number}, user ${version.user}`, tensorOf(version)])
  );
  const isExact =
    isAlone &&
    !lie &&
    !isStopped &&
    changed.length === 0 &&
    !(cache?.store && site.changes.length > 0) &&
    source.codes.size === 0 &&
    !source.isDisturbed;
  const wrong =
    judgeEnd(outcome, codes) ||
    (outcome.code === undefined && judgeBytes(outcome, call, { codes, tensors, others })) ||
    (isAlone &&
      judgeCost(outcome, count, { isExact, isBounded: !source.isDisturbed && !cache?.store, call }));
  if (!wrong) return '';
  const how = `${call.kind} of ${describe(site)}, user ${user}${cache ? `, cache ${JSON.stringify(cache)}` : ''}`;
  const fault = lie ? `, ${lie.name} x ${plan?.times} from ${plan?.from}` : '';
  return `${how}${fault}${changed.length > 0 ? ', replaced' : ''}, ${JSON.stringify({ ...call })}: ${wrong}`;
}
