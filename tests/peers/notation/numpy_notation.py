"""What NumPy takes by a slice string, and what assigning to it leaves. Reads lines of JSON, answers each with one; main.js asks."""

import ast
import json
import re
import sys

import numpy

# Other spellings of an integer, which the tree does not show.
SPELLINGS = re.compile(r"[()]|0[xob]", re.IGNORECASE)


def is_plain(node):
    """Of ranges, integers with signs, and dots: what a slice string may have."""
    if isinstance(node, ast.Tuple):
        return all(is_plain(each) for each in node.elts)
    if isinstance(node, ast.Slice):
        return all(each is None or is_integer(each) for each in (node.lower, node.upper, node.step))
    return is_integer(node) or isinstance(node, ast.Constant) and node.value is ...


def is_integer(node):
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, (ast.UAdd, ast.USub)) and is_integer(node.operand)
    return isinstance(node, ast.Constant) and type(node.value) is int


def answer(dims, text):
    if not text.strip(" \t\n\r\f"):
        text = "..."  # the ruling D50
    try:
        tree = ast.parse(f"x[{text}]", mode="eval")
    except SyntaxError as error:
        return {"error": f"SyntaxError: {error.msg}"}
    if SPELLINGS.search(text) or not is_plain(tree.body.slice):
        return {"other": ast.dump(tree.body.slice)}
    x = numpy.arange(numpy.prod(dims, dtype=int)).reshape(dims)
    try:
        piece = numpy.asarray(eval(compile(tree, "notation", "eval"), {"x": x}))
    except (IndexError, ValueError) as error:
        return {"error": f"{type(error).__name__}: {error}"}
    elements = piece.ravel().tolist()
    updates = -1 - numpy.arange(piece.size).reshape(piece.shape)
    exec(compile(f"x[{text}] = updates", "notation", "exec"), {"x": x, "updates": updates})
    return {"dims": piece.shape, "elements": elements, "assigned": x.ravel().tolist()}


for line in sys.stdin:
    print(json.dumps(answer(**json.loads(line))), flush=True)
