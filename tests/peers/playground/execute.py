# Executes the playground's NumPy code, one line of JSON at a time, and says what is wrong with what comes out. numpy.js asks.
import json
import sys

import numpy as np

READ = {
    'float': float,
    'integer': int,
    'bool': lambda text: text == 'T',
    'string': str,
}


def same(a, b):
    if a.dtype == object or a.dtype.kind not in 'fc':
        return np.array_equal(a, b)
    return a.tobytes() == b.tobytes() or np.array_equal(a, b, equal_nan=True)


def judge(code, inputs, kind, values, outputs):
    names = {}
    exec(code, names)
    for name, dims in inputs.items():
        if list(names[name].shape) != dims:
            return f'{name} is {names[name].shape}'
    data = np.concatenate([names[name].reshape(-1) for name in inputs])
    if kind:
        expected = np.array([READ[kind](value) for value in values], dtype=data.dtype)
        if not same(data, expected):
            return f'the inputs hold {data[:8]}'
    made = names.get('outputs', [names.get('output')])
    if len(made) < len(outputs):
        return f'{len(made)} outputs'
    for i, (piece, output) in enumerate(zip(made, outputs)):
        if list(piece.shape) != output['dims']:
            return f'output {i} is {piece.shape}'
        if not same(piece.reshape(-1), data[np.array(output['places'], dtype=int)]):
            return f'output {i} holds {piece.reshape(-1)[:8]}'
    return ''


for line in sys.stdin:
    request = json.loads(line)
    try:
        wrong = judge(**request)
    except Exception as error:
        wrong = f'{type(error).__name__}: {error}\n{request["code"]}'
    print(json.dumps({'wrong': wrong}), flush=True)
