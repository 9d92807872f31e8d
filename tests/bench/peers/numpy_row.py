"""One row of the bench by NumPy. Reads requests as lines of JSON, answers each with one; numpy.js asks."""

import json
import sys
import time

import numpy


def view_of(whole, view):
    strides = [stride * whole.itemsize for stride in view["strides"]]
    return numpy.lib.stride_tricks.as_strided(whole[view["offset"] :], view["sizes"], strides)


def by_channel(numbers, view):
    """A number, or one for each index of the first axis."""
    numbers = numpy.asarray(numbers, numpy.float32)
    return numbers.reshape(-1, *[1] * (view.ndim - 1)) if numbers.ndim else numbers


def mover(to):
    """A copy, or the conversion: in float32, and to integers with rounding and saturation."""
    if "scale" not in to:
        return lambda out, view: numpy.copyto(out, view, casting="unsafe")

    def move(out, view):
        made = out if out.dtype == numpy.float32 else numpy.empty(out.shape, numpy.float32)
        numpy.multiply(view, by_channel(to["scale"], view), out=made, dtype=numpy.float32)
        numpy.add(made, by_channel(to["bias"], view), out=made)
        if numpy.issubdtype(out.dtype, numpy.integer):
            limits = numpy.iinfo(out.dtype)
            numpy.clip(numpy.rint(made, out=made), limits.min, limits.max, out=made)
        if made is not out:
            numpy.copyto(out, made, casting="unsafe")

    return move


def answer(**values):
    print(json.dumps(values), flush=True)


def main():
    row = json.loads(sys.stdin.readline())
    whole = numpy.fromfile(row["file"], dtype=row["type"])
    views = [view_of(whole, view) for view in row["views"]]
    move = mover(row["to"])
    parts = [numpy.zeros(view.shape, row["to"].get("type", view.dtype)) for view in views]
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
                move(to, source)
        answer(ms=(time.perf_counter() - since) * 1e3)


main()
