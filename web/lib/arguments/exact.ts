// Parameters of which all 64 bits matter.
import { describe } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import type { Request } from '../core/request.ts';
import { INTEGERS, isNumber, wrongEntry } from './numbers.ts';

/** Every int64 is smaller. */
const BEYOND = 2 ** 63;

/** Integers of 64 bits, as two words each: the upper and the lower half. The core refuses infinities. */
export function pushExact(request: Request, list: ArrayLike<unknown>, count: number, isPlain: boolean): void {
  for (let i = 0; i < count; ++i) {
    const value = list[i];
    if (!isNumber(value)) throw wrongEntry(INTEGERS, i, value);
    const isInfinite = value === Infinity || value === -Infinity;
    if (isPlain && (value >= BEYOND || value < -BEYOND) && !isInfinite)
      throw new Mistake('index_out_of_range', `entry ${i} is ${describe(value)}; it must be an int64`);
    if (typeof value === 'number') {
      // a fraction stays whole, because half of it could become an integer
      const high = value % 1 === 0 || isInfinite ? Math.floor(value / 2 ** 32) : 0;
      request.push(high);
      request.push(value - high * 2 ** 32);
    } else {
      const bits = BigInt.asIntN(64, value);
      request.push(Number(bits >> 32n));
      request.push(Number(bits & 0xffffffffn));
    }
  }
}
