"""What a pattern gives in NumPy's words: reshape, transpose, broadcast, reshape. Reads lines of JSON, answers each with one; main.js
asks. The pattern is read here once more, from the rules in docs/rules/rearrange.js."""

import base64
import json
import math
import re
import sys

import numpy

NAME = re.compile(r"[A-Za-z]([A-Za-z0-9_]*[A-Za-z0-9])?", re.ASCII)
MOST_AXES = 32


class Mistake(Exception):
    """The pattern, or a size, is not legal."""


def require(right, what):
    if not right:
        raise Mistake(what)


def words_of(text):
    for mark in ("->", "(", ")"):
        text = text.replace(mark, f" {mark} ")
    return [word for word in text.replace("\t", " ").split(" ") if word]


def axes_of(words):
    """A list of words for each axis; that of `...` alone is the text itself."""
    axes, group = [], None
    for word in words:
        if word == "(":
            require(group is None, "nested")
            group = []
        elif word == ")":
            require(group is not None, "not open")
            axes.append(group)
            group = None
        else:
            require(word in ("1", "...") or NAME.fullmatch(word), "no axis")
            if group is not None:
                group.append(word)
            else:
                axes.append("..." if word == "..." else [word])
    require(group is None, "not closed")
    named = [word for axis in axes for word in ([axis] if axis == "..." else axis) if word != "1"]
    require(len(named) == len(set(named)), "twice")
    return axes, named


def rearrange(x, pattern, sizes):
    words = words_of(pattern)
    require(words.count("->") == 1, "arrows")
    arrow = words.index("->")
    left, known = axes_of(words[:arrow])
    right, wanted = axes_of(words[arrow + 1 :])
    require(all("..." not in axis for axis in left if axis != "..."), "dots in a group")
    require(set(known) <= set(wanted), "lost")
    require("..." in known or "..." not in wanted, "new dots")
    require(set(sizes) <= (set(known) | set(wanted)) - {"..."}, "size of nothing")
    require(all(isinstance(size, int) and size >= 0 for size in sizes.values()), "size")

    dots = x.ndim - len(left) + ("..." in left)
    require(dots >= 0 if "..." in left else dots == 0, "rank")
    hidden = [f"...{i}" for i in range(dots)] if "..." in left else []
    shape, sizes = {}, dict(sizes)
    dims = iter(x.shape)
    for axis in left:
        if axis == "...":
            shape.update((name, next(dims)) for name in hidden)
            continue
        size = next(dims)
        names = [word for word in axis if word != "1"]
        missing = [name for name in names if name not in sizes]
        product = math.prod(sizes[name] for name in names if name in sizes)
        require(len(missing) < 2, "two without a size")
        if missing:
            require(product > 0 and size % product == 0, "does not divide")
            sizes[missing[0]] = size // product
        else:
            require(product == size, "wrong size")
        shape.update((name, sizes[name]) for name in names)

    spread = lambda axis: [each for word in axis if word != "1" for each in (hidden if word == "..." else [word])]
    merged = [each for axis in right for each in ([[name] for name in hidden] if axis == "..." else [spread(axis)])]
    order = [name for names in merged for name in names]
    new = [name for name in order if name not in shape]
    require(all(name in sizes for name in new), "new without a size")
    require(len(merged) <= MOST_AXES and len(order) <= MOST_AXES, "rank")

    places = {name: i for i, name in enumerate(shape)}
    x = x.reshape(list(shape.values()))
    x = x.transpose([places[name] for name in order if name in places])
    x = x.reshape([shape.get(name, 1) for name in order])
    full = {**sizes, **shape}
    x = numpy.broadcast_to(x, [full[name] for name in order])
    return x.reshape([math.prod(full[name] for name in names) for names in merged])


def tensor(type, dims, data, stride, offset):
    if type == "string":
        flat = numpy.array(data, dtype=object)
    else:
        flat = numpy.frombuffer(base64.b64decode(data), dtype=type)
    steps = [step * flat.itemsize for step in stride]
    return numpy.lib.stride_tricks.as_strided(flat[offset:], dims, steps, writeable=False)


