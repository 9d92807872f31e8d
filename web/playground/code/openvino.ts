// A cut or a join in OpenVINO's Python.
import type { Cut } from './cut.ts';

/** What OpenVINO's Python calls a type: f32, bf16, u8, i64, boolean. */
const nameOf = (type: string) =>
  type.replace('float', 'f').replace('uint', 'u').replace('int', 'i').replace('bool', 'boolean');

/** The function of each operator, and its arguments after the tensors. */
const CALLS: Record<string, [name: string, ...string[]]> = {
  Slice: ['slice', 'start', 'stop', 'step', 'axes'],
  Split: ['split', 'axis', 'num_splits'],
  VariadicSplit: ['variadic_split', 'axis', 'split_lengths'],
  Concat: ['concat', 'axis'],
  SliceScatter: ['slice_scatter', 'start', 'stop', 'step', 'axes'],
};

export function toOpenVino({ row, args, type, dims, walk, tensors }: Cut) {
  const element = `ov.Type.${nameOf(type)}`;
  const taken = dims.map((size, axis) => walk.find((each) => each.axis === axis)?.pieces[0].count ?? size);
  const names = tensors.map(({ name }) => name);
  const [call, ...parameters] = CALLS[row.op_type] ?? [];
  const given = parameters.flatMap((name) => args.filter((each) => each.name === name));
  const values = given.map(({ value }) => (Array.isArray(value) ? `[${value.join(', ')}]` : value));
  const first = row.op_type === 'Concat' ? [`[${names.join(', ')}]`] : names;
  const lines = [
    'import openvino as ov',
    `from openvino import opset${row.since_version} as ops`,
    '',
    ...tensors.map(({ name, ...tensor }, i) => {
      const shape = row.op_type === 'SliceScatter' && i === 1 ? taken : tensor.dims; // OpenVINO drops no axis of the updates
      return `${name} = ops.parameter([${shape.join(', ')}], ${element}, name="${name}")`;
    }),
    `cut = ops.${call}(${[...first, ...values].join(', ')})`,
    `model = ov.Model(cut.outputs(), [${names.join(', ')}], "cut")`,
  ];
  return `${lines.join('\n')}\n`;
}
