"""What the source says of a struct's fields: the texts that stand below them, which Python itself forgets."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any, get_args, get_type_hints

import msgspec


def structs(kinds: Iterable[Any]) -> dict[str, type[msgspec.Struct]]:
    """The structs among some types and in their fields, at any depth, by name."""
    found: dict[str, type[msgspec.Struct]] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
            waiting += get_args(kind)
        elif kind.__name__ not in found:
            found[kind.__name__] = kind
            waiting += get_type_hints(kind).values()
    return found


@cache
def of_fields(kind: type[msgspec.Struct]) -> dict[str, str]:
    """The docstrings of a struct's fields by name, those of its bases too."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            found |= _written(base)
    return found


def _written(kind: type) -> dict[str, str]:
    """A string on its own below an annotated name belongs to that name."""
    try:
        source = textwrap.dedent(inspect.getsource(kind))
    except OSError:  # installed without its source
        return {}
    (body,) = (node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    return {
        above.target.id: " ".join(below.value.value.split())
        for above, below in pairwise(body)
        if isinstance(above, ast.AnnAssign)
        and isinstance(above.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }
