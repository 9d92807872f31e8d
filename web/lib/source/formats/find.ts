// Finds out which format a file has, and reads its entries.
import { Mistake } from '../../base/mistake.ts';
import { quote } from './check.ts';
import type { Entry, FileBytes } from './format.ts';
import { FORMAT_NAMES, FORMATS } from './formats.ts';
import { otherKind } from './others.ts';
import { readerOf } from './readers.ts';

export async function readEntries(file: FileBytes, format: unknown): Promise<Entry[]> {
  const { start } = file;
  const text = format === undefined ? textAt(start) : '';
  const found = FORMATS.find(({ name, matches, matchesText }) =>
    format !== undefined ? name === format : text === '' ? matches(start) : matchesText?.(start),
  );
  if (found !== undefined) return (await readerOf(found))(file);
  const bytes = [...start.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const kind = /^<(!doctype )?html/i.test(text) ? 'a web page' : 'text';
  if (start.length === 0) throw new Mistake('bad_format', 'the file is empty', '');
  const other = otherKind(start);
  if (other !== undefined && format === undefined)
    throw new Mistake('bad_format', `the file is ${other}`, '');
  const what =
    text === ''
      ? `the file begins with ${bytes}, which is not the beginning of ${FORMAT_NAMES}; name the format, or give a layout`
      : `the file is ${kind} that begins with ${quote(text)}, and none of ${FORMAT_NAMES}`;
  throw new Mistake('bad_format', what, '');
}

/** Bytes that are looked at: in a file of tensors, these are not all text. */
const FEW = 256;

/** The first words of a file that is text, such as a server's error page, which could pass for ONNX; '' if it is none. */
function textAt(start: Uint8Array): string {
  const bytes = start.subarray(0, FEW);
  if (bytes.includes(0)) return ''; // as in nearly every file of tensors, and sooner than a decoder would say it
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    const words = text.replace(/\s+/g, ' ').trim();
    return [...words].some((each) => each < ' ') ? '' : words; // JSON may have other control characters
  } catch {
    return ''; // not UTF-8
  }
}
