import { type Row, versionOf } from '../model/rows.ts';
import { h } from '../page/dom.ts';

/** A version, to choose. */
export const optionOf = (row: Row) =>
  h('option', { value: `version ${row.op} ${row.since_version}` }, versionOf(row));
