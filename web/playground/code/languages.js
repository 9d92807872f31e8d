// The languages that a cut is shown in: one row each, in the order of the tabs.
import { toJavaScript, toTypeScript } from './javascript.js';
import { toNumPy } from './numpy.js';
import { toOnnxText } from './onnx_text.js';
import { toOpenVino } from './openvino.js';
import { toPyTorch } from './pytorch.js';

/** @import { Cut } from './cut.js' */

/**
 * @typedef {object} Language
 * @property {string} name
 * @property {string} id
 * @property {'javascript' | 'typescript' | 'python' | ''} grammar of the colours; '': none
 * @property {(cut: Cut) => string} write
 * @property {(cut: Cut) => boolean} [has] whether it can say the cut at all; default: it can
 */

/** @type {readonly Language[]} */
export const LANGUAGES = [
  { name: 'JavaScript', id: 'javascript', grammar: 'javascript', write: toJavaScript },
  { name: 'TypeScript', id: 'typescript', grammar: 'typescript', write: toTypeScript },
  { name: 'NumPy', id: 'numpy', grammar: 'python', write: toNumPy },
  { name: 'PyTorch', id: 'pytorch', grammar: 'python', write: toPyTorch },
  {
    name: 'ONNX node',
    id: 'onnx',
    grammar: '',
    write: toOnnxText,
    has: ({ row }) => row.domain === 'ai.onnx',
  },
  {
    name: 'OpenVINO',
    id: 'openvino',
    grammar: 'python',
    write: toOpenVino,
    has: ({ row }) => row.domain === 'openvino',
  },
];
