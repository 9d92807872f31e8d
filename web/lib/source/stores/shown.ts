// Addresses in messages. Signed ones let everybody in who has them, so names, passwords and queries are left out.

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
