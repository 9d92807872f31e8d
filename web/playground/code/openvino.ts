// VariadicSplit and SliceScatter in OpenVINO's Python.
import type { Cut } from './cut.ts';

/** What OpenVINO's Python calls a type: f32, bf16, u8, i64, boolean. */
const nameOf = (type: string) =>
  type.replace('float', 'f').replace('uint', 'u').replace('int', 'i').replace('bool', 'boolean');

export function toOpenVino({ joins, args, type, dims, walk, tensors }: Cut) {
  const given = new Map(args.map(({ name, value }) => [name, `[${[value].flat().join(', ')}]`]));
  const element = `ov.Type.${nameOf(type)}`;
  const taken = dims.map((size, axis) => walk.find((each) => each.axis === axis)?.pieces[0].count ?? size);
  const lists = ['start', 'stop', 'step', 'axes'].filter((name) => given.has(name));
  const names = tensors.map(({ name }) => name);
  const lines = [
    'import openvino as ov',
    `from openvino import opset${joins ? 15 : 1} as ops`,
    '',
    ...tensors.map(({ name }, i) => {
      const shape = i === 0 ? dims : taken; // OpenVINO drops no axis of the updates
      return `${name} = ops.parameter([${shape.join(', ')}], ${element}, name="${name}")`;
    }),
    joins
      ? `cut = ops.slice_scatter(${[...names, ...lists.map((name) => given.get(name))].join(', ')})`
      : `cut = ops.variadic_split(data, ${given.get('axis')?.slice(1, -1)}, ${given.get('split_lengths')})`,
    `model = ov.Model(cut.outputs(), [${names.join(', ')}], "cut")`,
  ];
  return `${lines.join('\n')}\n`;
}
