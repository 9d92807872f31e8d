// Saves the diagram of a result, in the colours that the page has now.
import { tokensOf } from '../canvas/palette.ts';
import { h } from '../dom.ts';
import type { Result } from '../model/cut.ts';
import { save } from '../save.ts';
import { toDiagram } from './diagram.ts';
import { toSvg } from './svg.ts';

export function saveDiagram(result: Result) {
  const { op_type, since_version } = result.row;
  const probe = h('i', { hidden: true });
  document.body.append(probe);
  const text = toSvg(toDiagram(result), tokensOf(probe));
  probe.remove();
  save(`${op_type.toLowerCase()}-${since_version}.svg`, new Blob([text], { type: 'image/svg+xml' }));
}
