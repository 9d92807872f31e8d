// Everything that a slice of the page's own picture does not need. It is loaded after the first picture, or before it if the address
// asks for something else: while it lacks, the page shows no other call.
import { slices } from '../slices.ts';
import { Later, loadStyle } from './lazy.ts';

export const more = new Later(async () => {
  const style = loadStyle(new URL('../style/more.css', import.meta.url));
  const [module] = await Promise.all([import('../more.ts'), style]);
  return module;
});

export type More = typeof import('../more.ts');

/** What is known of calls: all, or slices of a picture. */
export const known = (): Pick<More, keyof typeof slices> => more.part ?? slices;

/** Does something with it, at once if it is there. */
export async function withMore(act: (all: More) => void) {
  const all = more.part ?? (await more.load());
  if (all) act(all);
}
