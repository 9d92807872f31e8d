// What goes wrong with a file behind a URL, in words.
import { reasonOf } from '../../base/describe.ts';
import type { MicrotomeError } from '../../base/errors.ts';
import { Silence } from './bodies.ts';
import { shownAddress, withoutSecrets } from './shown.ts';
import { failed, type Reply, rangeIgnored, told } from './store.ts';

/** Pages are not told why a request to another origin failed. */
const CORS = globalThis.location ? '; if it is on another origin, its server must allow yours by CORS' : '';

/** Errors that name the address. */
export interface Failures {
  fail(what: string, reply?: Reply): MicrotomeError;
  /** No answer, or a connection that broke. */
  unreachable(cause: unknown): MicrotomeError;
  tooMany(): MicrotomeError;
  ignored(why: string): MicrotomeError;
}

/** `timeout` in milliseconds. */
export function failuresOf(address: string, timeout: number): Failures {
  const shown = shownAddress(address);
  const fail: Failures['fail'] = (what, reply) => failed(`${shown} ${what}`, undefined, reply?.status);
  return {
    fail,
    unreachable: (cause) =>
      cause instanceof Silence
        ? failed(`${shown} has said nothing for ${timeout / 1000} s; raise timeout to wait longer`, cause)
        : failed(`${shown} cannot be read: ${withoutSecrets(told(cause, whyOf))}${CORS}`, cause),
    tooMany: () => fail('has sent more bytes than were asked for'),
    ignored: (why) => rangeIgnored(`${shown} ignores ranges, and ${why}`),
  };
}

/** Why a fetch failed. Node says it in the error's cause, and of some causes only by their code. */
function whyOf(error: unknown): string {
  const { cause } = Object(error);
  return reasonOf(error) + (cause instanceof Error ? ` (${cause.message || Object(cause).code})` : '');
}
