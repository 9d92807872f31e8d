# Reads files that the library and the command have written: .npy and .npz by NumPy, .safetensors by its document. One line of JSON
# for each path; main.js asks.
import base64
import json
import struct
import sys

import numpy as np


def read_safetensors(path):
    with open(path, 'rb') as file:
        data = file.read()
    (length,) = struct.unpack('<Q', data[:8])
    header = json.loads(data[8 : 8 + length])
    at = 0
    for info in sorted(header.values(), key=lambda info: info['data_offsets']):
        assert info['data_offsets'][0] == at, 'a hole'
        at = info['data_offsets'][1]
    assert 8 + length + at == len(data) and length % 8 == 0
    ((name, info),) = header.items()
    begin, end = info['data_offsets']
    return name, info['dtype'], info['shape'], False, data[8 + length + begin : 8 + length + end]


def read(path):
    if path.endswith('.safetensors'):
        return read_safetensors(path)
    found, name = np.load(path), ''
    if path.endswith('.npz'):
        (name,) = found.files
        found = found[name]
    is_fortran = found.flags.f_contiguous and not found.flags.c_contiguous
    return name, found.dtype.str, found.shape, is_fortran, found.tobytes()


for line in sys.stdin:
    name, type, dims, is_fortran, data = read(json.loads(line)['path'])
    answer = {'name': name, 'type': type, 'dims': dims, 'isFortran': bool(is_fortran)}
    print(json.dumps({**answer, 'data': base64.b64encode(data).decode()}), flush=True)
