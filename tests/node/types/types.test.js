// The types that editors show, in the programs that use them: tsc compiles every file of types/, in which each line that is
// expected to be wrong must be, against the sources and against the declarations that are shipped.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';
import { elementTypes, init, operators } from '../../../web/lib/index.ts';
import { compile, HOSTS, SHIPPED, SOURCES, typeTests } from './compile.js';

const PLAIN = { lib: ['es2022'] };

before(() =>
  assert.ok(existsSync(inRoot('web/dist/index.d.ts')), '`npm run build -- types` makes the declarations'),
);

describe('types', () => {
  for (const [words, host] of Object.entries(HOSTS)) {
    it(`are right in the declarations that are shipped, with ${words}`, () => {
      const files = typeTests(host.without);
      assert.ok(Object.keys(files).length >= 6);
      assert.deepEqual(compile(`shipped ${words}`, SHIPPED, files, host), { status: 0, stdout: '' });
    });
  }

  it('are right in the sources', () => {
    const host = { ...HOSTS['all that hosts have'], options: { types: ['node'] } };
    assert.deepEqual(compile('sources', SOURCES, typeTests(), host), { status: 0, stdout: '' });
  });
});

describe('the element types of a function', () => {
  /** How each function is called with a tensor of a type, in its domain. @type {Record<string, [domain: string, (x: string) => string]>} */
  const CALLS = {
    Slice: ['ai.onnx', (x) => `slice(${x}, '0')`],
    Split: ['ai.onnx', (x) => `split(${x}, { num_outputs: 1 })`],
    SplitToSequence: ['ai.onnx', (x) => `splitToSequence(${x})`],
    VariadicSplit: ['openvino', (x) => `variadicSplit(${x}, 0, [1])`],
    ConcatFromSequence: ['ai.onnx', (x) => `concatFromSequence([${x}], { axis: 0 })`],
    SliceScatter: ['openvino', (x) => `sliceScatter(${x}, ${x}, '0')`],
    TensorScatter: ['ai.onnx', (x) => `tensorScatter(${x}, ${x})`],
    Rearrange: ['microtome', (x) => `rearrange(${x}, 'a -> a')`],
  };

  it('are those of the newest version', async () => {
    await init();
    const names = elementTypes().flatMap(({ name, alias }) =>
      [name, alias ?? ''].filter(Boolean).map((each) => ({ name, each })),
    );
    const lines = Object.entries(CALLS).flatMap(([op_type, [domain, call]]) => {
      const newest = operators().findLast((row) => row.op_type === op_type && row.domain === domain);
      assert.ok(newest, op_type);
      return names.flatMap(({ name, each }) => [
        ...(newest.types.includes(name) ? [] : ['// @ts-expect-error']),
        call(`t_${each}`),
      ]);
    });
    const head = [
      `import * as m from '${SOURCES}';`,
      'const { slice, split, splitToSequence, variadicSplit, concatFromSequence, sliceScatter, tensorScatter, rearrange } = m;',
      ...names.map(
        ({ each }) =>
          `declare const t_${each}: { type: '${each}'; dims: number[]; data: m.DataOfType['${each}'] };`,
      ),
    ];
    const files = { 'types.ts': [...head, ...lines].join('\n') };
    assert.deepEqual(compile('element types', SHIPPED, files, PLAIN), { status: 0, stdout: '' });
  });
});

