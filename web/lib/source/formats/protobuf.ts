// The fields of messages in protobuf's format, which ONNX files have.
import type { Reader } from './reader.ts';

/** Bytes of a field by its wire type, besides varints; a length-delimited field has its own length. */
const WIDTHS = [0, 8, 0, undefined, undefined, 4];
export const [VARINT, LENGTH] = [0, 2];
/** Most bytes of a varint. */
const MOST_VARINT = 10;

/** A field. If it is a varint, the reader has just read it; otherwise its content begins at `reader.at`. */
export interface Field {
  readonly number: number;
  readonly wire: number;
  readonly end: number;
}

/** The fields of a message. What is not read of a field is skipped. */
export async function* fieldsOf(reader: Reader, end: number): AsyncGenerator<Field, void> {
  while (reader.at < end) {
    const most = Math.min(2 * MOST_VARINT, end - reader.at);
    await reader.fill(most);
    reader.varint(end);
    const tag = reader.size;
    const [number, wire] = [Math.floor(tag / 8), tag % 8];
    const width = WIDTHS[wire];
    if (number === 0 || width === undefined) throw reader.bad('not a field of an ONNX message');
    if (wire === VARINT || wire === LENGTH) reader.varint(end);
    const stop = reader.at + (wire === LENGTH ? reader.size : width);
    if (stop > end) throw reader.bad('a field goes beyond its message');
    yield { number, wire, end: stop };
    reader.at = stop;
  }
}

/** Visits the integers of a field: packed ones, or the one that was just read. */
export async function eachVarint(
  reader: Reader,
  wire: number,
  end: number,
  visit: () => void,
): Promise<void> {
  if (wire === VARINT) visit();
  while (reader.at < end) {
    const most = Math.min(MOST_VARINT, end - reader.at);
    await reader.fill(most);
    reader.varint(end);
    visit();
  }
}
