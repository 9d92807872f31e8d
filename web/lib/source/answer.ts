// Names the function in the errors of what it awaits.
import { toPublicError } from '../base/mistake.ts';

/** The result of a call; a mistake in it is blamed on `op`. */
export async function answer<T>(op: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    throw toPublicError(thrown, op);
  }
}

/** The same values; a mistake on the way is blamed on `op`. */
export async function* withPublicErrors<T>(
  op: string,
  values: AsyncGenerator<T, void, void>,
): AsyncGenerator<T, void, void> {
  try {
    yield* values;
  } catch (thrown) {
    throw toPublicError(thrown, op);
  }
}
