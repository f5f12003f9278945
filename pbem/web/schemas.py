"""What the schemas of all resources share: strict requests, open answers, and kinds of fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar, TypeAlias

import marshmallow as ma
from marshmallow import fields, validate

from pbem import clock

ID = re.compile(r"^[0-9a-hjkmnp-tv-z]{16}$")


class Described(ma.Schema):
    """A schema of ours; its docstring describes it in the document."""

    @classmethod
    def example(cls) -> Any:
        """What such an object may look like, for the document; None: the fields say enough."""
        return None


class Strict(Described):
    """A request: unknown fields are refused."""

    class Meta:
        unknown = ma.RAISE


class Answer(Described):
    """An answer: all fields are there, and more may come with time."""

    class Meta:
        unknown = ma.EXCLUDE

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Every field of an answer is there."""
        field_obj.required = True

    def dump(self, obj: Any, *, many: bool | None = None) -> Any:
        """What marshmallow would make of it, at a fifth of the cost: its fields are looked at once."""
        write = _writer(type(self))
        return [write(one) for one in obj] if many else write(obj)


Writer: TypeAlias = Callable[[Any], Any]


@cache
def _writer(schema: type[ma.Schema]) -> Writer:
    """What writes an answer: a dict (or an object with such attributes) as the schema has it."""
    written = [
        (name, field.attribute or name, _field_writer(field)) for name, field in schema().fields.items()
    ]

    def write(found: Any) -> Any:
        if not isinstance(found, dict):
            found = {key: getattr(found, key) for _, key, _ in written}
        return {
            name: found[key] if part is None or found[key] is None else part(found[key])
            for name, key, part in written
            if key in found
        }

    return write


def _field_writer(field: fields.Field[Any]) -> Writer | None:
    """What writes a value that is there; None: it goes out as it is."""
    match field:
        case Instant():
            return clock.rfc3339
        case fields.Nested():
            return _writer(type(field.schema))
        case fields.List():
            part = _field_writer(field.inner)
            return None if part is None else lambda values: [part(value) for value in values]
        case (
            fields.Raw()
            | fields.Dict()
            | fields.String()
            | fields.Integer()
            | fields.Float()
            | fields.Boolean()
        ):
            return None
    raise TypeError(f"An answer has no field of the kind {type(field).__name__}; teach it here.")


class Whole(validate.Validator):
    """A pattern that the whole text has to match, a line break at its end included."""

    def __init__(self, pattern: str, error: str) -> None:
        self.regex = re.compile(pattern)
        self.sentence = error

    def __call__(self, value: str) -> str:
        if not self.regex.fullmatch(value) or value.endswith("\n"):
            raise ma.ValidationError(self.sentence)
        return value


class Part(validate.Validator):
    """More than 0 and less than 1; the document has `exclusiveMinimum` and `exclusiveMaximum` for it."""

    BOUNDS: ClassVar = {"exclusiveMinimum": 0, "exclusiveMaximum": 1}

    def __call__(self, value: float) -> float:
        if not 0 < value < 1:
            raise ma.ValidationError("It must be more than 0 and less than 1.")
        return value


class Number(fields.Integer):
    """A whole number of a JSON body; no text, no fraction, no truth value."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strict=True, **kwargs)


class QueryNumber(fields.Integer):
    """A whole number in an address: plain ASCII digits."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> int:
        if not isinstance(value, str) or not re.fullmatch(r"-?[0-9]+", value):
            raise self.make_error("invalid", input=value)
        return int(value[:18])  # cut, a number that is too great is still one


class Truth(fields.Boolean):
    """`true` or `false` of a JSON body; no text, no number."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class QueryTruth(fields.Boolean):
    """`true` or `false` in an address."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(truthy={"true"}, falsy={"false"}, **kwargs)


class Instant(fields.Field[int]):
    """Microseconds of the database as RFC 3339 text."""

    def _serialize(self, value: int | None, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        return None if value is None else clock.rfc3339(value)


class Component(fields.Raw):
    """A value that is described by a component of the document which comes from the games."""

    def __init__(self, component: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.component = component


class MoveInput(Component):
    """A move as it is sent: a line, or an object. Which moves there are is the game's business."""

    def __init__(self) -> None:
        super().__init__("MoveInput")

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> str | dict[str, Any]:
        if isinstance(value, str | dict):
            return value
        raise ma.ValidationError("A move is a line of text or an object.")


class Page(Strict):
    """Which part of a list is wanted."""

    cursor = fields.String(
        validate=validate.Length(1, 200),
        metadata={"description": "`next_cursor` of the page before; opaque. Left out: from the beginning."},
    )
    limit = QueryNumber(
        validate=validate.Range(1, 100),
        metadata={"description": "At most so many items. Left out: 20."},
    )


def next_cursor() -> fields.String:
    """The field of a page that leads to the next one."""
    return fields.String(
        allow_none=True,
        metadata={"description": "Send it as `cursor` to get the next page; null: this was the last."},
    )


def cut(rows: list[Any], limit: int, cursor: Callable[[Any], str]) -> tuple[list[Any], str | None]:
    """A page out of `limit` + 1 rows, and the cursor of the next one."""
    if len(rows) <= limit:
        return rows, None
    return rows[:limit], cursor(rows[limit - 1])


def said(text: str, **more: Any) -> dict[str, Any]:
    """Metadata of a field: its description in the document, and more."""
    return {"description": text, **more}
