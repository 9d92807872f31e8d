// Errors, and the operator table.
import {
  type Code,
  MicrotomeError,
  type Mistakes,
  type OperatorRow,
  operators,
  type Type,
} from '../../../web/lib/index.ts';
import { is } from './is.ts';

// A code is one of the words that Mistakes explains.
const error = new MicrotomeError('bad_axis', 'Split-18', 'axis', 'Split-18: axis: ...');
is<Code>()(error.code, true);
is<keyof Mistakes>()(error.code, true);
is<boolean>()(error.code === 'bad_axis', true);
is<string>()(error.op, true);
is<string>()(error.param, true);
const thrown: Error = error;
if (thrown instanceof MicrotomeError) is<Code>()(thrown.code, true);
// @ts-expect-error not a code
void (error.code === 'bad_axes');
// @ts-expect-error not a code
new MicrotomeError('bad_axes', '', '', '');
// @ts-expect-error an error says what happened; it is not to be changed
error.code = 'bad_size';

// The table is data, and frozen.
const row: OperatorRow = operators()[0];
is<number>()(row.since_version, true);
is<string>()(row.inputs[0].name, true);
is<0 | 1 | '0 or 1' | 'any'>()(row.inputs[0].rank, true);
is<'int' | 'ints' | 'float' | 'string' | 'object' | 'string or object'>()(row.attributes[0].type, true);
is<Type>()(row.types[0], true);
// @ts-expect-error rows are not to be added
operators().push(row);
// @ts-expect-error nor types
row.types.push('u5');