describe('what editors show', () => {
  /** An expression, and the type that hovering shows; tsc says it in the error of a wrong assignment. */
  const SHOWN = [
    ["slice({ type: 'float32', dims: [1], data: f32 }, '0')", 'Result<"float32", Float32Array<ArrayBuffer>>'],
    ["slice({ dims: [1], data: new Uint8ClampedArray(1) }, '0')", 'Result<"uint8", Uint8ClampedArray<ArrayBuffer>>'],
    ["slice({ dims: [1], data: ['a'] }, '0')", 'Result<"string", string[]>'],
    ["slice(x, '0')", 'Result<TypeName, Float32Array<ArrayBuffer>>'],
    ['split(any, { num_outputs: 2 })', '[Result<TypeName, NewData>, Result<TypeName, NewData>]'],
    ['split(x, { axis: 1, split: [1, 2] })[1]', 'Result<TypeName, Float32Array<ArrayBuffer>>'],
    ['split(x, { split: sizes })', 'Result<TypeName, Float32Array<ArrayBuffer>>[]'],
    ["evaluate('Split', [x], { attributes: { axis: 0 }, opset: 13 })", 'Result<TypeName, Float32Array<ArrayBuffer>>[]'],
    ["plan('Slice', [{ type: 'uint8', dims: [4] }, [0], [1]])", 'Plan<"uint8", "cut", undefined>'],
    ['concat([x, x], 0)', 'Result<TypeName, Float32Array<ArrayBuffer>>'],
    ["sliceScatter(any, any, '0')", 'Result<TypeName, NewData>'],
    ["plan('Concat', [{ type: 'uint8', dims: [4] }], { attributes: { axis: 0 } })", 'Plan<"uint8", "join", undefined>'],
    ['slice', '<D extends ArrayLike<any> = any, T extends TypeWord = ClassOf<D>[0], W extends Outs<D> = never, V extends ViewOf = never, N extends Domain = "ai.onnx">(input: TensorLike<T, D, InDomain<N, RealType, OnnxType>>, spec: string | InDomain<N, SliceScatterSpec | SliceSpec, SliceSpec> | Integer, options?: SliceOptions<D, W, V, N> | undefined) => Cut<TypeOf<T, D>, D, W, V>'],
    ["rearrange(x, 'a -> a', { to: 'int8' })", 'Result<"int8", Int8Array<ArrayBuffer>>'],
    ["plan('Rearrange', [{ type: 'uint8', dims: [4] }], { attributes: { pattern: 'a -> a', to: 'int8' } })", 'Plan<"uint8", "cut", "int8">'],
    ['operators()', 'readonly OperatorRow[]'],
    ['elementTypes()', 'readonly ElementTypeRow[]'],
    ["new MicrotomeError('bad_out', '', '', '').code", 'Code'],
  ]; // biome-ignore format: a table

  /** A wrong line, and what is said of it. @type {[string, RegExp][]} */
  const SAID = [
    ["slice({ type: 'float32', dims: [1], data: new Uint8Array(1) }, '0')", /'Uint8Array<ArrayBuffer>' is not assignable to type 'Float32Array<ArrayBufferLike>'/],
    ["slice({ type: 'float33', dims: [1], data: f32 }, '0')", /Did you mean '"float32"'\?/],
    ['slice(x, { starts: [0], ends: [1], step: [1] })', /Did you mean to write 'steps'\?/],
    ["variadicSplit({ type: 'complex64', dims: [1], data: f32 }, 0, [1])", /'"complex64"' is not assignable to type 'RealType/],
    ['slice(x, { starts: { dims: [1], data: f32 }, ends: [1] })', /'Float32Array<ArrayBuffer>' is not assignable to type '(BigInt64Array|Int32Array)<ArrayBufferLike> \| /],
    ['split(x, {})', /'\{\}' is not assignable to parameter of type 'SplitSpec</],
    ['split(x, { axis: 0, num_output: 2 })', /Did you mean to write 'num_outputs'\?/],
    ["evaluate('Resize', [x])", /'"Resize"' is not assignable to parameter of type 'OpType'/],
    ["concat([{ type: 'float32', dims: [1], data: f32 }, { dims: [1], data: new Uint8Array(1) }], 0)", /'Uint8Array<ArrayBuffer>' is not assignable to type 'Float32Array<ArrayBuffer(Like)?>'/],
    ["sliceScatter({ dims: [1], data: f32 }, { dims: [1], data: new Uint8Array(1) }, '0')", /'Uint8Array<ArrayBuffer>' is not assignable to type 'Float32Array<ArrayBufferLike>'/],
    ['sliceScatter(x, x, { start: [0], stop: [1], steps: [1] })', /Did you mean to write 'step'\?/],
    ["tensorScatter(x, x, { mode: 'cyclic' })", /'"cyclic"' is not assignable to type '"circular" \| "linear"/],
    ["rearrange(x, '(y h) w -> y h w', { sizes: { hh: 2 } })", /'hh' does not exist in type '\{ readonly h\?: Integer \| undefined; readonly w\?: .* readonly y\?: /],
    ["rearrange(x, 'h w c -> c (h w)', { to: { type: 'float32', scale: [1, 2, 3], along: 'C' } })", /'"C"' is not assignable to type '"c" \| "h" \| "w" \| undefined'/],
    ["plan('Rearrange', [x], { attributes: { pattern: 'h w -> w h', sizes: { hh: 2 } } })", /'hh' does not exist in type '\{ readonly h\?: Integer \| undefined; readonly w\?: /],
  ]; // biome-ignore format: a table

  const HEAD = [
    "import { concat, elementTypes, evaluate, MicrotomeError, operators, plan, rearrange, slice, sliceScatter, split, type Tensor, tensorScatter, variadicSplit } from '../../../web/lib/index.ts';",
    'declare const any: Tensor, sizes: number[];',
    'const f32 = new Float32Array(1);',
    "const x = { type: 'float32', dims: [1], data: f32 };",
    'void [concat, elementTypes, evaluate, MicrotomeError, operators, plan, rearrange, slice, sliceScatter, split, tensorScatter, variadicSplit, any, sizes];',
  ];

  const LINES = [
    ...SHOWN.map(([expression], i) => `const shown${i}: never = ${expression};`),
    ...SAID.map(([line]) => line),
  ];

  /** What tsc says of each line. @type {string[]} */ let said;

  before(() => {
    const files = { 'shown.ts': [...HEAD, ...LINES].join('\n') };
    const { stdout } = compile('shown', SHIPPED, files, PLAIN);
    said = LINES.map((_, i) => {
      const begin = stdout.indexOf(`(${HEAD.length + 1 + i},`);
      const end = stdout.indexOf('\nshown.ts', begin);
      return begin < 0 ? '' : stdout.slice(begin, end < 0 ? undefined : end);
    });
  });

  it('are short types with names', () => {
    SHOWN.forEach(([expression, type], i) => {
      assert.ok(said[i].includes(`Type '${type}' is not assignable`), `${expression}: ${said[i]}`);
    });
  });

  it('of a mistake is the value, and what would be right', () => {
    SAID.forEach(([line, message], i) => {
      assert.match(said[SHOWN.length + i], message, line);
    });
  });
});
