// VariadicSplit and SliceScatter in OpenVINO's Python.
import type { Cut } from './cut.ts';

/** Types with other names in OpenVINO's Python. */
const NAMES: Record<string, string> = {
  float32: 'f32',
  float64: 'f64',
  float16: 'f16',
  bfloat16: 'bf16',
  bool: 'boolean',
  int8: 'i8',
  int16: 'i16',
  int32: 'i32',
  int64: 'i64',
  uint8: 'u8',
  uint16: 'u16',
  uint32: 'u32',
  uint64: 'u64',
};

export function toOpenVino({ joins, args, type, dims, walk, tensors }: Cut) {
  const given = new Map(args.map(({ name, value }) => [name, `[${[value].flat().join(', ')}]`]));
  const element = `ov.Type.${NAMES[type] ?? type}`;
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
