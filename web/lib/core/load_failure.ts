// Why the module cannot be loaded: what the host lacks, or what is wrong with the given module, and what to do. To
// add a reason, add a row to REASONS.
import { describe, textOf } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import type { Code } from '../types.ts';

/**
 * Two modules that do nothing: the first compiles wherever anything may be compiled, the second is valid wherever there
 * is SIMD.
 */
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
const SIMD = Uint8Array.of(...EMPTY, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11);

const ALLOW = "add 'wasm-unsafe-eval' to script-src of the page's Content-Security-Policy";

/** The module or the address that could not be loaded. */
interface Tried {
  readonly module?: unknown;
  readonly url?: unknown;
  readonly isInlined: boolean;
}

/** Why loading fails, and what to do. */
interface Reason {
  readonly code: Code;
  readonly holds: (reason: string, tried: Tried) => boolean;
  readonly what: (reason: string, tried: Tried) => string;
}

/** The first row that holds is used. The last one repeats the words of the failure. */
const REASONS: readonly Reason[] = [
  {
    code: 'unsupported_host',
    holds: () => typeof WebAssembly !== 'object',
    what: () => 'this host has no WebAssembly, or has it switched off',
  },
  {
    code: 'out_of_memory',
    holds: (reason) => /^RangeError|out of memory/i.test(reason),
    what: () => 'no memory or no address space is left for it; free some, and call init again',
  },
  {
    code: 'unsupported_host',
    holds: () => !WebAssembly.validate(SIMD),
    what: () =>
      'this host has no WebAssembly SIMD; engines since 2023 have it, on processors with SSE 4.1 or NEON',
  },
  {
    code: 'unsupported_host',
    holds: (_reason, { module }) => !module && !compiles(),
    what: () =>
      `this host's policy forbids compiling WebAssembly; ${ALLOW}, or pass a compiled one: init({ module })`,
  },
  {
    code: 'unsupported_host',
    holds: () => compiles() && !runs(),
    what: () => `this host's policy forbids running WebAssembly; ${ALLOW}`,
  },
  {
    code: 'unsupported_host',
    holds: (reason, { isInlined }) => isInlined && /DecompressionStream|atob/.test(reason),
    what: () => 'this host cannot unpack the inlined module; pass a compiled one: init({ module })',
  },
  {
    code: 'load_failed',
    holds: () => true,
    what: (reason, { url, isInlined }) => {
      const what = `${url ? `${url}: ` : ''}${reason.replace(/^\w*Error: /, '')}`;
      return isInlined ? what : `${what}; give the complete microtome.wasm of this package`;
    },
  },
];

export function explainFailure(cause: unknown, tried: Tried): Mistake {
  if (cause instanceof Mistake) return cause;
  const reason = nameAndReason(cause);
  const { code, what } = REASONS.find(({ holds }) => holds(reason, tried)) as Reason;
  return new Mistake(code, `the WebAssembly module could not be loaded: ${what(reason, tried)}`, '', cause);
}

const compiles = () => isAllowed(() => new WebAssembly.Module(EMPTY));

/** WebKit compiles under any policy, and refuses instances. */
const runs = () => isAllowed(() => new WebAssembly.Instance(new WebAssembly.Module(EMPTY)));

function isAllowed(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}

/** An error as it prints itself. It may be of another realm, or only resemble an error. */
function nameAndReason(cause: unknown): string {
  const reason = [textOf(cause, 'name'), textOf(cause, 'message')].filter((text) => text !== '').join(': ');
  return reason || describe(cause);
}
