// The languages that a cut is shown in: one row each, in the order of the tabs.
import type { Cut } from './cut.ts';
import { toJavaScript, toTypeScript } from './javascript.ts';
import { toOnnxText } from './onnx_text.ts';
import { toNumPy, toPyTorch } from './python.ts';

export interface Language {
  name: string;
  id: string;
  grammar: 'javascript' | 'typescript' | 'python' | ''; // of the colours; '': none
  write: (cut: Cut) => string;
  domain?: string; // of the operators that it has; default: all
}

export const LANGUAGES: readonly Language[] = [
  { name: 'JavaScript', id: 'javascript', grammar: 'javascript', write: toJavaScript },
  { name: 'TypeScript', id: 'typescript', grammar: 'typescript', write: toTypeScript },
  { name: 'NumPy', id: 'numpy', grammar: 'python', write: toNumPy },
  { name: 'PyTorch', id: 'pytorch', grammar: 'python', write: toPyTorch },
  { name: 'ONNX node', id: 'onnx', grammar: '', write: toOnnxText, domain: 'ai.onnx' },
];

/** Whether a language can say a cut at all. */
export const canSay = ({ domain }: Language, { row }: Cut) => domain === undefined || domain === row.domain;
