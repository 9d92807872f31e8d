// How far a command is, and how long nothing has come: a line on standard error where that is a terminal.

/** What is used of a stream. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Milliseconds from one line to the next. */
const PAUSE = 200;
/** Milliseconds without a byte after which the line says so, each time. */
const SILENCE = 1000;

export class Progress {
  readonly #terminal;
  readonly #now;
  readonly #begin: number;
  #last: number;
  #isShown = false;
  /** When the last bytes came, and what was said of them. */
  #came: number;
  #said = '';
  readonly #timer: ReturnType<typeof setInterval> | undefined;

  constructor(terminal: Terminal = process.stderr, now = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
    this.#begin = now();
    this.#last = this.#came = this.#begin;
    if (terminal.isTTY) this.#timer = setInterval(() => this.wait(), SILENCE).unref();
  }

  update({ bytes, total }: { bytes: number; total: number }): void {
    const now = this.#now();
    this.#came = now;
    this.#said = `${sizeOf(bytes)} of ${sizeOf(total)}, `;
    if (!this.#terminal.isTTY || now - this.#last < PAUSE) return;
    this.#last = now;
    const rate = (bytes / (now - this.#begin)) * 1000;
    const left = rate > 0 ? `, ${timeOf((total - bytes) / rate)} left` : '';
    this.#show(`${this.#said}${sizeOf(rate)}/s${left}`);
  }

  /** Says that nothing has come for a while. */
  wait(): void {
    const silence = this.#now() - this.#came;
    if (silence >= SILENCE) this.#show(`${this.#said}waiting, ${timeOf(Math.floor(silence / 1000))}`);
  }

  #show(text: string): void {
    this.#isShown = true;
    this.#terminal.write(`\r${text}\x1b[K`);
  }

  /** Clears the line. */
  end(): void {
    clearInterval(this.#timer);
    if (this.#isShown) this.#terminal.write('\r\x1b[K');
    this.#isShown = false;
  }
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

export function sizeOf(bytes: number): string {
  let unit = 0;
  while (bytes >= 999.5 && unit < UNITS.length - 1) {
    bytes /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(bytes) : bytes.toPrecision(3)} ${UNITS[unit]}`;
}

/** 1:02:03 */
export function timeOf(seconds: number): string {
  const whole = Math.ceil(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (parts[0] === 0) parts.shift();
  return parts.map((part, i) => `${part}`.padStart(i === 0 ? 1 : 2, '0')).join(':');
}
