# Executes the playground's NumPy code, one line of JSON at a time, and says what is wrong with what comes out. numpy.js asks.
import contextlib
import io
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


def judge(code, name, inputs, kind, values, outputs):
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, names)
    for tensor, dims in inputs.items():
        if list(names[tensor].shape) != dims:
            return f'{tensor} is {names[tensor].shape}'
    data = np.concatenate([names[tensor].reshape(-1) for tensor in inputs])
    if kind:
        expected = np.array([READ[kind](value) for value in values], dtype=data.dtype)
        if not same(data, expected):
            return f'the inputs hold {data[:8]}'
    made = names[name] if name == 'pieces' else [names[name]]
    if len(made) < len(outputs):
        return f'{len(made)} outputs'
    for i, (piece, output) in enumerate(zip(made, outputs)):
        if list(piece.shape) != output['dims']:
            return f'output {i} is {piece.shape}'
        places = np.array(output['places'], dtype=int)
        known = places >= 0  # the others are filled
        if not same(piece.reshape(-1)[known], data[places[known]]):
            return f'output {i} holds {piece.reshape(-1)[:8]}'
    return ''


for line in sys.stdin:
    request = json.loads(line)
    try:
        wrong = judge(**request)
    except Exception as error:
        wrong = f'{type(error).__name__}: {error}\n{request["code"]}'
    print(json.dumps({'wrong': wrong}), flush=True)