def converted(x, to):
    """As the guide says it: floats become integers by rounding, and integers that do not fit are a mistake."""
    kinds = x.dtype.kind, numpy.dtype(to).kind
    if x.dtype == to or to == "bool" or kinds[0] == "b":
        with numpy.errstate(all="ignore"):
            return x.astype(to)
    if kinds[0] in "iu" and kinds[1] in "iu":
        y = x.astype(to)
        require((y.astype(object) == x.astype(object)).all(), "out of range")
        return y
    if kinds[1] in "iu":
        limits = numpy.iinfo(to)
        rounded = numpy.rint(numpy.where(numpy.isnan(x), 0, x).astype("float64"))
        return numpy.clip(rounded, limits.min, limits.max).astype(to)
    with numpy.errstate(all="ignore"):
        y = x.astype(to)
    return numpy.where(numpy.isnan(y), numpy.array(math.nan, to), y)


WIDE = ("int32", "uint32", "int64", "uint64", "float64")


def computed(x, to, steps):
    """Each step in float32, or in float64 beside a wide type."""
    kind = numpy.float64 if x.dtype.name in WIDE or to in WIDE else numpy.float32
    is_integer = numpy.dtype(to).kind in "iu"
    zero = steps.get("zero_point")
    with numpy.errstate(all="ignore"):
        y = x.astype(kind)
        if zero is not None and not is_integer:
            y = y - kind(zero)
        if "scale" in steps:
            y = y * kind(steps["scale"])
        if "divisor" in steps:
            y = y / kind(steps["divisor"])
        if "bias" in steps or "scale" in steps:
            y = y + kind(steps.get("bias", 0))
    if zero is None or not is_integer:
        return numpy.where(numpy.isnan(y), kind(math.nan), y)
    return numpy.rint(numpy.where(numpy.isnan(y), 0, y)).astype("float64") + zero


# Of a packed type: bits, NumPy's type that holds its integers, and whether the first element has the lower bits of a byte.
PACKED = {"u1": (1, "uint8", False), "u2": (2, "uint8", False), "u4": (4, "uint8", True), "i4": (4, "int8", True)}


def packed(y, to, is_checked):
    bits, kind, is_low_first = PACKED[to]
    least, most = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if kind == "int8" else (0, 2**bits - 1)
    require(not is_checked or ((y >= least) & (y <= most)).all(), "out of range")
    codes = numpy.clip(y, least, most).astype("uint8").ravel() & (2**bits - 1)
    each = 8 // bits
    codes = numpy.pad(codes, (0, -len(codes) % each)).reshape(-1, each)
    shifts = numpy.arange(each) * bits
    return (codes << (shifts if is_low_first else shifts[::-1])).sum(axis=1).astype("uint8")


def looked_up(y, to, table):
    """By the bits of each element."""
    numbers = numpy.ascontiguousarray(y).view(f"uint{8 * y.itemsize}").reshape(y.shape)
    return numpy.frombuffer(base64.b64decode(table), dtype=to)[numbers]


def answer(pattern, sizes, to=None, steps=None, table=None, **input):
    x = tensor(**input)
    try:
        y = rearrange(x, pattern, sizes)
        if table is not None:
            y = looked_up(y, to, table)
            return {"dims": y.shape, "data": base64.b64encode(y.tobytes()).decode()}
        is_integer = y.dtype.kind in "iub"
        made = PACKED[to][1] if to in PACKED else to
        if steps is not None:
            y = computed(y, made, steps)
        y = converted(y, made or y.dtype)
        if to in PACKED:
            data = packed(y, to, steps is None and is_integer)
            return {"dims": y.shape, "data": base64.b64encode(data.tobytes()).decode()}
    except (Mistake, ValueError) as mistake:  # NumPy has no arrays of so many axes
        return {"mistake": str(mistake)}
    if input["type"] == "string":
        return {"dims": y.shape, "data": y.ravel().tolist()}
    return {"dims": y.shape, "data": base64.b64encode(y.tobytes()).decode()}


for line in sys.stdin:
    print(json.dumps(answer(**json.loads(line))), flush=True)
