// What is no file, and addresses that are not those of a web server: what to pass instead. Loaded with the first of them.
import { describe } from '../../base/describe.ts';
import { Mistake } from '../../base/mistake.ts';
import { shownAddress } from './addresses.ts';
import { printable } from './failures.ts';
import { fileSystem } from './files.ts';

/** By the scheme. Others, such as data:, are left to the host. */
const REFUSED: readonly (readonly [scheme: RegExp, what: string])[] = [
  // object stores, which their own programs know
  [/^(?:s3a?|gs|gcs|az|abfss?|wasbs?|hf|oss|swift|hdfs):/, 'is no address that can be fetched; give its https: address, such as a signed one'],
  [/^file:/, 'is a local file, which a page may not read; let the user pick it, and pass the File'],
  [/^blob:/, 'is the address of a Blob, of which this host reads no ranges; pass the Blob'],
]; // biome-ignore format: a table

const LEGAL =
  'a URL, Request, Response, Blob, file handle, stream, ArrayBuffer, Uint8Array, { size, read }, or a function that gives one';

/** Throws if something is no file, or has an address that cannot be fetched. */
export function refuse(from: unknown, url?: URL): any {
  const wrong = (what: string) => new Mistake('bad_argument', what, 'from');
  if (typeof from !== 'string') throw wrong(`must be ${LEGAL}, not ${describe(from)}`);
  if (url === undefined || /^[a-z]:[\\/]/i.test(from)) {
    const shown = printable(describe(shownAddress(from)));
    throw wrong(`${shown} is not a URL; for a path in Node, pass pathToFileURL(path)`);
  }
  const { href, protocol, username, password } = url;
  const isOwn = protocol === 'file:' ? fileSystem() : protocol === 'blob:' && globalThis.location;
  const found = isOwn ? undefined : REFUSED.find(([scheme]) => scheme.test(href));
  if (found) throw wrong(`${shownAddress(href)} ${found[1]}`);
  // the host's error would quote them
  if (username || password) throw wrong('the name and password of an address must go into headers');
}
