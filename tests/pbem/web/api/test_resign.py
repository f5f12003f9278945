from __future__ import annotations

from tests.pbem.web.people import Person, problem, sign_in, value


def test_it_works(ann: Person, bob: Person, match: str) -> None:
    response = ann.post(f"/v1/matches/{match}/resignation")
    assert response.status_code == 200
    over = value(response)
    assert (over["state"], over["result"]["kind"], over["result"]["ranks"]) == ("over", "forfeit", [2, 1])
    assert bob.match(match)["result"] == over["result"]


def test_among_three_the_others_play_on(ann: Person, bob: Person, carl: Person) -> None:
    match = ann.open(3)
    bob.join(match)
    carl.join(match)
    assert value(ann.post(f"/v1/matches/{match}/resignation"))["state"] == "running"
    seen = bob.match(match)
    assert [place["gone"] for place in seen["places"]] == [True, False, False]
    assert 0 not in seen["to_act"]
    problem(ann.post(f"/v1/matches/{match}/resignation"), 409, "not-your-turn")


def test_only_a_player_resigns(carl: Person, match: str, private_match: str) -> None:
    problem(carl.post(f"/v1/matches/{match}/resignation"), 403, "not-seated")
    problem(carl.post(f"/v1/matches/{private_match}/resignation"), 404, "not-found")


def test_a_match_that_does_not_run_is_not_resigned(ann: Person, match: str) -> None:
    problem(ann.post(f"/v1/matches/{ann.open()}/resignation"), 409, "match-not-running")
    ann.post(f"/v1/matches/{match}/resignation")
    problem(ann.post(f"/v1/matches/{match}/resignation"), 409, "match-over")


def test_a_body_may_be_empty_and_no_more(ann: Person, match: str) -> None:
    dina = sign_in(ann.app, "Dina")
    other = dina.open()
    ann.join(other)
    problem(ann.post(f"/v1/matches/{match}/resignation", {"sure": True}), 422, "bad-value")
    assert ann.post(f"/v1/matches/{match}/resignation", {}).status_code == 200
    assert dina.match(other)["state"] == "running"
