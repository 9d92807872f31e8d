// The two ways in which a command ends badly. Each is one sentence on standard error.

/** Something that cannot be done: exit code 1. */
export class Failure extends Error {}

/** A command line that cannot be understood: exit code 2, and the usage after the sentence. */
export class WrongUsage extends Error {}

/** The sentence of anything that was thrown. Addresses in it are shown without their secrets. */
export const reasonOf = (thrown: unknown) =>
  withoutSecrets(thrown instanceof Error ? thrown.message : String(thrown));

/** Users, passwords, and what comes after the path of an address: a signed one lets everybody in who has it. */
const withoutSecrets = (text: string) =>
  text.replace(
    /([a-z][a-z\d+.-]*:\/\/)(?:[^\s/?#]*@)?([^\s?#]*)(?:[?#]\S*?(?=['"]?[.,:;)]?(?:\s|$)))?/gi,
    '$1$2',
  );
