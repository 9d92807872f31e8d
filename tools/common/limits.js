// How long tests and their tools wait for what may hang. No limit judges how fast something is, because a machine may be ten times as
// busy as yours: each is at least ten times what the longest such wait takes on two idle cores.

/** For one wait: a page, a program, an answer. The longest takes half a minute. */
export const HANGS_AFTER_MS = 300_000;

/** For a file of tests, which may be a whole folder of them. The longest takes ten minutes. */
export const FILE_HANGS_AFTER_MS = 7_200_000;
