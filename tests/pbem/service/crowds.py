"""Many threads that begin at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """What each work returned or raised, in the order of the works."""
    answers: dict[int, Any] = {}
    start = threading.Barrier(len(works))

    def one(place: int) -> None:
        start.wait()
        try:
            answers[place] = works[place]()
        except Exception as error:
            answers[place] = error

    threads = [threading.Thread(target=one, args=(place,)) for place in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answers[place] for place in range(len(works))]


def crowd(work: Callable[[], Any], threads: int) -> list[Any]:
    """What many get who do the same."""
    return at_once([work] * threads)
