// The node as a model to download, which ONNX Runtime can run. The data is an input; the parameters are constants.
import { CODES, encodeModel, sequenceInfo, valueInfo } from '../../shared/onnx/model.js';
import type { Cut } from './cut.ts';
import { toNodesOfCut, whyNoNode } from './node.ts';

export const whyNoModel = (cut: Cut) =>
  whyNoNode(cut) || (cut.type in CODES ? '' : `ONNX has no type ${cut.type}.`);

export function toOnnxModel(cut: Cut): Uint8Array {
  const { opset, nodes, output, dims, isSequence, constants } = toNodesOfCut(cut);
  const { type, tensors } = cut;
  return encodeModel({
    opset,
    nodes,
    constants: Object.fromEntries(
      constants.map(({ name, dims: shape, values }) => [
        name,
        { type: 'int64', dims: shape, data: BigInt64Array.from(values, BigInt) },
      ]),
    ),
    inputs: tensors.map((each) => valueInfo(each.name, type, each.dims)),
    outputs: isSequence
      ? [sequenceInfo(output[0], type)]
      : output.map((name, i) => valueInfo(name, type, dims[i])),
  });
}
