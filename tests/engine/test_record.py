"""A whole match as a text."""

from __future__ import annotations

import pytest

from engine import record
from engine.errors import InvalidMove, NotYourTurn
from engine.game import AnyGame
from engine.record import BadRecord, Record
from tests.engine.matches import wander
from tests.engine.toy import GAME
from tests.engine.toy.moves import Stand, Take
from tests.engine.toy.state import Options

TOY: AnyGame = GAME
GAMES = {TOY.slug: TOY}
SEED = "5b" * 32
HEADER = f"""game: last-stand
version: 1
seats: 2
options: {{"feints":true,"peeks":1,"points":3}}
seed: {SEED}
"""
PLAYED = Record("last-stand", 1, 2, Options(), SEED, ((1, Stand("oak-1", "feint")), (0, Take(2))))


def test_a_record_is_a_header_and_a_move_a_line() -> None:
    assert record.write(PLAYED) == f"{HEADER}\nb oak-1 feint\na take 2\n"


def test_what_is_written_is_read() -> None:
    assert record.read(GAMES, record.write(PLAYED)) == PLAYED


def test_comments_and_notes_are_passed_over() -> None:
    text = record.write(
        PLAYED, ["Ann against Bob", "game: chess"], {0: "Bob was late", 2: "Ann resigned\nBob won"}
    )
    assert text.startswith("# Ann against Bob\n# game: chess\ngame: last-stand\n")
    assert text.endswith("\n# Bob was late\nb oak-1 feint\na take 2\n# Ann resigned\n# Bob won\n")
    assert record.read(GAMES, text) == PLAYED


@pytest.mark.parametrize(
    "name", ["Ann\na take 1", "Ann\n\na take 1", "Ann\u2028a take 1", "Ann\r\nseats: 4", "Ann # a take 1"]
)
def test_a_name_cannot_smuggle_a_move_in(name: str) -> None:
    assert record.read(GAMES, record.write(PLAYED, [name], {1: name})) == PLAYED


def test_other_line_ends_blanks_and_remarks_are_forgiven() -> None:
    text = record.write(PLAYED).replace("\n", "\r\n").replace("take 2", "take  2   # what a draw")
    assert record.read(GAMES, text + "\r\n\r\n") == PLAYED


@pytest.mark.parametrize(("seats", "place"), [(2, 0), (3, 1), (4, 2)])
def test_a_match_played_again_from_its_record_ends_the_same(seats: int, place: int) -> None:
    match = wander(TOY, seats, Options(points=2), place)
    played = Record(TOY.slug, TOY.version, seats, match.options, match.rng.seed, match.moves)
    again = record.read(GAMES, record.write(played))
    assert tuple(record.steps(GAMES, again)) == match.steps


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("seed: ", "sown: ", "The header lacks: seed."),
        ("version: 1\nseats: 2\n", "", "The header lacks: version, seats."),
        ("game: last-stand", "game: chess", "There is no game 'chess'."),
        ("seats: 2", "seats: two", "The header cannot be read"),
        ("seats: 2", "seats: 5", "Last Stand is for 2 to 4 seats, not 5."),
        ("seats: 2", "seats: 1", "Last Stand is for 2 to 4 seats, not 1."),
        ('"peeks":1', '"peeks":7', "The header cannot be read"),
        ('{"feints"', '{"colour":1,"feints"', "The header cannot be read"),
        ("5b5b", "xyzw", "The seed is not 64 hexadecimal digits."),
        ("5b5b\n", "5b\n", "The seed is not 64 hexadecimal digits."),
        ("b oak", "c oak", "`c oak-1 feint` does not begin with a seat's letter."),
        ("b oak", "oak", "`oak-1 feint` does not begin with a seat's letter."),
        ("b oak", "B oak", "does not begin with a seat's letter."),
    ],
)
def test_a_spoilt_record_is_refused(before: str, after: str, message: str) -> None:
    text = record.write(PLAYED)
    assert before in text
    with pytest.raises(BadRecord) as refusal:
        record.read(GAMES, text.replace(before, after, 1))
    assert message in str(refusal.value)


@pytest.mark.parametrize("text", ["", "\n\n", "hello", ":\n: \n\n", "a take 1"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="The header lacks: game, version, seats, options, seed"):
        record.read(GAMES, text)


@pytest.mark.parametrize(
    ("line", "said"), [("dance all night", "stand"), ("peek", "peek"), ("take 1 2 3", "take")]
)
def test_a_line_that_is_no_move_is_refused(line: str, said: str) -> None:
    with pytest.raises(InvalidMove, match=f"`{said}` is written"):
        record.read(GAMES, record.write(PLAYED) + f"a {line}\n")


@pytest.mark.parametrize("line", ["pe 1", "ta 1", "oak-1 fe"])
def test_a_record_holds_whole_words_only(line: str) -> None:
    with pytest.raises(InvalidMove):
        record.read(GAMES, record.write(PLAYED) + f"a {line}\n")


def test_a_record_holds_one_move_a_line() -> None:
    with pytest.raises(InvalidMove, match="These are 2 moves, not one"):
        record.read(GAMES, record.write(PLAYED) + "a peek 1 2\n")


def test_rules_of_another_version_are_refused() -> None:
    old = record.read(GAMES, record.write(PLAYED).replace("version: 1", "version: 0"))
    with pytest.raises(BadRecord, match="played by version 0 of the rules; these are 1"):
        record.steps(GAMES, old)


def test_a_move_that_the_rules_forbid_is_found_when_it_is_played_again() -> None:
    match = wander(TOY, 2, Options(), 0)
    seat, move = match.moves[0]
    twice = Record(TOY.slug, 1, 2, match.options, match.rng.seed, ((seat, move), (seat, move)))
    steps = record.steps(GAMES, twice)
    assert [next(steps), next(steps)] == [*match.steps[:2]]
    with pytest.raises(NotYourTurn):
        next(steps)
