// The same in `evaluate` and in plans. Before TypeScript 5.1, the words of attributes are strings, so results there are of any type.
import { evaluate, type Plan, plan, type Result, type To, type TypeName } from '../../../web/lib/index.ts';
import { type Fresh, is } from './is.ts';

const x = { type: 'uint8', dims: [2, 3, 4], data: new Uint8ClampedArray(24) } as const;
type Pixels = Result<'uint8', Uint8ClampedArray<ArrayBuffer>>;
type Floats = Fresh<'float32'>;
declare const pattern: string;
declare const to: To;

// Nodes.
const attributes = { pattern: 'h w c -> c h w' } as const;
is<Pixels[]>()(evaluate('Rearrange', [x], { attributes }), true);
is<Pixels[]>()(
  evaluate('Rearrange', [x], { attributes: { pattern: 'h w c -> c h w', to: undefined } }),
  true,
);
is<Floats[]>()(
  evaluate('Rearrange', [x], { attributes: { pattern: 'h w c -> c h w', to: 'float32' } }),
  true,
);
is<Floats[]>()(
  evaluate('Rearrange', [x], {
    attributes: { pattern: 'h w c -> c h w', to: { type: 'float32', scale: [1, 2, 3, 4], along: 'c' } },
    out: [new Float32Array(24)],
  }),
  true,
);
is<Floats[]>()(
  evaluate('Rearrange', [x], { attributes: { ...attributes, to: 'float32' }, domain: 'microtome', opset: 1 }),
  true,
);
is<TypeName>()(evaluate('Rearrange', [x], { attributes: { pattern, to } })[0].type, true);
evaluate('Rearrange', [x], { attributes: { pattern: '(y h) w c -> y h w c', sizes: { h: 2 } } });
evaluate('Rearrange', [x], { attributes: { pattern, sizes: { anything: 2 } } });
// @ts-expect-error the pattern has no axis hh
evaluate('Rearrange', [x], { attributes: { pattern: '(y h) w c -> y h w c', sizes: { hh: 2 } } });
evaluate('Rearrange', [x], {
  // @ts-expect-error the right side has no axis C
  attributes: { pattern: 'h w c -> c h w', to: { type: 'float32', along: 'C' } },
});
// @ts-expect-error the pattern is missing
evaluate('Rearrange', [x], { attributes: { sizes: { h: 2 } } });
// @ts-expect-error no such attribute
evaluate('Rearrange', [x], { attributes: { pattern: 'h w c -> c h w', perm: [2, 0, 1] } });
evaluate('Rearrange', [x], {
  attributes: { pattern: 'h w c -> c h w', to: 'float32' },
  // @ts-expect-error out must hold the type
  out: new Uint8Array(24),
});

// Plans.
const layout = { type: 'uint8', dims: [2, 3, 4] } as const;
const moved = plan('Rearrange', [layout], { attributes: { pattern: 'h w c -> c h w' } });
is<Plan<'uint8'>>()(moved, true);
is<Pixels[]>()(moved.run(x), true);
is<Pixels[]>()(moved.bind(x)(), true);
const floats = plan('Rearrange', [layout], { attributes: { pattern: 'h w c -> c h w', to: 'float32' } });
is<Plan<'uint8', 'cut', 'float32'>>()(floats, true);
is<'float32'>()(floats.outputs[0].type, true);
const out = floats.allocate();
is<Fresh<'float32'>['data'][]>()(out, true);
is<Floats[]>()(floats.run(x), true);
is<Floats[]>()(floats.run(x, { out }), true);
is<Floats[]>()(floats.bind(x)(), true);
const scaled = plan('Rearrange', [layout], {
  attributes: { pattern: 'h w c -> c h w', to: { type: 'uint8', scale: [1, 2, 3, 4], along: 'c' } },
});
scaled.run(x, { out: scaled.allocate(Uint8ClampedArray) });
scaled.bind(x, { out: new Uint8ClampedArray(24) });
is<TypeName>()(plan('Rearrange', [layout], { attributes: { pattern, to } }).outputs[0].type, true);
// @ts-expect-error the plan is for uint8
floats.run({ dims: [2, 3, 4], data: new Float32Array(24) });
// @ts-expect-error its outputs are float32
floats.bind(x, { out: [new Uint8Array(24)] });
// @ts-expect-error its outputs are float32
floats.allocate(new Uint8Array(1));
// @ts-expect-error the pattern has no axis hh
plan('Rearrange', [layout], { attributes: { pattern: '(y h) w c -> y h w c', sizes: { hh: 2 } } });
// @ts-expect-error the right side has no axis C
plan('Rearrange', [layout], { attributes: { pattern: 'h w c -> c h w', to: { type: 'int8', along: 'C' } } });
