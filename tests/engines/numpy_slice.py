# Writes a tensor of float32 whose elements count, or prints the SHA-256 of the elements of one, or of every second column.
import hashlib
import sys

import numpy as np

what, path, *dims = sys.argv[1:]
if what == 'write':
    shape = tuple(map(int, dims))
    out = np.lib.format.open_memmap(path, 'w+', np.float32, shape)
    for i in range(shape[0]):
        out[i] = np.arange(i * shape[1], (i + 1) * shape[1])
else:
    data = np.load(path, mmap_mode='r')
    hash = hashlib.sha256()
    for row in data[:, ::2] if what == 'half' else data:
        hash.update(np.ascontiguousarray(row))
    print(data.shape[0], hash.hexdigest())
