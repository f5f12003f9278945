from __future__ import annotations

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from engine.games import GAMES
from tests.pbem.web.people import GAME, Person, problem, value


def test_it_works(anybody: Person) -> None:
    listed = value(anybody.get("/v1/games"))["items"]
    assert [game["slug"] for game in listed] == list(GAMES)
    game = value(anybody.get(f"/v1/games/{GAME}"))
    assert game["seats"] == {"fewest": 2, "most": 5}
    assert game["rules"] == GAMES[GAME].rules


def test_the_options_have_their_defaults(anybody: Person) -> None:
    options = value(anybody.get(f"/v1/games/{GAME}"))["options"]
    assert options["properties"]["include_bruce"]["default"] is True


def test_legal_moves_keep_to_the_schemas(anybody: Person, ann: Person, bob: Person, match: str) -> None:
    kinds = {kind["type"]: kind["schema"] for kind in value(anybody.get(f"/v1/games/{GAME}"))["moves"]}
    for schema in kinds.values():
        Draft202012Validator.check_schema(schema)
    legal = ann.match(match)["legal_moves"] or bob.match(match)["legal_moves"]
    assert legal
    for item in legal:
        Draft202012Validator(kinds[item["move"]["type"]]).validate(item["move"])


def test_a_game_that_is_none_is_not_found(anybody: Person) -> None:
    problem(anybody.get("/v1/games/whist"), 404, "not-found")


def test_kinds_of_moves_tell_what_they_may_follow(anybody: Person) -> None:
    kinds = value(anybody.get(f"/v1/games/{GAME}"))["moves"]
    closing = [kind["type"] for kind in kinds if kind["closing"]]
    independent = [kind["type"] for kind in kinds if kind["independent"]]
    assert closing == ["lords-of-scotland.stop"]
    assert independent == ["lords-of-scotland.stop", "lords-of-scotland.claim"]
