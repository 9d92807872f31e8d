// Parameters that are words, such as the mode of Pad.
import { describe } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import { firstVersionWith, whereIs } from '../core/operators.ts';
import { type Request, UNTYPED } from '../core/request.ts';

/** A word, as its number in the list of legal ones. */
export function pushChoice(request: Request, value: unknown, choices: readonly string[]): void {
  const i = choices.indexOf(value as string);
  if (i < 0) {
    const legal = choices.map((choice) => `'${choice}'`).join(' or ');
    const other = firstVersionWith(
      request.version,
      (each) => each.choices?.includes(value as string) === true,
    );
    const where = other === undefined ? '' : `; ${whereIs(request.version, other)}`;
    throw new Mistake('bad_argument', `must be ${legal}, not ${describe(value)}${where}`);
  }
  request.pushHead(UNTYPED, 0, 1);
  request.push(i);
}
