// The languages that are loaded when they are needed: one row each.
import type { Result } from '../model/result.ts';
import type { Where } from './data.ts';
import { NUMPY, PYTORCH } from './libraries.ts';
import { toOnnx } from './onnx.ts';
import { toPython } from './python.ts';

export const OTHERS = {
  NumPy: (result: Result, where: Where) => toPython(result, NUMPY, where),
  PyTorch: (result: Result, where: Where) => toPython(result, PYTORCH, where),
  ONNX: toOnnx,
};
