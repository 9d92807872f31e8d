// Reads colours and fonts from the style sheet for the canvas: style/tokens.css defines them.
import { COLOURS } from '../model/cut.ts';

export type Palette = ReturnType<typeof readPalette>;

/** Values of style/tokens.css. @param probe an element of the page, whose colour is changed */
export function tokensOf(probe: HTMLElement) {
  const style = getComputedStyle(probe);
  return (name: string) => {
    probe.style.color = `var(--${name})`; // which of its two colours applies
    return name === 'mono' ? style.getPropertyValue('--mono').trim() : style.color;
  };
}

/** The colours of the style sheet, all written as #7cc4ee. */
export function readPalette(context: CanvasRenderingContext2D) {
  const token = tokensOf(context.canvas);
  const colour = (name: string) => {
    context.fillStyle = token(name);
    return context.fillStyle;
  };
  return {
    /** By colour; the first is for cells that no part has. */
    fills: [colour('untaken'), ...Array.from({ length: COLOURS }, (_, i) => colour(`output-${i}`))],
    ink: colour('on-output'),
    inkOfNone: colour('on-untaken'),
    twin: colour('twin'),
    ground: colour('panel'),
    font: `13px ${token('mono')}`,
  };
}
