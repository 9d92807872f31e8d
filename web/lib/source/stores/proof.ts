// Proves that answers are of the file that was opened, and what of it they bring.
import { Mistake } from '../../base/mistake.ts';
import { broughtBy, encodingOf, isPassing, marksOf, spanOf } from './answers.ts';
import type { Failures } from './failures.ts';
import { shownAddress } from './shown.ts';
import { changed, MARKS, type Reply, type Store, tooShort } from './store.ts';

export interface Proof {
  /** Whether a server has shown that the file is there. */
  isKnown(): boolean;
  check(reply: Reply, begin: number, end: number): number;
  checkBehind(begin: number, length: number, size: number): void;
  checkSize(size: number): void;
}

/** `trust`: as in `open`. */
export function proofOf(store: Store, address: string, { fail }: Failures, trust: string | undefined): Proof {
  /** Of the first answer. */
  let marks: (string | null)[] | undefined;

  function checkMarks(reply: Reply): void {
    const now = marksOf(reply);
    marks ??= now;
    const [, date] = marks;
    for (const [i, mark] of marks.entries()) {
      const isTrusted = MARKS[i] === 'ETag' && date !== null && date === now[1];
      if (mark === now[i] || (isTrusted && trust)) continue;
      const advice = isTrusted
        ? ", or with trust: 'last-modified' if only the ETags of its servers differ"
        : '';
      throw changed(`its ${MARKS[i]} has changed from ${mark} to ${now[i]}`, advice);
    }
  }

  function checkLeast(size: number): void {
    const { least = 0 } = store;
    if (size < least)
      throw new Mistake(
        'bad_format',
        `${shownAddress(address)} has ${size} bytes, but its tensors need ${least}`,
        '',
      );
  }

  /** A range behind the end of a file that was not asked for when its model was opened. */
  function checkBehind(begin: number, length: number, size: number): void {
    if (!store.least || store.size >= 0) return;
    if (Number.isNaN(size)) throw tooShort(begin, length, 0);
    checkLeast(size);
  }

  /** The size of the file: the first one that is said, and the same ever after. */
  function checkSize(size: number): void {
    if (store.size < 0) checkLeast(size);
    if (store.size < 0) store.size = size;
    if (size !== store.size) throw changed(`the file has changed from ${store.size} to ${size} bytes`);
  }

  /**
   * Checks the headers of an answer to a range. Returns where the bytes end that it brings: a server may send a
   * first part of the range (RFC 9110, section 15.3.7).
   */
  function check(reply: Reply, begin: number, end: number): number {
    const { headers, status, type } = reply;
    checkMarks(reply);
    if (isPassing(reply)) store.isPassing = true;
    const encoding = encodingOf(reply);
    if (encoding) throw fail(`has encoded the bytes as ${encoding.slice(0, 40)}`, reply);
    if (/^multipart\/byteranges/i.test(headers.get('content-type') ?? ''))
      throw fail('has sent several parts', reply);
    const text = headers.get('content-range');
    const brought = broughtBy(reply);
    if (status === 206 && brought.size >= 0) checkSize(brought.size);
    const last = store.size < 0 ? end : Math.min(end, store.size);
    if (status === 200 || (text === null && type === 'cors')) return last;
    if (brought.begin !== begin || !(brought.end > begin && brought.end <= last))
      throw fail(`was asked for bytes ${spanOf(begin, end)} and has sent '${text?.slice(0, 80)}'`, reply);
    return brought.end;
  }

  return { isKnown: () => marks !== undefined, check, checkBehind, checkSize };
}
