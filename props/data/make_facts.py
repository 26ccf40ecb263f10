#!/usr/bin/env python3
"""Asks the upstream project for facts about symbolic integers and views.

usage: PYTHONPATH=<upstream checkout> make_facts.py sint|view COUNT SEED > FILE

One fact a line, fields between tabs; sint_facts_test.cpp and view_facts_test.cpp read them. An expression is
written in prefix form; a view as SHAPE STRIDES OFFSET MASK and a final "c" if it is contiguous; a stack of views
as views between " | ", innermost first.
"""
import random
import sys

from tinygrad.shape.shapetracker import ShapeTracker
from tinygrad.shape import symbolic, view as view_module
from tinygrad.shape.symbolic import Node, NumNode, Variable, sym_render
from tinygrad.shape.view import View

# name, lowest, highest, bound value
SINT_VARIABLES = [("a", 0, 3, None), ("b", 1, 6, None), ("c", 2, 2, None), ("d", 0, 11, None), ("n", 1, 10, 7)]
VIEW_VARIABLES = [("i", 1, 10, 3), ("j", 1, 6, 2), ("k", 0, 4, 4)]


def print_variables(variables):
  for name, low, high, value in variables: print(f"var\t{name}\t{low}\t{high}\t{'-' if value is None else value}")


def make_variable(name, low, high, value):
  variable = Variable(name, low, high)
  return variable if value is None else variable.bind(value)


def forget():
  """Upstream caches by equality, and a number in disguise equals the plain one: answers would depend on history."""
  for owner in (view_module, view_module.View, symbolic.SumNode):
    for name in dir(owner):
      if hasattr(cached := getattr(owner, name), "cache_clear"): cached.cache_clear()


def attempt(question):
  try:
    return question()
  except Exception:  # any refusal is "error": what we throw has our own words
    return "error"


# ---- symbolic integers ----

def sint_tree(rng, depth):
  """A tree over names and numbers; "<" has no plain number on its left, and "and" joins comparisons."""
  if depth == 0 or rng.random() < 0.15:
    return rng.choice(["a", "b", "c", "d", "n"]) if rng.random() < 0.6 else rng.choice([-4, -2, -1, 0, 1, 2, 3, 4, 6, 8, 12])
  op = rng.choice(["+", "+", "*", "*", "//", "%", "-", "<", "sum", "and", "unbound"] if depth > 1 else ["+", "*", "//", "%", "-"])
  if op == "and": return ["and"] + [["<", sint_tree(rng, depth - 1), sint_tree(rng, 0)] for _ in range(rng.randint(1, 3))]
  if op == "sum": return ["sum"] + [sint_tree(rng, depth - 1) for _ in range(rng.randint(0, 4))]
  if op == "unbound": return ["unbound", sint_tree(rng, depth - 1)]
  small = depth - 1 if rng.random() < 0.4 else 0
  return [op, sint_tree(rng, depth - 1), sint_tree(rng, small)]


def sint_text(tree):
  return f"({' '.join(map(sint_text, tree))})" if isinstance(tree, list) else str(tree)


def as_node(value):
  return value if isinstance(value, Node) else NumNode(int(value))


class Unasked(Exception):
  """The tree asks what Python's own integers would answer."""


def sint_value(tree, variables):
  if isinstance(tree, int): return tree
  if isinstance(tree, str): return variables[tree]
  op, values = tree[0], [sint_value(t, variables) for t in tree[1:]]
  if op == "sum": return Node.sum([as_node(v) for v in values])
  if op == "and": return Node.ands([as_node(v) for v in values])
  if op == "unbound":
    if any(v.val is None for v in as_node(values[0]).vars()): raise Unasked
    return values[0].unbind()[0] if isinstance(values[0], Node) else values[0]
  x, y = values
  if op == "<":
    if not isinstance(x, Node): raise Unasked
    return x < y
  return x + y if op == "+" else x * y if op == "*" else x - y if op == "-" else x // y if op == "//" else x % y


def sint_fact(rng, variables):
  tree = sint_tree(rng, rng.choice([1, 2, 2, 3, 3]))
  try:
    value = sint_value(tree, variables)
    low, high = (value.min, value.max) if isinstance(value, Node) else (value, value)
    answer = f"{sym_render(value)}\t{sym_render(low)}\t{sym_render(high)}"
  except (Unasked, AttributeError): return None
  except AssertionError as e:
    if "bound" in str(e): return None  # unbind of what is not bound
    answer = "error"
  except Exception: answer = "error"
  return f"{sint_text(tree)}\t{answer}"


# ---- views ----

def dims_text(dims): return "[" + ",".join(sym_render(d) for d in dims) + "]"


def ranges_text(ranges): return "[" + ",".join(f"{sym_render(b)}:{sym_render(e)}" for b, e in ranges) + "]"


def view_text(v):
  mask = "-" if v.mask is None else ranges_text(v.mask)
  return f"{dims_text(v.shape)} {dims_text(v.strides)} {sym_render(v.offset)} {mask}" + (" c" if v.contiguous else "")


