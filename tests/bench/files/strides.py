"""Cuts of .npy files by NumPy's memory maps. Reads requests as lines of JSON, answers each with one; strides.js asks."""

import hashlib
import json
import sys
import time

import numpy

for line in sys.stdin:
    request = json.loads(line)
    path = request["path"]
    if "make" in request:
        shape = request["make"]
        count = numpy.prod(shape)
        numpy.save(path, numpy.arange(count, dtype="uint32").view("float32").reshape(shape))
        reply = {}
    else:
        index = eval(f"numpy.s_[{request['spec']}]")
        kept = numpy.load(path, mmap_mode="r")
        out = numpy.array(kept[index])
        times = []
        for _ in range(request["calls"]):
            since = time.perf_counter()
            if request["opens"]:
                cut = numpy.array(numpy.load(path, mmap_mode="r")[index])
            else:
                numpy.copyto(out, kept[index])
            times.append((time.perf_counter() - since) * 1e3)
        reply = {"times": times, "digest": hashlib.sha1(out.tobytes()).hexdigest()}
    print(json.dumps(reply), flush=True)
