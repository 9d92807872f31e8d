// Saves the diagram of a result, in the colours that the page has now.
import { tokensOf } from '../canvas/palette.ts';
import { h } from '../dom.ts';
import type { Result } from '../model/cut.ts';
import { save } from '../save.ts';
import { type Diagram, toDiagram } from './diagram.ts';
import { paintDiagram, type Token, toSvg } from './writers.ts';

/** Pixels of a canvas per pixel of the diagram, and the most along a side, which all browsers can paint. */
const DENSITY = 2;
const LONGEST = 16_000;

export function saveDiagram(result: Result, kind: 'svg' | 'png') {
  const diagram = toDiagram(result);
  const { row } = result;
  const name = `${row.op_type.toLowerCase()}-${row.since_version}.${kind}`;
  const probe = h('i', { hidden: true });
  document.body.append(probe);
  const token = tokensOf(probe);
  if (kind === 'svg') save(name, new Blob([toSvg(diagram, token)], { type: 'image/svg+xml' }));
  else paint(diagram, token).toBlob((blob) => blob && save(name, blob));
  probe.remove();
}

function paint(diagram: Diagram, token: Token) {
  const { width, height } = diagram;
  const density = Math.min(DENSITY, LONGEST / Math.max(width, height));
  const canvas = h('canvas', { width: Math.ceil(width * density), height: Math.ceil(height * density) });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.scale(density, density);
  paintDiagram(diagram, token, context);
  return canvas;
}