def stack_text(st): return " | ".join(view_text(v) for v in st.views)


def between(text, open_close): return [part for part in text.strip(open_close).split(",") if part]


def dims_read(text, variables): return tuple(eval(part, {}, variables) for part in between(text, "[]"))


def ranges_read(text, variables): return tuple(tuple(eval(end, {}, variables) for end in part.split(":")) for part in between(text, "[]"))


def view_read(text, variables):
  shape, strides, offset, mask = text.split(" ")[:4]
  mask = None if mask == "-" else ranges_read(mask, variables)
  return View.create(dims_read(shape, variables), dims_read(strides, variables), eval(offset, {}, variables), mask)


def stack_read(text, variables): return ShapeTracker(tuple(view_read(part, variables) for part in text.split(" | ")))


def small_number(rng, variables, low=0, high=4):
  if variables and rng.random() < 0.15:
    x = variables[rng.choice(list(variables))]
    return rng.choice([x, x, x + 1, x * 2])
  return rng.randint(low, high)


def random_shape(rng, variables, largest=3):
  return tuple(small_number(rng, variables, 0 if rng.random() < 0.05 else 1, rng.choice([2, 4, 6])) for _ in range(rng.choice([0] + [*range(1, largest + 1)] * 6)))


def factorings(rng, shape):
  """Another shape of the same size, where that is easily found."""
  dims = []
  for s in shape:
    divisors = [d for d in range(2, s) if s % d == 0] if isinstance(s, int) else []
    if divisors and rng.random() < 0.5: d = rng.choice(divisors); dims += [d, s // d]
    else: dims.append(s)
  if len(dims) > 1 and rng.random() < 0.6:
    at = rng.randrange(len(dims) - 1)
    dims[at:at + 2] = [dims[at] * dims[at + 1]]
  if rng.random() < 0.3: dims.insert(rng.randint(0, len(dims)), 1)
  if rng.random() < 0.2: dims = [d for d in dims if not (isinstance(d, int) and d == 1)]
  return tuple(dims)


def bound_dims(rng, shape, variables):
  """Some dimensions replaced by a variable that is bound to their size."""
  sizes = {v.val: v for v in variables.values()}
  return tuple(sizes[s] if isinstance(s, int) and s in sizes and rng.random() < 0.5 else s for s in shape)


def random_arguments(rng, op, view, variables):
  shape = view.shape
  if op == "pad": return tuple((small_number(rng, variables, 0, 2), small_number(rng, variables, 0, 2)) for _ in shape)
  if op == "shrink":
    keep = []
    for s in shape:
      if not isinstance(s, int): keep.append(rng.choice([(0, s), (0, 1), (1, s), (0, s - 1)])); continue
      b = small_number(rng, variables, 0, s)
      e = small_number(rng, variables, b if isinstance(b, int) else 0, s)
      keep.append((b, b + 1) if not isinstance(b, int) else (b, e))
    return tuple(keep)
  if op == "expand": return tuple(small_number(rng, variables) if isinstance(s, int) and s == 1 and rng.random() < 0.8 else s for s in shape)
  if op == "permute":
    axis = list(range(len(shape)))
    rng.shuffle(axis)
    if axis and rng.random() < 0.05: axis[0] = axis[-1]
    return tuple(axis)
  if op == "stride": return tuple(rng.choice([1, 1, -1, -1, 2, -2, 3]) for _ in shape)
  assert op in ("reshape", "invert")
  new = factorings(rng, shape)
  return bound_dims(rng, new, variables) if rng.random() < 0.2 else new


MOVES = ["pad", "shrink", "expand", "permute", "stride", "reshape"]
RANGES = ("pad", "shrink")


def random_view(rng, variables, shape=None):
  """A chain of moves from a contiguous view, or any view at all."""
  if shape is None and rng.random() < 0.3:
    shape = random_shape(rng, variables)
    strides = tuple(rng.choice([0, 1, -1, 2, 3, 4, 6, 8, 12]) for _ in shape)
    mask = tuple(sorted((rng.randint(0, 3), rng.randint(0, 4))) for _ in shape) if rng.random() < 0.4 else None
    if mask is not None and all(isinstance(s, int) for s in shape): mask = tuple((min(b, s), min(e, s)) for (b, e), s in zip(mask, shape))
    elif mask is not None: mask = None
    return View.create(shape, strides, rng.choice([0, 0, 1, 5]), mask)
  view = View.create(random_shape(rng, variables) if shape is None else shape)
  for _ in range(rng.randint(0, 4)):
    op = rng.choice(MOVES)
    try: view = getattr(view, op)(random_arguments(rng, op, view, variables)) or view
    except Exception: pass
  return view


def random_stack(rng, variables):
  views = [random_view(rng, variables)]
  for _ in range(rng.randint(0, 2)):
    below = views[-1].shape
    try: start = factorings(rng, below)
    except Exception: start = below
    views.append(random_view(rng, variables, start))
  return ShapeTracker(tuple(views))


def reads_each_place_once(view, out):
  """invert has a meaning for these only; upstream answers for others too."""
  if any(not isinstance(x, int) for x in view.shape + view.strides + tuple(out)): return False
  kept = view.shrink(view.mask) if view.mask is not None else view
  if kept.offset != sum(-st * (s - 1) for s, st in zip(kept.shape, kept.strides) if st < 0): return False
  steps = sorted(((abs(st), s) for s, st in zip(kept.shape, kept.strides) if s != 1))
  size = 1
  for st, s in steps:
    if st != size: return False
    size *= s
  return True


STACK_OPS = ["st_reshape", "st_add", "st_simplify", "st_invert", "consecutive"]


def view_question(rng, variables):
  """An operation, its subject and its arguments, as text; None where upstream's answer has no meaning."""
  op = rng.choice(MOVES + ["reshape", "reshape", "invert", "minify", "unbound", "merge", "merge", "merge", "size",
                           "st_add", "st_simplify"] + STACK_OPS)
  if op == "merge":
    views = random_stack(rng, variables).views
    return None if len(views) < 2 or 0 in views[-1].shape else (op, view_text(views[-2]), view_text(views[-1]))
  if op in STACK_OPS:
    st = random_stack(rng, variables)
    # Upstream fails to merge where the outer view has no elements; any view is right there.
    if any(0 in v.shape for v in st.views[1:]): return None
    if op in ("st_simplify", "consecutive"): return op, stack_text(st), "-"
    if op == "st_add":
      if len(st.views) < 2: return None
      cut = rng.randint(1, len(st.views) - 1)
      return op, stack_text(ShapeTracker(st.views[:cut])), stack_text(ShapeTracker(st.views[cut:]))
    new = random_arguments(rng, "reshape", st.views[-1] if op == "st_reshape" else st.views[0], variables)
    outs = [new] + [v.shape for v in st.views[:-1]]
    if op == "st_invert" and not all(reads_each_place_once(v, out) for v, out in zip(st.views, outs)): return None
    return op, stack_text(st), dims_text(new)
  view = random_view(rng, variables)
  if op in ("minify", "size", "unbound"): return op, view_text(view), "-"
  args = random_arguments(rng, op, view, variables)
  if args and op in ("pad", "shrink", "expand", "permute") and rng.random() < 0.04: args = args[:-1]
  if op == "invert" and not reads_each_place_once(view, args): return None
  if op != "stride" and any(isinstance(x, int) and x < 0 for x in args): return None
  return op, view_text(view), (ranges_text if op in RANGES else dims_text)(args)


def spelled(answer):
  if answer is None: return "none"
  if isinstance(answer, ShapeTracker): return stack_text(answer)
  return view_text(answer) if isinstance(answer, View) else str(int(answer))


def view_answer(op, subject, args, variables):
  """Upstream's answer to a question as it is written, and not to the objects that it was written from."""
  if op in STACK_OPS:
    st = stack_read(subject, variables)
    if op == "st_simplify": return st.simplify()
    if op == "consecutive": return st.consecutive
    if op == "st_add": return st + stack_read(args, variables)
    return getattr(st, op.removeprefix("st_"))(dims_read(args, variables))
  view = view_read(subject, variables)
  if op == "merge": return view + view_read(args, variables)
  if op == "unbound": return view.unbind()[0]
  if op in ("minify", "size"): return getattr(view, op)()
  return getattr(view, op)((ranges_read if op in RANGES else dims_read)(args, variables))


def reads_back(question, variables):
  """Whether upstream spells the views and numbers of a question again as they are written."""
  op, subject, args = question
  again = lambda text: stack_text(stack_read(text, variables))
  if again(subject) != subject: return False
  if args == "-": return True
  if op in ("merge", "st_add"): return again(args) == args
  if op in RANGES: return ranges_text(ranges_read(args, variables)) == args
  return dims_text(dims_read(args, variables)) == args


def view_fact(rng, variables):
  question = view_question(rng, variables)
  if question is None or not reads_back(question, variables): return None
  forget()
  return "\t".join(question) + "\t" + attempt(lambda: spelled(view_answer(*question, variables)))


def main():
  if len(sys.argv) != 4 or sys.argv[1] not in ("sint", "view"): sys.exit(__doc__)
  kind, count, rng = sys.argv[1], int(sys.argv[2]), random.Random(int(sys.argv[3]))
  declared, make = (SINT_VARIABLES, sint_fact) if kind == "sint" else (VIEW_VARIABLES, view_fact)
  variables = {name: make_variable(name, low, high, value) for name, low, high, value in declared}
  print_variables(declared)
  seen = set()
  while len(seen) < count:
    forget()
    try: fact = make(rng, variables)
    except Exception: continue  # the question itself could not be spelled
    if fact is None or fact in seen: continue
    seen.add(fact)
    print(fact)


if __name__ == "__main__": main()
