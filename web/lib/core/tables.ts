// The core's element types, operators, limits and records. They are generated from the C++ code (src/describe.cpp),
// together with the module.
import { CLASSES } from '../base/arrays.ts';
import { deepFreeze } from '../base/freeze.ts';
import type { AttributeRow, ElementTypeRow, InputRow, OperatorRow } from '../types.ts';
import { axis, build, copy, dtypes, header, numbers, stream, tie, ways } from './wasm/tables.js';

/** How the value of a parameter is read. */
export interface Reading {
  /** A list has one entry for each of these; absent: for something else. */
  onePer?: 'axis' | 'output';
  /** All 64 bits of an integer matter. */
  int64?: true;
  /** It is an element of the tensor's type. */
  value?: true;
  /** A tensor of any rank, whose sizes matter. */
  anyRank?: true;
  /** A condition: its values are the positions of what is true. */
  mask?: true;
}

/** An operator version. A set of element types is one number: bit i is row i of their table. */
export type DescribedRow = Omit<OperatorRow, 'types' | 'inputs' | 'attributes'> & {
  /** Its number in the core's table. */
  row: number;
  inputs: (Omit<InputRow, 'types'> & { types: number } & Reading)[];
  attributes: (AttributeRow & Reading)[];
  /** An operator of this library that callers do not see. */
  hidden?: true;
  /** A value fills a part of the output. */
  fills?: true;
  /** Its output is its first tensor. */
  assigns?: true;
  /** The output of its cut is never a view of the data, and does not overlap it. */
  neverViews?: true;
};

/** An element type. */
export interface DescribedType extends ElementTypeRow {
  /** Bits of its values, negative if they are signed; absent: it is not an integer. */
  integer?: number;
}

/** The tables that src/describe.cpp writes. */
export interface Described {
  dtypes: DescribedType[];
  /** Numbers that both sides know. The C++ code explains each: `kMaxRank`, and so on. */
  numbers: Readonly<Record<KnownNumber, number>>;
  /** Words for `Way`, in its order. */
  ways: readonly Way[];
  /** Where each word of a record is. */
  header: Readonly<Record<HeaderWord, number>>;
  axis: Readonly<Record<'size' | 'stride' | 'partStride' | 'box', number>>;
  stream: Readonly<Record<'offset' | 'run' | 'partOffset', number>>;
  copy: Readonly<Record<'tensor' | 'at' | 'begin' | 'bytes' | 'spacing', number>>;
}

type KnownNumber =
  | 'maxRank'
  | 'maxOutputs'
  | 'lines'
  | 'wayBits'
  | 'wholeInArena'
  | 'partsInArena'
  | 'mostMoveWords'
  | 'absent'
  | 'untyped'
  | 'hasCount'
  | 'anyType'
  | 'views'
  | 'inOneArray'
  | 'negatives'
  | 'byValues'
  | 'byScale'
  | 'byTable'
  | 'onlyChecks'
  | 'keepsInfinity'
  | 'divides';

/** How a move is carried out: `Way` of src/move/way.hpp. */
export type Way = 'runs' | 'staged' | 'few' | 'loop' | 'reverse' | 'fill';

type HeaderWord =
  | 'ways'
  | 'joins'
  | 'packed'
  | 'stridedPart'
  | 'repeated'
  | 'item'
  | 'inner'
  | 'depth'
  | 'block'
  | 'width'
  | 'partWidth'
  | 'partBits'
  | 'along'
  | 'listed'
  | 'list'
  | 'gaps'
  | 'first'
  | 'streams'
  | 'rank';

export const DTYPES: readonly DescribedType[] = dtypes;
export const NUMBERS: Described['numbers'] = numbers;
export const { maxRank: MAX_RANK, maxOutputs: MAX_OUTPUTS, lines: LINES } = NUMBERS;

/** The record of a move (record.ts), and a copy. */
export const RECORD: Pick<Described, 'ways' | 'header' | 'axis' | 'stream' | 'copy'> = {
  ways,
  header,
  axis,
  stream,
  copy,
};

/** The linker's id of the module that belongs to these tables. */
export const BUILD = build;

/** The name under which parts of the module import from the others of the same build. */
export const TIE = tie;

/** The row of a name or alias. */
const BY_NAME = new Map<unknown, number>();
/** The row that a class of arrays stands for: the first one that names it. */
const BY_CLASS = new Map<string, number>();

DTYPES.forEach(({ name, alias, classes }, row) => {
  for (const each of alias === undefined ? [name] : [name, alias]) BY_NAME.set(each, row);
  for (const each of classes) if (!BY_CLASS.has(each)) BY_CLASS.set(each, row);
});

/** Every name of an element type. */
export const typeNames = () => [...BY_NAME.keys()] as string[];

/** Row of the type that a caller names. */
export const typeNamed = (name: unknown) => BY_NAME.get(name);

/** Row of the type that a class of arrays stands for. */
export const typeOfClass = (className: string) => BY_CLASS.get(className);

/** The first class that holds the type, and that this host has. */
export const classNameFor = ({ classes }: ElementTypeRow) =>
  classes.find((name) => CLASSES[name] !== undefined) ?? classes[0];

/** Bytes of an entry of the array; 1 for strings. */
export const unitOf = ({ bits, entries }: ElementTypeRow) =>
  bits % 8 === 0 && bits > 0 ? bits / 8 / entries : 1;

const ROWS = /* @__PURE__ */ DTYPES.map(({ integer: _, ...row }): ElementTypeRow => row);

export const listElementTypes = (): readonly ElementTypeRow[] => deepFreeze(ROWS);
