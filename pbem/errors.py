"""What the service itself may refuse, beside the engine's refusals.

`code` is the stable name that the doors show; the message is written for a person.
"""

from __future__ import annotations

from typing import ClassVar


class ServiceError(Exception):
    """A request that was refused, and nothing has changed."""

    code: ClassVar[str]

    @property
    def sentence(self) -> str:
        """The refusal as plain words."""
        return str(self.args[0])


class Busy(ServiceError):
    """The database could not be written to in time; the same request may be sent again."""

    code = "busy"


class NotFound(ServiceError):
    """There is no such thing, or it is not for this viewer to know of."""

    code = "not-found"


class NotSignedIn(ServiceError):
    """No valid token came with the request."""

    code = "not-signed-in"


class WrongCode(ServiceError):
    """The sign-in code is wrong, used or too old."""

    code = "wrong-code"


class NotSeated(ServiceError):
    """Only who holds a seat of the match may do this."""

    code = "not-seated"


class Stale(ServiceError):
    """The match has moved on since the caller looked."""

    code = "stale"


class CannotUndo(ServiceError):
    """There is no move that could be taken back."""

    code = "cannot-undo"


class NotRunning(ServiceError):
    """The match has not begun yet."""

    code = "match-not-running"


class MatchOver(ServiceError):
    """The match has ended."""

    code = "match-over"


class MatchBegun(ServiceError):
    """The match has begun: its seats are taken, and are neither joined nor left."""

    code = "match-begun"


class MatchNotOver(ServiceError):
    """The match has not ended yet."""

    code = "match-not-over"


class AlreadySeated(ServiceError):
    """The player holds a seat of this match."""

    code = "already-seated"


class KeyReused(ServiceError):
    """The Idempotency-Key belongs to another request."""

    code = "idempotency-key-reused"


class BadValue(ServiceError):
    """A value that is well formed but cannot be used; `field` names it: `pace/seconds`, `invite/0`."""

    code = "bad-value"

    def __init__(self, sentence: str, field: str) -> None:
        super().__init__(sentence)
        self.field = field
        self.others: list[BadValue] = []
        """What else is wrong in the same request."""


class LimitReached(ServiceError):
    """It was done too often; `retry_after` says in how many seconds it may be done again."""

    code = "limit-reached"

    def __init__(self, sentence: str, retry_after: int) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after
