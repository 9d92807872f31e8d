/** Changes the number at the caret of a field. */
export function stepNumber(target: HTMLInputElement, by: number) {
  const caret = target.selectionStart ?? 0;
  const number = [...target.value.matchAll(/-?\d+/g)].find(
    ({ 0: text, index }) => caret >= index && caret <= index + text.length,
  );
  if (number === undefined) return;
  const next = String(BigInt(number[0]) + BigInt(by));
  target.setRangeText(next, number.index, number.index + number[0].length, 'preserve');
  const to = Math.min(caret, number.index + next.length);
  target.setSelectionRange(to, to);
}
