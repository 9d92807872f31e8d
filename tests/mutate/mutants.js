// The small changes that a mutation run makes: one of these patterns at one place of one line. Comments, strings, preprocessor lines
// and imports are left alone. To add a kind of change, add a row.

/**
 * @typedef {object} Mutant
 * @property {string} file
 * @property {number} line from 1
 * @property {string} before the line
 * @property {string} after the line
 */

const NUMBER = /(?<![\w.])(\d+)(?![\w.'])/g;
/** A whole statement in a line: a call, or an assignment to what is there already. */
const STATEMENT = /^(\s+)(?!return\b|throw\b|const\b|let\b)[\w.>[\]()-]+(?:\(.*\)| [-+*|&]?= .*);$/g;

/** What is found, and what replaces it. @type {readonly [RegExp, string | ((...found: string[]) => string)][]} */
const CHANGES = [
  ...swaps(' < ', ' <= '),
  ...swaps(' > ', ' >= '),
  ...swaps(' == ', ' != '),
  ...swaps(' === ', ' !== '),
  ...swaps(' && ', ' || '),
  ...swaps(' + ', ' - '),
  ...swaps('true', 'false'),
  ...swaps('++', '--'),
  [/ \* /g, ' + '],
  [NUMBER, (number) => String(Number(number) + 1)],
  [NUMBER, (number) => String(Math.max(0, Number(number) - 1))],
  [/\b(if|while) \((.*)\)(?= (?:\{|return|continue|break|throw|[a-z])|$)/g, '$1 (!($2))'],
  [/(?<=\breturn )(?![{[(<])(\w.*[=<>&|].*)(?=;$)/g, '!($1)'],
  [STATEMENT, '$1;'],
];

/** @param {string} a @param {string} b @returns {[RegExp, string][]} */
function swaps(a, b) {
  const found = (/** @type {string} */ text) =>
    new RegExp(text.replace(/\w+/, '\\b$&\\b').replace(/[+|]/g, '\\$&'), 'g');
  return [
    [found(a), b],
    [found(b), a],
  ];
}

/** Comments, strings, regular expressions, preprocessor lines and imports. A ' between digits of C++ begins no string. */
const HIDDEN = new RegExp(
  [
    String.raw`\/\/[^\n]*`,
    String.raw`\/\*[\s\S]*?\*\/`,
    String.raw`"(?:\\.|[^"\\\n])*"`,
    String.raw`(?<![\da-fA-F])'(?:\\.|[^'\\\n])*'`,
    String.raw`\x60(?:\\.|[^\x60\\])*\x60`,
    String.raw`(?<=[(,=:[!&|?{};]\s*)\/(?![*\/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^\/\\\n])+\/[a-z]*`,
    String.raw`^[ \t]*#(?:\\\n|[^\n])*`,
    String.raw`^import\b[^;]*;`,
  ].join('|'),
  'gm',
);

/** Stands for a hidden character. */
const MASK = '\u0000';

/** All mutants of a file. @param {string} file @param {string} text @returns {Mutant[]} */
export function mutantsOf(file, text) {
  const masked = text.replace(HIDDEN, (hidden) => hidden.replace(/[^\n]/g, MASK)).split('\n');
  return text.split('\n').flatMap((before, i) => {
    const seen = masked[i];
    const afters = CHANGES.flatMap(([pattern, replacement]) =>
      [...seen.matchAll(pattern)].map(({ index }) => {
        const rest = seen
          .slice(index)
          .replace(new RegExp(pattern.source), /** @type {string} */ (replacement));
        return unmasked(seen.slice(0, index) + rest, before, seen);
      }),
    );
    const changed = new Set(afters.filter((after) => after !== before));
    return [...changed].map((after) => ({ file, line: i + 1, before, after }));
  });
}

/**
 * A changed line with what was hidden in it. A change keeps all of that, or nothing.
 * @param {string} changed
 * @param {string} before
 * @param {string} seen
 */
function unmasked(changed, before, seen) {
  const hidden = [...seen].flatMap((character, k) => (character === MASK ? [before[k]] : []));
  return changed.replaceAll(MASK, () => hidden.shift() ?? '');
}
