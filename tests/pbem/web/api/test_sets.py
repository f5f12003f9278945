"""GET and POST /v1/games/{slug}/sets, and one set by its hash."""

from __future__ import annotations

from flask import Flask

from tests.engine.games.scarab_lords.generated import horde_data
from tests.pbem.web.people import Person, problem, sign_in, value

SETS = "/v1/games/scarab-lords/sets"


def test_it_works(app: Flask) -> None:
    ann, bob = sign_in(app, "Ann"), sign_in(app, "Bob")
    response = ann.post(SETS, {"set": horde_data()})
    assert response.status_code == 201, response.text
    added = value(response)
    assert (added["title"], added["game"], added["yours"]) == ("Hordes", "scarab-lords", True)
    assert value(ann.get(SETS))["items"] == [added]
    assert value(bob.get(SETS))["items"] == []
    assert value(bob.get(f"{SETS}/{added['hash']}"))["name"] == "Hordes"
    body = {"game": "scarab-lords", "seats": 2, "options": {"cards": added["hash"]}}
    assert value(bob.post("/v1/matches", body))["options"]["cards"] == added["hash"]


def test_all_that_is_wrong_is_told(app: Flask) -> None:
    data = horde_data()
    data["cards"][0]["copies"] = 8
    data["cards"][4]["strength"] = None
    told = problem(sign_in(app, "Ann").post(SETS, {"set": data}), 422, "bad-value")
    assert [error["pointer"] for error in told["errors"]] == ["/set", "/set"]
    assert told["errors"][1]["detail"] == "Card M01, strength: a building has one."


def test_strangers_look_and_do_not_add(app: Flask) -> None:
    stranger = Person(app, "", "")
    assert value(stranger.get(SETS)) == {"items": []}
    problem(stranger.post(SETS, {"set": horde_data()}), 401, "not-signed-in")
    problem(stranger.get(f"{SETS}/{'0' * 64}"), 404, "not-found")


def test_a_game_with_its_own_pieces_only_has_no_sets(app: Flask) -> None:
    ann = sign_in(app, "Ann")
    for slug in ("lords-of-scotland", "chess"):
        problem(ann.get(f"/v1/games/{slug}/sets"), 404, "not-found")
        problem(ann.post(f"/v1/games/{slug}/sets", {"set": {}}), 404, "not-found")
