"""Accepted moves per second, beside a skeleton in the same run; what the web and a worker take for it."""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from pbem import db
from tests.bench import scenes, sink, skeleton
from tests.bench.driver import Load, Pool, drive
from tests.bench.figures import Figure, percentile
from tests.bench.servers import Server, busy_cpu, serving
from tests.processes.house import free_port, wait_for

KINDS = ("service", "statements")
"""Of skeletons: one that does what a small service would do, and one that only writes."""


@dataclass
class Case:
    """One of the services, and what came of it so far."""

    name: str
    port: int
    server: Server
    pool: Pool
    speeds: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    """Seconds of the server's CPU for a move, by round."""
    own_costs: list[float] = field(default_factory=list)
    """Seconds of the driver's CPU for a move."""
    refused: Counter[str] = field(default_factory=Counter)
    foreign: list[float] = field(default_factory=list)
    """CPUs that other processes of the machine kept busy meanwhile."""

    def run(self, seconds: float) -> None:
        """One round."""
        busy, used = busy_cpu(), self.server.cpu()
        load = drive(self.port, self.pool, seconds)
        spent = self.server.cpu() - used
        self._note(load, spent)
        self.foreign.append(max(0.0, busy_cpu() - busy - spent - load.own_cpu) / load.seconds)

    def _note(self, load: Load, cpu: float) -> None:
        moves = max(1, len(load.waits))
        self.speeds.append(moves / load.seconds)
        self.costs.append(cpu / moves)
        self.own_costs.append(load.own_cpu / moves)
        self.waits += load.waits
        self.refused += load.refused

    def describe(self) -> str:
        """Its figures in a line."""
        half, most = percentile(self.waits, 0.5) * 1e3, percentile(self.waits, 0.99) * 1e3
        return (
            f"{median(self.speeds):,.0f}/s, {half:.1f} / {most:.1f} / {max(self.waits) * 1e3:.1f} ms, "
            f"{median(self.costs) * 1e6:,.0f} µs of CPU (driver {median(self.own_costs) * 1e6:,.0f})"
        )


def measure(folder: Path, rounds: int, seconds: float) -> list[Figure]:
    """Drives the product and the skeletons by turns; `rounds` of `seconds` each."""
    scripts = _scripts(folder, 64 + int(rounds * seconds * 30))
    with ExitStack() as stack:
        cases = [stack.enter_context(_product(folder, scripts))]
        cases += [stack.enter_context(_skeleton(folder, scripts, kind)) for kind in KINDS]
        for case in cases:
            drive(case.port, case.pool, 0.5)  # the first requests pay for imports and caches
        for number in range(rounds):  # there and back: what a neighbour takes falls on all
            for case in cases if number % 2 == 0 else reversed(cases):
                case.run(seconds)
        web = cases[0].server.memory()
    worker = _worker_memory(folder, 3 * seconds)
    return [*_figures(*cases), _memory("web", web, 90), _memory("worker", worker, 80)]


def _figures(product: Case, skeleton: Case, floor: Case) -> list[Figure]:
    speed = _ratio(product.speeds, skeleton.speeds)
    cost = _ratio(product.costs, skeleton.costs)
    half, most = percentile(product.waits, 0.5), percentile(product.waits, 0.99)
    refused = product.refused + skeleton.refused + floor.refused
    locked = product.server.log.read_text().count("database is locked")
    broken = f"{refused.total()} refused, {locked} locked" + "".join(f"; {said}" for said in [*refused][:3])
    return [
        Figure("moves by HTTP, p50 / p99 / max, server CPU for each", product.describe()),
        Figure("the same by the skeleton service", skeleton.describe()),
        Figure("the same by its three statements alone", floor.describe()),
        Figure("accepted moves per second / skeleton's", f"{speed:.2f}", "0.5 at least", speed >= 0.5),
        Figure("server CPU for a move / skeleton's", f"{cost:.2f}", "2 at most", cost <= 2),
        Figure(
            "99th percentile / median",
            f"{most / half:.1f} ({most * 1e3:.0f} ms)",
            "5 or 50 ms at most",
            most <= max(5 * half, 0.05),
        ),
        Figure("moves not accepted", broken, "none", not refused and not locked),
        Figure(
            "CPUs busy with something else meanwhile", f"{median(product.foreign + skeleton.foreign):.1f}"
        ),
    ]


def _ratio(ours: list[float], theirs: list[float]) -> float:
    """Of the rounds that followed one another, since a neighbour's noise comes and goes."""
    return median(our / their for our, their in zip(ours, theirs, strict=True))


def _memory(who: str, used: tuple[float, float], most: int) -> Figure:
    whole, largest = used
    said = f"{whole:.0f} MB (its largest process {largest:.0f})"
    return Figure(f"memory of the {who} after load", said, f"{most} MB at most", whole <= most)


def _scripts(folder: Path, count: int) -> list[scenes.Script]:
    settings = scenes.open_house(folder)
    people = scenes.gather(settings)
    scripts = []
    for number in range(count):
        if number % 100 == 0:
            with db.write():
                db.run("DELETE FROM tally")  # a limit is for people
        scripts.append(scenes.script(settings, people, number))
    db.close()
    return scripts


@contextmanager
def _product(folder: Path, scripts: list[scenes.Script]) -> Iterator[Case]:
    port = free_port()
    environ = scenes.environ(folder, PBEM_BIND=f"127.0.0.1:{port}", PBEM_SMTP_URL="smtp://127.0.0.1:9")
    with serving("pbem", ["web"], environ, folder / "web.log") as server:
        wait_for("the web", lambda: _listens(port))
        yield Case("product", port, server, Pool(scripts))


@contextmanager
def _skeleton(folder: Path, scripts: list[scenes.Script], kind: str) -> Iterator[Case]:
    port, database = free_port(), folder / f"{kind}.db"
    skeleton.make(database, scripts)
    environ = {skeleton.KIND: kind, skeleton.DATABASE: str(database), skeleton.PORT: str(port)}
    with serving("tests.bench.skeleton", [], environ, folder / f"{kind}.log") as server:
        wait_for(f"the skeleton ({kind})", lambda: _listens(port))
        yield Case(kind, port, server, Pool(scripts, numbered=True))


def _worker_memory(folder: Path, seconds: float) -> tuple[float, float]:
    """Of a worker that has all the letters of those matches to send."""
    with sink.serving(folder) as port:
        environ = scenes.environ(folder, PBEM_SMTP_URL=f"smtp://127.0.0.1:{port}")
        with serving("pbem", ["worker"], environ, folder / "worker.log") as server:
            time.sleep(seconds)
            return server.memory()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
