"""Why a move was refused. Each message is written for the player and may be mailed as it stands."""

from __future__ import annotations

from collections.abc import Sequence


class Refusal(Exception):
    """A move was refused, and nothing has changed."""

    line: str | None = None
    """The move as it was written, where several were sent together."""
    index: int | None = None
    """Its place among them, counted from 0."""

    @property
    def sentence(self) -> str:
        """The refusal as one plain sentence."""
        return str(self.args[0])


class InvalidMove(Refusal):
    """What was sent cannot be read as a move of this game."""

    def __init__(self, sentence: str, usage: str) -> None:
        super().__init__(sentence)
        self.usage = usage
        """How such a move is written, for example `recruit SLOT`."""


class IllegalMove(Refusal):
    """The move can be read, but a rule forbids it now."""

    def __init__(self, sentence: str, paragraph: str) -> None:
        super().__init__(sentence)
        self.paragraph = paragraph
        """The number of the paragraph in the game's RULES.md, for example `3.2`."""


class NotYourTurn(Refusal):
    """Another seat is to act."""


class GameOver(Refusal):
    """The game has ended."""


class BadOptions(ValueError):
    """The options of a match can be read, but do not go together."""

    def __init__(self, sentence: str, field: str) -> None:
        super().__init__(sentence)
        self.field = field
        """The name of the option at fault."""


class BadSet(ValueError):
    """A file is no set of pieces for this game."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = tuple(problems)
        """All that was found wrong, a sentence each."""


class UnknownSet(LookupError):
    """A match is played with a set that has not been added."""

    def __init__(self, sentence: str, name: str) -> None:
        super().__init__(sentence)
        self.name = name
        """The hash of its content."""
