// Saves the diagram of a result, in the colours that the page has now.
import { h } from '../dom.ts';
import type { Result } from '../model/cut.ts';
import { save } from '../save.ts';
import { toDiagram } from './diagram.ts';
import { paintDiagram, toSvg } from './writers.ts';

/** Pixels of a canvas per pixel of the diagram, and the most along a side, which all browsers can paint. */
const DENSITY = 2;
const LONGEST = 16_000;

export async function saveDiagram(result: Result, kind: 'svg' | 'png') {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const diagram = toDiagram(result);
  const name = `${result.row.op_type.toLowerCase()}-${result.row.since_version}.${kind}`;
  if (kind === 'svg') return save(name, new Blob([toSvg(diagram, token)], { type: 'image/svg+xml' }));
  const { width, height } = diagram;
  const density = Math.min(DENSITY, LONGEST / Math.max(width, height));
  const canvas = h('canvas', { width: Math.ceil(width * density), height: Math.ceil(height * density) });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.scale(density, density);
  paintDiagram(diagram, token, context);
  canvas.toBlob((blob) => blob && save(name, blob));
}
