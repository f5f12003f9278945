"""What the games bring to the OpenAPI document: their moves, options, views and events as components.

The library's schemas are turned into ours: names that are unique among all games, `oneOf` with a
discriminator in place of `anyOf`, no `default` (generators make such fields required), and answers that may
grow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engine import lines, notation, wire
from engine.game import AnyGame
from engine.games import GAMES
from pbem.web import docstrings

Schema = dict[str, Any]
REF = "#/components/schemas/"
AUDIENCE = ("to", "but")
"""Fields of events that are not told: whoever reads an event belongs to its audience."""


def components() -> dict[str, Schema]:
    """All components by name."""
    games = list(GAMES.values())
    found: dict[str, Schema] = {}
    for game in games:
        for part in (_moves(game), _options(game), _views(game), _events(game)):
            for name, schema in part.items():
                if found.setdefault(name, schema) != schema:
                    raise ValueError(f"Two different schemas are called {name}.")
    return found | _unions(games)


def _moves(game: AnyGame) -> dict[str, Schema]:
    found = _translated(game, game.moves, {})
    for kind in game.moves:
        schema = found[_name(game, kind.__name__)]
        example = _example(schema)
        schema["description"] += f"\n\nAs a line: `{kind.usage}`. Unknown fields are refused."
        schema["examples"] = [example]
    return found


def _options(game: AnyGame) -> dict[str, Schema]:
    """Twice: as they are sent, where all can be left out, and as a match shows them."""
    shown = _translated(game, [game.options], {})
    name = _name(game, game.options.__name__)
    raw = wire.schema([game.options])[game.options.__name__]["properties"]
    new: Schema = {**shown[name], "properties": {}, "additionalProperties": False}
    for field, schema in shown[name]["properties"].items():
        text = f"{schema.get('description', '')} Left out: {_word(raw[field]['default'])}.".strip()
        new["properties"][field] = {**schema, "description": text}
    new.pop("required", None)
    shown[name] = {**shown[name], "required": list(shown[name]["properties"])}
    return {**shown, _name(game, f"New{game.options.__name__}"): new}


def _views(game: AnyGame) -> dict[str, Schema]:
    """Views are always written in full: every field of theirs is there."""
    found = _translated(game, [game.view], {})
    for schema in found.values():
        if "properties" in schema:
            schema["required"] = list(schema["properties"])
    return found


def _events(game: AnyGame) -> dict[str, Schema]:
    renamed = {kind.__name__: f"{kind.__name__}Event" for kind in game.events}
    found = _translated(game, game.events, renamed)
    for kind in game.events:
        schema = found[_name(game, f"{kind.__name__}Event")]
        for field in AUDIENCE:
            schema["properties"].pop(field, None)
    return found


def _unions(games: Sequence[AnyGame]) -> dict[str, Schema]:
    moves = {notation.tag(kind): _name(game, kind.__name__) for game in games for kind in game.moves}
    views = {notation.tag(game.view): _name(game, game.view.__name__) for game in games}
    events = {
        notation.tag(kind): _name(game, f"{kind.__name__}Event") for game in games for kind in game.events
    }
    line = {
        "type": "string",
        "description": "A move as text, or several joined by `;`.",
        "maxLength": lines.LONGEST,
        "examples": ["recruit 3"],
    }
    return {
        "Move": _union(moves, "A move; `type` tells which."),
        "MoveInput": {"description": "A line, or an object.", "oneOf": [line, {"$ref": f"{REF}Move"}]},
        "View": _union(views, "What a seat, or a spectator, may know; `type` tells of which game."),
        "Event": _union(events, "Something that happened in a match; `type` tells what."),
        "Options": _any(_options_names(games, ""), "The variant that is played."),
        "NewOptions": _any(_options_names(games, "New"), "The variant to be played."),
    }


def _options_names(games: Sequence[AnyGame], prefix: str) -> list[str]:
    return [_name(game, f"{prefix}{game.options.__name__}") for game in games]


def _union(kinds: dict[str, str], about: str) -> Schema:
    mapping = {tag: f"{REF}{name}" for tag, name in kinds.items()}
    return {
        "description": about,
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def _any(names: Iterable[str], about: str) -> Schema:
    return {"description": about, "anyOf": [{"$ref": f"{REF}{name}"} for name in names]}


def _unlabelled(schema: Schema) -> Schema:
    """The schema of options without the titles of its fields: they are labels in a form, and name no type."""
    fields = schema["properties"].items()
    bare = {name: {key: what for key, what in part.items() if key != "title"} for name, part in fields}
    return {**schema, "properties": bare}


def _translated(game: AnyGame, kinds: Sequence[type], renamed: dict[str, str]) -> dict[str, Schema]:
    """The components of kinds and all they refer to, under our names, with what their source says of them."""
    raw = wire.schema(kinds)
    if game.options.__name__ in raw:
        raw[game.options.__name__] = _unlabelled(raw[game.options.__name__])
    names = {name: _name(game, renamed.get(name, name)) for name in raw}
    known = docstrings.structs(kinds)
    shared: dict[str, Schema] = {}
    found: dict[str, Schema] = {}
    for name, schema in raw.items():
        whole = _shared(game, {key: part for key, part in schema.items() if key != "title"}, shared)
        if name in known:
            _describe(whole, docstrings.of_fields(known[name]))
        found[names[name]] = _ours(whole, names)
    return found | {name: _ours(schema, names) for name, schema in shared.items()}


def _shared(game: AnyGame, schema: Any, found: dict[str, Schema]) -> Any:
    """The same with references in place of types that have a title, which become components of their own."""
    if isinstance(schema, list):
        return [_shared(game, part, found) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(schema.get("title"), str):
        name = _name(game, schema["title"])
        whole = {key: part for key, part in schema.items() if key not in ("title", "default")}
        if found.setdefault(name, whole) != whole:
            raise ValueError(f"Two different types are titled {schema['title']}.")
        return {"$ref": name}
    return {key: _shared(game, part, found) for key, part in schema.items()}


def _describe(schema: Schema, texts: dict[str, str]) -> None:
    """Puts the docstrings of fields into a schema, where it says nothing itself."""
    for name, part in schema.get("properties", {}).items():
        text = texts.get(name) or ("Tells the kind." if "enum" in part and name == "type" else None)
        if text is not None and "description" not in part:
            part["description"] = text


def _name(game: AnyGame, name: str) -> str:
    """A name among all games: `LordsOfScotlandMuster`."""
    prefix = "".join(word.capitalize() for word in game.slug.split("-"))
    return prefix + name.rpartition(".")[2]


def _ours(schema: Any, names: dict[str, str]) -> Any:
    if isinstance(schema, list):
        return [_ours(part, names) for part in schema]
    if not isinstance(schema, dict):
        return schema
    ours = {
        key: {name: _ours(part, names) for name, part in value.items()}
        if key == "properties"
        else _ours(value, names)
        for key, value in schema.items()
        if key not in ("title", "default", "additionalProperties")
    }
    if "$ref" in ours:
        name = schema["$ref"].removeprefix(REF)
        ours["$ref"] = REF + names.get(name, name)
    if "discriminator" in ours:
        ours["oneOf"] = ours.pop("anyOf")
        mapping = ours["discriminator"]["mapping"]
        ours["discriminator"]["mapping"] = {
            tag: REF + names[ref.removeprefix(REF)] for tag, ref in mapping.items()
        }
    return _with_type(ours)


def _with_type(schema: Schema) -> Schema:
    """An enumeration of texts says that it is one; one of a single text, which is a tag, is a constant."""
    values = schema.get("enum")
    if not values or not all(isinstance(value, str) for value in values):
        return schema
    if len(values) == 1:
        return {"type": "string", "const": values[0], **{k: v for k, v in schema.items() if k != "enum"}}
    return {"type": "string", **schema}


def _example(schema: Schema) -> Schema:
    """An object made of the examples of its required fields."""
    example = {}
    for name in schema["required"]:
        part = schema["properties"][name]
        example[name] = part.get("const") or (part.get("examples") or part.get("enum") or [1])[0]
    return example


def _word(value: Any) -> str:
    return f"`{msgspec.json.encode(value).decode()}`"
