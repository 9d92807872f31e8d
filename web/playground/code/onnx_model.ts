// The node as a model to download, which ONNX Runtime can run. The data is an input; the parameters are constants.
import { CODES, encodeModel, sequenceInfo, valueInfo } from '../../shared/onnx/model.js';
import type { Cut } from './cut.ts';
import { toNodeOfCut, whyNoNode } from './node.ts';

export const whyNoModel = (cut: Cut) =>
  whyNoNode(cut) || (cut.type in CODES ? '' : `ONNX has no type ${cut.type}.`);

export function toOnnxModel(cut: Cut): Uint8Array {
  const node = toNodeOfCut(cut);
  const { op_type, opset, input, output, isSequence, attributes, constants } = node;
  const { type, tensors, row } = cut;
  return encodeModel({
    opset,
    nodes: row.inputs[0].sequence
      ? [
          { op_type: 'SequenceConstruct', input, output: ['sequence'] },
          { op_type, input: ['sequence'], output, attributes },
        ]
      : [{ op_type, input, output, attributes }],
    constants: Object.fromEntries(
      Object.entries(constants).map(([name, { dims: shape, values }]) => [
        name,
        { type: 'int64', dims: shape, data: BigInt64Array.from(values, BigInt) },
      ]),
    ),
    inputs: tensors.map((each) => valueInfo(each.name, type, each.dims)),
    outputs: isSequence
      ? [sequenceInfo(output[0], type)]
      : output.map((name, i) => valueInfo(name, type, node.dims[i])),
  });
}
