"""One row of the bench by NumPy. Reads requests as lines of JSON, answers each with one; numpy.js asks."""

import json
import sys
import time

import numpy


def view_of(source, box):
    parts = []
    for start, step, size in zip(box["starts"], box["steps"], box["sizes"]):
        end = start + step * size
        parts.append(slice(start, None if end < 0 else end, step))
    return source[tuple(parts)]


def answer(**values):
    print(json.dumps(values), flush=True)


def main():
    row = json.loads(sys.stdin.readline())
    source = numpy.fromfile(row["file"], dtype=row["type"]).reshape(row["dims"])
    views = [view_of(source, box) for box in row["boxes"]]
    outs = [numpy.zeros(view.shape, view.dtype) for view in views]
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
            for out, view in zip(outs, views):
                numpy.copyto(out, view)
        answer(ms=(time.perf_counter() - since) * 1e3)


main()
