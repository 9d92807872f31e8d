"""One row of the bench by NumPy. Reads requests as lines of JSON, answers each with one; numpy.js asks."""

import json
import sys
import time

import numpy


def view_of(whole, view):
    strides = [stride * whole.itemsize for stride in view["strides"]]
    return numpy.lib.stride_tricks.as_strided(whole[view["offset"] :], view["sizes"], strides)


def answer(**values):
    print(json.dumps(values), flush=True)


def main():
    row = json.loads(sys.stdin.readline())
    whole = numpy.fromfile(row["file"], dtype=row["type"])
    views = [view_of(whole, view) for view in row["views"]]
    parts = [numpy.zeros(view.shape, view.dtype) for view in views]
    outs, copies = parts, list(zip(parts, views))
    if row["joins"]:
        for part, view in copies:
            numpy.copyto(part, view)
        target = numpy.zeros(row["size"], row["type"])
        outs, copies = [target], [(view_of(target, view), part) for view, part in zip(row["views"], parts)]
    answer(ready=True)
    for line in sys.stdin:
        request = json.loads(line)
        if "save" in request:
            with open(request["save"], "wb") as file:
                for out in outs:
                    file.write(out.tobytes())
            answer(saved=True)
            continue
        since = time.perf_counter()
        for _ in range(request["calls"]):
            for to, source in copies:
                numpy.copyto(to, source)
        answer(ms=(time.perf_counter() - since) * 1e3)


main()
