// Addresses: of files beside another one; and in messages. Signed ones let everybody in who has them, so names, passwords
// and queries are left out there.

/**
 * What is shown of an address. Where it is none, only what is surely not a part of one is: nobody can say
 * where its password would end.
 */
export function shownAddress(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return /[:@?#\\]/.test(text) ? `${/^\s*[a-z][a-z\d+.-]*:/i.exec(text)?.[0].trim() ?? ''}…` : text;
  }
  const { protocol, host, pathname, search, hash } = url;
  return protocol + (host ? `//${host}${pathname}${search || hash ? '?…' : ''}` : '…');
}

/** A text of others, such as a host's error, without what may be secret in the addresses that it quotes. */
export const withoutSecrets = (text: string) =>
  text
    .replace(/[a-z][a-z\d+.-]*:[/\\]{2}\S*/gi, (address) => shownAddress(address))
    .replace(/[?#]\S+/g, '?…');

/** The folder of an address, with the slash that ends it, which object stores escape; and the name in it. */
function dividedAt(address: string) {
  const [, folder, slash, name] = /^([^?#]*(\/|%2f))([^?#]*)/i.exec(address) ?? ['', '', '', ''];
  return { folder, slash, name };
}

/**
 * The address of a file in the folder of another, by its path with `/`; undefined if it would be elsewhere. What
 * signs one, after the `?`, goes along.
 */
export function besideAddress(location: string, address: string): string | undefined {
  const parts = location.split('/').filter((part) => part !== '.');
  if (parts[0] === '' || parts.includes('..') || /[\\\0\p{Cs}]/u.test(location)) return undefined;
  const { search } = new URL(address);
  const { folder, slash } = dividedAt(address);
  const { href } = new URL(folder + parts.map(encodeURIComponent).join(slash));
  return href.startsWith(folder) && href.length > folder.length ? href + search : undefined;
}

/** The name of a file in its folder, by its address. */
export function nameIn(address: string): string {
  try {
    return decodeURIComponent(dividedAt(address).name);
  } catch {
    return ''; // a % that is none of an escape
  }
}
