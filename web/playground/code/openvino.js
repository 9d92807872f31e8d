// VariadicSplit in OpenVINO's Python.
/** @import { Cut } from './cut.js' */

/** Types with other names in OpenVINO's Python. @type {Record<string, string>} */
const NAMES = {
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

/** @param {Cut} cut */
export function toOpenVino({ args, type, dims }) {
  const given = Object.fromEntries(args.map(({ name, value }) => [name, value]));
  const lines = [
    'import openvino as ov',
    'from openvino import opset1 as ops',
    '',
    `data = ops.parameter([${dims.join(', ')}], ov.Type.${NAMES[type] ?? type}, name="data")`,
    `cut = ops.variadic_split(data, ${given.axis}, [${[given.split_lengths].flat().join(', ')}])`,
    'model = ov.Model(cut.outputs(), [data], "cut")',
  ];
  return `${lines.join('\n')}\n`;
}
