// Output of layers that run beside each other, one layer after another: the first that has not ended prints as it runs, the others
// when it is their turn.

/** @param {number} count of those that print */
export function takeTurns(count) {
  const waiting = Array.from({ length: count }, () => /** @type {string[]} */ ([]));
  const ended = waiting.map(() => false);
  let turn = 0;
  const flush = () => {
    for (; turn < count; ++turn) {
      for (const line of waiting[turn].splice(0)) console.log(line);
      if (!ended[turn]) return;
    }
  };
  return waiting.map((lines, i) => ({
    /** @param {string} line */
    print(line) {
      lines.push(line);
      if (i === turn) flush();
    },
    end() {
      ended[i] = true;
      if (i === turn) flush();
    },
  }));
}
