// Writes *.pb files that hold an ONNX TensorProto. An element type is a row of CODES in ../../../shared/onnx/model.js.
import { fromTensor } from '../../../shared/onnx/model.js';
import { encode } from '../../../shared/onnx/wire.js';

/** @import { Type } from '../../../lib/types.js' */

/** @param {{ type: Type, dims: readonly number[], data: any, name?: string }} tensor row-major */
export const writeTensorProto = (tensor) => encode('TensorProto', fromTensor(tensor.name ?? '', tensor));
