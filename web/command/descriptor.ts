// What Linux says of this process's open files.
import { fs } from './host.ts';

/** A number of an open file, such as its position, or in octal its flags; undefined: the system does not say. */
export function factOf(fd: number | string, fact: 'pos' | 'flags'): number | undefined {
  try {
    const text = fs.readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8');
    const [, digits] = new RegExp(`^${fact}:\\s*(\\d+)$`, 'm').exec(text) ?? [];
    return digits === undefined ? undefined : Number.parseInt(digits, fact === 'pos' ? 10 : 8);
  } catch {
    return undefined;
  }
}
