// What a cache must know of a file behind a URL: who may see it, and when it has changed.
import { type Answer, MARKS } from './store.ts';

/** Headers that say who asks. */
const NAMING = ['authorization', 'cookie'];

/**
 * Who asks, as far as the answer depends on that, and what changes with the file. `mark` is undefined if nothing
 * does, so that a file may not be taken for one that was seen before.
 *
 * A strong ETag tells apart all that is at an address. A weak one may stay the same when bytes change, and a
 * date may stay the same within its second. So without a strong one, what says who asks counts even if the
 * server does not say so, as in RFC 9111, section 3.5. A page does not see its cookies, which go to its own origin.
 */
export function markOf(answer: Answer | undefined, size: number): { asker?: string; mark?: string } {
  if (answer === undefined) return {};
  const { reply, given, isHidden, isDated } = answer;
  const { headers, type } = reply;
  const [etag, date, now, control, vary] = [...MARKS, 'Date', 'Cache-Control', 'Vary'].map(
    (name) => headers.get(name) ?? '',
  );
  const tag = isDated && date ? '' : etag;
  const isStrong = !/^(w\/|"?"?$)/i.test(tag);
  const isPrivate = /\bprivate\b/i.test(control);
  const isShared = isStrong || (!isPrivate && /\bpublic\b/i.test(control));
  const varied = vary.toLowerCase().split(/[\s,]+/);
  const all = isPrivate || type === 'cors'; // pages may not read Vary of other origins
  const counts = (name: string) => varied.includes(name) || (!isShared && NAMING.includes(name));
  const asker = JSON.stringify([...given].filter(([name]) => all || counts(name)));
  const dependsOn = (name: string) =>
    !given.has(name) && (isHidden || type !== 'cors' ? counts(name) : varied.includes(name));
  const isUnknown =
    varied.includes('*') || ((isHidden || globalThis.location) && (isPrivate || NAMING.some(dependsOn)));
  if (!isStrong && (!date || isUnknown || Date.parse(now) - Date.parse(date) < 1000)) return { asker };
  return { asker, mark: JSON.stringify([tag, isStrong || date, size]) };
}
