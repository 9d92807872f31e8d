// Shows the progress of a long step: on a terminal in one line that is rewritten, elsewhere (CI, a pipe) in a
// plain line every ten seconds.

const QUIET_MS = 10_000;
const REDRAW_MS = 100;

/** @param {string} title */
export function startProgress(title) {
  const tty = Boolean(process.stdout.isTTY);
  const started = Date.now();
  let shown = tty ? 0 : started;
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  /** @param {string} line */
  const rewrite = (line) =>
    process.stdout.write(`\r\x1b[2K${line.slice(0, (process.stdout.columns ?? 80) - 1)}`);
  console.log(`${title} ...`);

  return {
    /** Shows the state of the step. @param {string} detail */
    update(detail) {
      if (Date.now() - shown < (tty ? REDRAW_MS : QUIET_MS)) return;
      shown = Date.now();
      if (tty) rewrite(`  ${detail}`);
      else console.log(`  ${detail} (${seconds()} s)`);
    },
    /** Prints a line that stays. @param {string} line */
    note(line) {
      if (tty) rewrite('');
      console.log(`  ${line}`);
    },
    done() {
      if (tty) rewrite('');
      console.log(`${title}: done in ${seconds()} s`);
    },
  };
}

/** @typedef {ReturnType<typeof startProgress>} Progress */

/** @param {number} bytes */
export const megabytes = (bytes) => (bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0);

/** "81 of 113 MB, 72 %" @param {number} done @param {number} total */
export const ofMegabytes = (done, total) =>
  `${megabytes(done)} of ${megabytes(total)} MB, ${total ? Math.floor((100 * done) / total) : 100} %`;
