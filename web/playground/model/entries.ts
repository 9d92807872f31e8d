// The entries of an address.

/** Escaped characters that a hash can hold as they are. */
const READABLE = /%(2C|3A|2F|3F|40|24|3B|3D|28|29|5B|5D)/gi;

/** @returns without '#' */
export const joinEntries = (entries: readonly [string, string][]) =>
  entries
    .map(([name, text]) => `${name}=${encodeURIComponent(text).replace(READABLE, decodeURIComponent)}`)
    .join('&');

/** Removes the blanks of lists. */
export const tidy = (text: string) =>
  text
    .trim()
    .replace(/\s*([,;])\s*/g, '$1')
    .replace(/\s+/g, ' ');
