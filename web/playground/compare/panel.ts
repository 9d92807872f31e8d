// Compares two versions of an operator on the same input: both results, and the rules that only one of them has.
import { RULES } from 'virtual:microtome-rules';
import { MicrotomeError, type OperatorRow } from '../../lib/index.ts';
import { Grid, MOST_ELEMENTS } from '../cells/grid.ts';
import { brackets, colourOf, toDrawn } from '../cells/tensor.ts';
import { h, withCode } from '../dom.ts';
import { cut, isLarge, type Result } from '../model/cut.ts';
import { sizeOf } from '../model/integers.ts';
import { lostBy } from '../model/parameters.ts';
import { versions } from '../model/rows.ts';
import { atVersion, type State } from '../model/state.ts';
import type { Work } from '../pieces.ts';
import type { Part } from '../stage/stage.ts';
import { inputOf, isSame, type Rule, type Side, sideOf } from './differences.ts';

/** The answers to a case that the documents leave open. */
const ANSWERS: readonly ['document' | 'reference' | 'ort' | 'openvino' | 'ours', string][] = [
  ['document', 'The document'],
  ['reference', "ONNX's reference"],
  ['ort', 'ONNX Runtime'],
  ['openvino', 'OpenVINO'],
  ['ours', 'Microtome'],
];

/** Where rules and rulings are documented, beside the built page. Rulings have anchors. */
const CONFORMANCE = './docs/conformance.html';

type Outcome = { result: Result } | { wrong: string; code: string };

export function makeCompare(onChoose: (versus: number | null) => void): Part {
  const select = h('select', { id: 'versus' });
  const body = h('div.versus');
  select.addEventListener('change', () => onChoose(select.value === '' ? null : Number(select.value)));
  const element = h(
    'section.panel.compare',
    { 'aria-label': 'Two versions' },
    h('div.title.row', h('h2', 'Two versions'), h('label.note', 'compare with ', select)),
    body,
  );
  return {
    element,
    *draw(result) {
      const { row, state } = result;
      const others = versions().filter((each) => each.op === row.op && each !== row);
      element.hidden = others.length === 0;
      select.replaceChildren(
        h('option', { value: '' }, 'none'),
        ...others.map(({ since_version }) => h('option', { value: since_version }, `opset ${since_version}`)),
      );
      select.value = String(state.versus ?? '');
      const other = others.find(({ since_version }) => since_version === state.versus);
      body.replaceChildren();
      yield;
      if (other) yield* draw(body, result, other);
    },
  };
}

function* draw(body: HTMLElement, result: Result, other: OperatorRow): Work {
  const { row, state } = result;
  const outcome = attempt(atVersion(versions(), state, other.since_version));
  const verdict =
    'result' in outcome ? sayOutputs(result, outcome.result) : 'Only one of them accepts this cut.';
  yield;
  const input = inputOf(result);
  const mine = sideOf(RULES, row, other, 'outputs', input);
  const its = sideOf(RULES, other, row, 'code' in outcome ? outcome.code : 'outputs', input);
  const sides = h('div.sides.abreast');
  body.append(h('p.verdict', verdict), sides);
  yield* drawSide(sides, mine, { result }, lostBy(row, state));
  yield* drawSide(sides, its, outcome, lostBy(other, state));
}

const sayOutputs = (a: Result, b: Result) =>
  isSame(a, b) ? 'Both give the same.' : 'They give different outputs.';

function attempt(state: State): Outcome {
  if (isLarge(state)) return { wrong: 'Too many outputs to compare here.', code: '' };
  try {
    return { result: cut(state) };
  } catch (error) {
    if (!(error instanceof MicrotomeError || error instanceof RangeError)) throw error;
    return { wrong: error.message, code: error instanceof MicrotomeError ? error.code : '' };
  }
}

function* drawSide(
  place: HTMLElement,
  { name, parameters, types, rules, others }: Side,
  outcome: Outcome,
  ignored: string[],
): Work {
  const section = h('section', h('h3', name));
  place.append(section);
  if (ignored.length > 0) section.append(h('p.note', `${name} has no ${ignored.join(', ')}: ignored here.`));
  if ('result' in outcome) yield* drawOutputs(section, outcome.result, name);
  else section.append(h('p.wrong', outcome.wrong));
  const declared = [
    ...parameters.map((each) => h('li', 'has ', h('code', each))),
    ...(types.length > 0 ? [h('li', `also takes ${types.join(', ')}`)] : []),
  ];
  section.append(
    h('h4', `What only ${name} says about this input`),
    rules.length > 0 ? h('ul.matters', ...rules.map(drawRule)) : h('p.note', 'Nothing.'),
  );
  yield;
  const rest = [...declared, ...others.map(drawRule)];
  if (rest.length === 0) return;
  const title = `${rest.length} other ${rest.length === 1 ? 'difference' : 'differences'}`;
  section.append(h('details', h('summary', title), h('ul', ...rest)));
}

function* drawOutputs(place: HTMLElement, result: Result, name: string): Work {
  const figures = h('div.parts.row');
  place.append(figures);
  const made = result.joins ? [result.dims] : result.parts.slice(0, 8);
  for (const [i, dims] of made.entries()) {
    const badge = result.joins ? [] : [h('span', { className: `badge ${colourOf(i)}` }, String(i)), ' '];
    const caption = h('figcaption', ...badge, h('span.shape', brackets(dims)));
    const figure = h('figure.part', caption);
    figures.append(figure);
    const size = sizeOf(dims);
    if (size === 0 || size > MOST_ELEMENTS / 4) continue;
    const label = `${name}, output ${i} ${brackets(dims)}`;
    const grid = new Grid(() => {}, null);
    const fill = grid.show(toDrawn(result, result.joins ? null : i), label);
    figure.append(h('div.scroller', grid.element));
    yield* fill();
  }
}

function drawRule(rule: Rule) {
  const link = h('a', { href: `${CONFORMANCE}#${rule.ours ? rule.tag.toLowerCase() : 'rules'}` }, rule.tag);
  const answers = ANSWERS.filter(([key]) => rule[key]);
  if (answers.length === 0) return h('li', ...withCode(rule.text), ' ', link);
  const list = h(
    'dl',
    ...answers.flatMap(([key, title]) => [h('dt', title), h('dd', ...withCode(rule[key] ?? ''))]),
  );
  return h('li', h('details', h('summary', ...withCode(rule.text)), list, link));
}
