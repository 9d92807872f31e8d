// Nodes: `evaluate` and `plan` know the inputs, attributes and domain of each version.
import { evaluate, type Plan, plan, type Result } from '../../../web/lib/index.ts';
import { is } from './is.ts';

const x = { type: 'float32', dims: [2, 3], data: new Float32Array(6) } as const;
const layout = { type: 'uint8', dims: [4] } as const;

// Inputs by position, absent ones left out or null.
is<Result<'float32', Float32Array<ArrayBuffer>>[]>()(evaluate('Slice', [x, [0], [1]]), true);
evaluate('Slice', [x, [0], [1], null, [1]]);
evaluate('Slice', [x, Int32Array.of(0), { type: 'int64', dims: [1], data: BigInt64Array.of(1n) }]);
evaluate('Split', [x, [1, 1]]);
evaluate('SplitToSequence', [x, 1]);
evaluate('VariadicSplit', [x, 0, [1, -1]]);
// @ts-expect-error inputs are a list
evaluate('Slice', x);
// @ts-expect-error strings are no integers
evaluate('Slice', [x, [0], ['1']]);
// @ts-expect-error float32 is not held by bytes
evaluate('Split', [{ type: 'float32', dims: [2], data: new Uint8Array(2) }]);
// @ts-expect-error no data
evaluate('Slice', [layout, [0], [1]]);

// Names of operators and domains.
evaluate('Slice', [x, [0], [1]], { domain: 'ai.onnx' });
evaluate('VariadicSplit', [x, 0, [2]], { domain: 'openvino' });
// @ts-expect-error no operator
evaluate('Resize', [x, [0]]);
// @ts-expect-error names are the document's
plan('slice', [layout, [0], [1]]);

// Attributes of each version.
evaluate('Split', [x], { attributes: { axis: 1, num_outputs: 2n }, num_outputs: 2 });
evaluate('Split', [x], { attributes: { split: [1, 1] }, opset: 11 });
evaluate('Slice', [x], { attributes: { starts: [0], ends: [1] }, opset: 1 });
evaluate('Slice', [x, [0], [1]], { attributes: {}, opset: 11n });
evaluate('SplitToSequence', [x], { attributes: { keepdims: 0 } });
// @ts-expect-error not an option
evaluate('Split', [x], { attribute: { axis: 1 } });

// Options of a run.
evaluate('Slice', [x, [0], [1]], { out: new Float32Array(3), view: true });
// @ts-expect-error out must have the class of the input
evaluate('Slice', [x, [0], [1]], { out: new Uint8Array(3) });
// @ts-expect-error a plan decides; its runs have outputs
plan('Slice', [layout, [0], [1]], { out: new Uint8Array(2) });

// Plans.
const planned = plan('Slice', [layout, [0], [2]], { opset: 13 });
is<Plan<'uint8'>>()(planned, true);
is<'uint8'>()(planned.outputs[0].type, true);
is<readonly number[]>()(planned.outputs[0].dims, true);
is<string>()(planned.explain(), true);
is<Result<'uint8', Uint8ClampedArray<ArrayBuffer>>[]>()(
  planned.run({ dims: [4], data: new Uint8ClampedArray(4) }),
  true,
);
planned.run({ dims: [4], data: new Uint8Array(4) }, { out: [new Uint8Array(2)] });
is<Plan<'uint8'>>()(plan('Slice', [layout, '1:3, ::-1']), true);
is<Plan<'float64'>>()(plan('Split', [{ dims: [4], data: new Float64Array(4) }, [4]]), true);
// @ts-expect-error the plan is for uint8
planned.run({ dims: [4], data: new Float32Array(4) });
// @ts-expect-error a run needs data
planned.run(layout);
planned.run({ dims: [4], data: new Uint8ClampedArray(4) }, { out: [new Uint8Array(2)] });
// @ts-expect-error out must hold the type
planned.run({ dims: [4], data: new Uint8ClampedArray(4) }, { out: [new Int8Array(2)] });
// @ts-expect-error plans are made by plan
planned.constructor.plan();
