"""The operators in NumPy's words: slices, split at computed places, concatenated, padded, assigned. Reads examples as lines of JSON,
answers each with one; numpy.js asks. What NumPy has no words for is `Lacking`; whatever else is raised is an error of the example."""

import base64
import json
import sys

import numpy


class Lacking(Exception):
    """NumPy has no such thing."""


def place(x, starts, ends, axes=None, steps=None):
    """Index of a slice."""
    axes = range(len(starts)) if axes is None else axes
    steps = [1] * len(starts) if steps is None else steps
    index = [slice(None)] * x.ndim
    named = set()
    for axis, start, end, step in zip(axes, starts, ends, steps):
        index[axis] = slice(start, end, step)
        named.add(axis % x.ndim)
    if len(named) < len(starts):
        raise Lacking("two slices of one axis")
    return tuple(index)


def cut(x, starts, ends, axes=None, steps=None, **_):
    return [x[place(x, starts, ends, axes, steps)]]


def slice_scatter(x, updates, start, stop, step, axes=None, **_):
    index = place(x, start, stop, axes, step)
    if x[index].shape != updates.shape:  # an assignment would broadcast
        raise ValueError("updates")
    x = x.copy()
    x[index] = updates
    return [x]


def concat(*tensors, axis=1, **_):
    return [numpy.concatenate(tensors, axis)]


def concat_from_sequence(*tensors, axis, new_axis=0, **_):
    return [numpy.stack(tensors, axis) if new_axis else numpy.concatenate(tensors, axis)]


def tensor_scatter(cache, update, write_indices=None, axis=-2, mode="linear", **_):
    """The loops of its document, which says nothing of what is out of range: that is an error here."""
    axis = range(cache.ndim)[axis]
    size, count = cache.shape[axis], update.shape[axis]
    if mode not in ("linear", "circular") or axis == 0 or count > size:
        raise ValueError("mode, axis or update")
    if update.shape != cache.shape[:axis] + (count,) + cache.shape[axis + 1 :]:
        raise ValueError("update")
    firsts = [0] * len(cache) if write_indices is None else write_indices
    if len(firsts) != len(cache):
        raise ValueError("write_indices")
    if mode == "linear" and any(first < 0 or first + count > size for first in firsts):
        raise ValueError("write_indices")
    present = cache.copy()
    for prefix in numpy.ndindex(cache.shape[:axis]):
        for i in range(count):
            at = firsts[prefix[0]] + i
            present[(*prefix, at % size if mode == "circular" else at)] = update[(*prefix, i)]
    return [present]


def parts(x, axis, sizes):
    """Of exactly these sizes."""
    if any(size < 0 for size in sizes) or sum(sizes) != x.shape[axis]:
        raise ValueError("sizes")
    if not sizes:
        return []
    return numpy.split(x, [sum(sizes[:i]) for i in range(1, len(sizes))], axis)


def chunks(x, axis, size):
    """Of this size, the last one smaller."""
    if size <= 0:
        raise ValueError("size")
    return numpy.split(x, range(size, x.shape[axis], size), axis) if x.shape[axis] else []


