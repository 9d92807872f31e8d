// A failure that a person can act on: one sentence, printed without a stack. Throw it if a tool cannot
// continue.
import { note } from './outcome.js';

export class Failure extends Error {}

/** Something that the tool needs is neither on this machine nor to be had from it, as without a network. */
export class Unavailable extends Failure {}

/**
 * Runs a tool's main function. A Failure is printed as its sentence, with exit code 1. Any other error is a
 * bug and keeps its stack.
 * @param {() => Promise<number | void>} main returns the exit code
 */
export async function runTool(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof Unavailable) note({ missed: error.message, unavailable: true });
    console.error(sentence(error));
  }
}

/**
 * Reports something that could not be done on this machine. It is no failure, but nobody should overlook it.
 * @param {string} what
 * @param {string} why and what to do
 */
export function missed(what, why) {
  note({ missed: `${what}: ${why}` });
  const line = '!'.repeat(100);
  console.log(`\n${line}\n!!! ${what.toUpperCase()}: ${why}.\n${line}`);
}

/** @param {unknown} error */
function sentence(error) {
  if (error instanceof Failure) return `\nmicrotome: ${error.message}`;
  if (isDiskFull(error))
    return '\nmicrotome: the disk is full; free about 2 GB and run the same command again.';
  return error;
}

/** @param {unknown} error */
const isDiskFull = (error) => error instanceof Error && 'code' in error && error.code === 'ENOSPC';
