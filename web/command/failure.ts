// The two ways in which a command ends badly. Each is one sentence on standard error.

/** Something that cannot be done: exit code 1. */
export class Failure extends Error {}

/** A command line that cannot be understood: exit code 2, and the usage after the sentence. */
export class WrongUsage extends Error {}

/** Whoever read what is written has left: a command ends quietly then. */
export class Closed extends Error {}

/** What the library says of options that the command does not have, and what the command says instead. */
const OPTIONS: readonly [RegExp, string][] = [
  [/\bmaxBytes is (\d+)/g, 'the command holds at most $1 bytes; raise --max-bytes'],
  [
    /is longer than (\d+) bytes, which maxBytes still allows/g,
    'is longer than the $1 bytes that the command holds at most',
  ],
  [/; raise maxRequests/g, '; copy the file to this machine, and open it there'],
  [/, or raise gap/g, ''],
  [/(\.npy files have no [^;]+); save it as 'raw'/g, '$1; cut it with --raw'],
  [
    /(\.safetensors files have no [^;]+); save it as 'raw'/g,
    '$1; give OUT the ending .npy, or cut it with --raw -o OUT.raw',
  ],
  [
    /; open the file by its URL to reach it, or give files: \[\.\.\.\]/g,
    '; give the path or URL of the file, which a pipe does not have',
  ],
  [
    /; open it by its path or URL, or as a File and with files: \[\.\.\.\]/g,
    '; give the path or URL of a file that is named as in NAME-00001-of-00003.gguf',
  ],
  [/; raise timeout to wait longer/g, '; --timeout SECONDS waits longer'],
  [/with trust: '([a-z-]+)'/g, 'with --trust $1'],
  [/must go into headers/g, "must go into --header 'Authorization: Basic ...', as base64 of NAME:PASSWORD"],
];

/** The sentence of anything that was thrown. Addresses in it are shown without their secrets. */
export function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof Failure || thrown instanceof WrongUsage) return withoutSecrets(text);
  return withoutSecrets(OPTIONS.reduce((so, [option, meaning]) => so.replace(option, meaning), text));
}

/** Users, passwords, and what comes after the path of an address: a signed one lets everybody in who has it. */
const withoutSecrets = (text: string) =>
  text.replace(
    /([a-z][a-z\d+.-]*:\/\/|\b(?:https?|ftp|wss?):[\\/]*)(?:[^\s/?#]*@)?([^\s?#]*)(?:[?#]\S*?(?=['"]?[.,:;)]?(?:\s|$)))?/gi,
    '$1$2',
  );