def split(x, opset, outputs, axis=0, split=None, num_outputs=None, **_):
    x.shape[axis]  # must be there
    if split is not None:
        pieces = parts(x, axis, [whole(size) for size in split])
        if len(pieces) != outputs:
            raise ValueError("outputs")
        return pieces
    if opset < 18:
        return numpy.split(x, outputs, axis)
    if num_outputs < 1 or num_outputs < outputs:
        raise ValueError("num_outputs")
    if num_outputs > 1000:
        raise Lacking("that many outputs")
    size = -(-x.shape[axis] // num_outputs)
    return numpy.split(x, [size * i for i in range(1, num_outputs)], axis)[:outputs]


def split_to_sequence(x, axis=0, keepdims=1, split=None, **_):
    if split is None:
        pieces = chunks(x, axis, 1)
        return pieces if keepdims else [numpy.squeeze(piece, axis) for piece in pieces]
    return parts(x, axis, split) if isinstance(split, list) else chunks(x, axis, split)


def variadic_split(x, axis, split_lengths, **_):
    axis = axis[0] if isinstance(axis, list) else axis
    rest = x.shape[axis] - sum(size for size in split_lengths if size != -1)
    if split_lengths.count(-1) == 1:
        split_lengths = [rest if size == -1 else size for size in split_lengths]
    return parts(x, axis, split_lengths)


def gather(x, indices, shape, axis=0, **_):
    taken = numpy.take(x, numpy.array(indices, numpy.int64).reshape(shape), axis)
    return [numpy.asarray(taken, x.dtype)]  # one element is no array


def compress(x, condition, axis=None, **_):
    return [numpy.asarray(numpy.compress(condition, x, axis), x.dtype)]


def scatter_update(x, updates, indices, shape, axis, **_):
    """Of an index that occurs twice, the later update stays, as NumPy's guide says."""
    axis = range(x.ndim)[axis[0] if isinstance(axis, list) else axis]
    indices = numpy.array(indices, numpy.int64).reshape(shape)
    if (indices < 0).any():
        raise ValueError("indices")
    if updates.shape != x.shape[:axis] + indices.shape + x.shape[axis + 1 :]:
        raise ValueError("updates")
    made = x.copy()
    made[(slice(None),) * axis + (indices,)] = updates
    return [made]


def pad(x, constant_value=None, pads=None, paddings=None, axes=None, mode="constant", value=0.0, **_):
    """Pads what is padded, then crops what is cropped: the axis that goes on is the uncropped one."""
    zero = "" if x.dtype == object else x.dtype.type(numpy.float32(value))
    filling = numpy.array(zero, x.dtype) if constant_value is None else constant_value
    if filling.ndim > 1 or filling.size != 1:
        raise ValueError("constant_value")
    pads = paddings if pads is None else pads
    axes = [range(x.ndim)[axis] for axis in (range(x.ndim) if axes is None else axes)]
    if len(pads) != 2 * len(axes) or len(set(axes)) < len(axes):
        raise ValueError("pads or axes")
    widths, cropped = numpy.zeros((x.ndim, 2), int), [slice(None)] * x.ndim
    for axis, begin, end in zip(axes, pads, pads[len(axes) :]):
        if begin + x.shape[axis] + end < 0:
            raise ValueError("pads")
        widths[axis] = max(begin, 0), max(end, 0)
        cropped[axis] = slice(max(-begin, 0), x.shape[axis] + max(begin, 0) + end)
    options = {"constant_values": filling.ravel()[0]} if mode == "constant" else {}
    return [numpy.pad(x, widths, mode, **options)[tuple(cropped)]]


OPERATORS = {
    "Gather": gather,
    "Compress": compress,
    "ScatterUpdate": scatter_update,
    "Pad": pad,
    "Slice": cut,
    "Split": split,
    "SplitToSequence": split_to_sequence,
    "VariadicSplit": variadic_split,
    "Concat": concat,
    "ConcatFromSequence": concat_from_sequence,
    "TensorScatter": tensor_scatter,
    "SliceScatter": slice_scatter,
}


def number(text):
    if isinstance(text, dict):
        return text["text"]
    if isinstance(text, list):
        return [number(each) for each in text]
    try:
        return int(text)
    except ValueError:
        return float(text.replace("Infinity", "inf"))


def whole(size):
    if size != int(size):
        raise ValueError("a fraction")
    return int(size)


def read(type, dims, data):
    if type == "object":
        array = numpy.empty(len(data), object)
        array[:] = data
    else:
        array = numpy.frombuffer(base64.b64decode(data), type)
    try:
        return array.reshape(dims)
    except ValueError as why:  # nothing is that large, though it is empty
        raise Lacking(str(why))


def told(piece):
    flat = piece.ravel().tolist() if piece.dtype == object else base64.b64encode(piece.tobytes()).decode()
    return {"dims": piece.shape, "data": flat}


def answer(example):
    parameters = {name: number(value) for name, value in example["parameters"].items()}
    try:
        tensors = [read(example["type"], each["dims"], each["data"]) for each in example["tensors"]]
        pieces = OPERATORS[example["op_type"]](
            *tensors, opset=example["opset"], outputs=example["outputs"], shape=example["shape"], **parameters
        )
    except Lacking as why:
        return {"lacks": str(why)}
    except Exception as error:  # whatever NumPy raises
        return {"error": f"{type(error).__name__}: {error}"}
    return {"outputs": [told(numpy.asarray(piece)) for piece in pieces]}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
