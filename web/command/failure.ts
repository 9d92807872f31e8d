// The two ways in which a command ends badly. Each is one sentence on standard error.

/** Something that cannot be done: exit code 1. */
export class Failure extends Error {}

/** A command line that cannot be understood: exit code 2, and the usage after the sentence. */
export class WrongUsage extends Error {}

/** The sentence of anything that was thrown. */
export const reasonOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));
