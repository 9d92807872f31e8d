// What types leave to the run: they know the newest version of an operator, and of a node only its operator, its first tensor
// and, of Rearrange, its attributes. Each of these calls compiles, and is refused with its code when it runs.
import { type Code, concat, evaluate, plan, slice, split } from '../../../web/lib/index.ts';

const floats = { type: 'float32', dims: [2, 3], data: new Float32Array(6) } as const;
const bytes = { dims: [2], data: new Uint8Array(2) };
const bools = { type: 'bool', dims: [2], data: new Uint8Array(2) } as const;
const nibbles = { type: 'u4', dims: [2], data: new Uint8Array(1) } as const;
const texts = { dims: [1], data: ['a'] };
const int8 = { type: 'int8', dims: [1], data: new Int8Array(1) };
const int32 = { type: 'int32', dims: [1], data: new Int32Array(1) } as const;
const layout = { type: 'float32', dims: [2, 3] } as const;
const shape = { type: 'uint8', dims: [4] } as const;

export const REFUSED: readonly (readonly [call: () => unknown, code: Code])[] = [
  [() => evaluate('Slice', [floats, floats, floats]), 'bad_type'],
  [() => evaluate('Slice', [floats], { attributes: { starts: floats, ends: [1] }, opset: 1 }), 'bad_type'],
  [() => split(floats, { split: int32 }, { opset: 13 }), 'bad_type'],
  [() => split(floats, { split: int32 }), 'bad_type'],
  [() => evaluate('Split', [floats, int32]), 'bad_type'],
  [() => evaluate('VariadicSplit', [floats, 0, floats]), 'bad_type'],
  [() => evaluate('Slice', [floats, texts]), 'missing'],
  [() => concat([nibbles], 0), 'bad_type'],
  [() => concat([texts], 0, { domain: 'openvino' }), 'bad_type'],
  [() => concat([bytes], 0, { opset: 3 }), 'bad_type'],
  [() => concat([floats], 0, { domain: 'ai.onnx.ml' }), 'unknown_operator'],
  [() => evaluate('Concat', [floats], { attributes: {} }), 'missing'],
  [() => evaluate('Concat', [floats, bytes], { attributes: { axis: 0 } }), 'bad_type'],
  [() => evaluate('Concat', [floats, [0]], { attributes: { axis: 0 } }), 'bad_input'],
  [() => evaluate('ConcatFromSequence', [floats, floats], { attributes: { axis: 0 } }), 'bad_input'],
  [() => evaluate('ConcatFromSequence', [[floats, bytes]], { attributes: { axis: 0 } }), 'bad_type'],
  [() => evaluate('SliceScatter', [floats, [0], [1], [1]]), 'bad_input'],
  [() => evaluate('SliceScatter', [floats, bytes, [0], [1], [1]]), 'bad_type'],
  [() => evaluate('SliceScatter', [floats, floats, [0], [1]]), 'missing'],
  [
    () => evaluate('SliceScatter', [floats, floats, [0], [1], [1]], { domain: 'ai.onnx' }),
    'unknown_operator',
  ],
  [() => evaluate('TensorScatter', [floats, floats], { attributes: { mode: 'cyclic' } }), 'bad_argument'],
  [() => evaluate('TensorScatter', [floats, layout]), 'bad_input'],
  [() => evaluate('Slice', [floats, [0], [1]], { domain: 'openvino' }), 'missing'],
  [() => evaluate('Slice', [floats, int8, [1]]), 'bad_type'],
  [() => plan('Slice', [{ type: 'u4', dims: [2] }, [0], [1]], { domain: '' }), 'bad_type'],
  [() => evaluate('Split', [floats], { attributes: { num_splits: 3 } }), 'unknown_attribute'],
  [() => evaluate('Split', [floats], { domain: 'openvino', attributes: { num_splits: 3 } }), 'missing'],
  [() => plan('Concat', [layout, { type: 'uint8', dims: [2, 3] }], { attributes: { axis: 0 } }), 'bad_type'],
  [() => plan('ConcatFromSequence', [[layout, bools]], { attributes: { axis: 0 } }), 'bad_type'],
  [() => evaluate('Slice', [floats]), 'missing'],
  [() => plan('Slice', [shape, [0]]), 'missing'],
  [() => evaluate('Slice', [floats, [0], [1], [0], [1], [1]]), 'too_many_inputs'],
  [() => evaluate('Split', [floats, [1], [1]]), 'too_many_inputs'],
  [() => evaluate('VariadicSplit', [floats, 0, 2]), 'bad_rank'],
  [() => evaluate('Slice', [floats, [0], [1]], { domain: 'ai.onnx.ml' }), 'unknown_operator'],
  [() => plan('SplitToSequence', [shape, [1]], { domain: 'openvino' }), 'unknown_operator'],
  [() => evaluate('Split', [floats], { attributes: { keepdims: 0 } }), 'unknown_attribute'],
  [() => evaluate('Split', [floats], { attributes: { num_outputs: 2 }, opset: 13 }), 'unknown_attribute'],
  [() => plan('Split', [shape], { attributes: { split: [2, 2] }, opset: 13 }), 'unknown_attribute'],
  [() => plan('Split', [shape, [2, 2]], { opset: 11 }), 'too_many_inputs'],
  [() => evaluate('Slice', [floats, [0], [1]], { attributes: { axes: [0] } }), 'unknown_attribute'],
  [() => evaluate('Slice', [floats], { attributes: { starts: [0] }, opset: 9 }), 'missing'],
  [
    () => evaluate('Slice', [floats], { attributes: { starts: [0], ends: [1], steps: [1] }, opset: 9 }),
    'unknown_attribute',
  ],
  [() => plan('Slice', [shape, [0], [1]], { opset: 9 }), 'too_many_inputs'],
  [() => evaluate('Split', [floats], { attributes: { axis: '1' } }), 'not_integer'],
  [() => evaluate('Split', [floats], { attributes: { axis: [1] } }), 'bad_rank'],
  [() => plan('Split', [shape, '1:3']), 'not_integer'],
  [() => slice(floats, { starts: [0], ends: [1], steps: [2] }, { opset: 9 }), 'unknown_attribute'],
  [() => slice(floats, { starts: [0], ends: [1], steps: [2] }, { opset: 1n }), 'unknown_attribute'],
  [() => slice({ type: 'bfloat16', dims: [1], data: new Uint16Array(1) }, '0', { opset: 11 }), 'bad_type'],
  [
    () => split({ type: 'int32', dims: [2], data: new Int32Array(2) }, { num_outputs: 1 }, { opset: 1 }),
    'bad_type',
  ],
  [() => split({ dims: [2], data: new Int32Array(2) }, { num_outputs: 1 }, { opset: 1 }), 'bad_type'],
  [() => plan('VariadicSplit', [{ type: 'complex64', dims: [1] }, 0, [1]]), 'bad_type'],
  [() => evaluate('Slice', [{ type: 'nf4', dims: [1], data: new Uint8Array(1) }, [0], [1]]), 'bad_type'],
];
