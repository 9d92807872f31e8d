// At which field of the page a mistake is shown, and in which words.
import { MicrotomeError } from '../../lib/index.ts';
import { messageOf } from '../page/say.ts';
import { callName } from './names.ts';
import { Wrong } from './planned.ts';
import type { State } from './state.ts';

export interface Mistake {
  field: string; // 'dims' of a tensor; '' if it is no field
  message: string;
}

/** Parameters that are tensors. */
const TENSORS = ['data', 'input', 'inputs', 'input_sequence', 'past_cache', 'update', 'updates', 'dims'];

/** @throws the error, if it is none of what was typed */
export function mistakeOf(error: unknown, { notation, values }: State): Mistake {
  if (!(error instanceof MicrotomeError || error instanceof Wrong || error instanceof RangeError))
    throw error;
  const message = messageOf(error);
  const param = callName('param' in error ? String(error.param ?? '') : '');
  if (TENSORS.includes(param)) return { field: 'dims', message };
  if (notation !== null || param === 'spec') return { field: 's', message };
  // A pattern that is right without sizes: the sizes are wrong.
  const isSized = param === 'pattern' && values.sizes?.trim() && /has size|cannot divide/.test(message);
  return { field: isSized ? 'sizes' : param, message };
}
