"""Servers as processes of their own, and what they use: CPU time and memory, from /proc."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A command and all the processes that it starts.

    They stay in the session of their caller: where the kernel shares the CPU out among sessions, the
    servers of one run then have the same weight.
    """

    def __init__(self, module: str, words: Sequence[str], environ: Mapping[str, str], log: Path) -> None:
        self.log = log
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", module, *words],
                env={**os.environ, **environ},
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
                process_group=0,
            )

    def cpu(self) -> float:
        """Seconds of CPU that the processes living now have used."""
        return sum(sum(map(int, _stat(pid)[11:13])) for pid in self._pids()) / TICKS

    def memory(self) -> tuple[float, float]:
        """MB resident: the sum over its processes with shared pages split among them, and the largest one."""
        rolls = [_rollup(pid) for pid in self._pids()]
        return sum(roll["Pss"] for roll in rolls) / 1024, max(roll["Rss"] for roll in rolls) / 1024

    def stop(self) -> None:
        """Ends them all."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)

    def _pids(self) -> list[int]:
        """The processes of its group."""
        every = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
        return [pid for pid in every if (stat := _stat(pid)) and int(stat[2]) == self.process.pid]


@contextmanager
def serving(module: str, words: Sequence[str], environ: Mapping[str, str], log: Path) -> Iterator[Server]:
    """A server for as long as it is needed."""
    server = Server(module, words, environ, log)
    try:
        yield server
    finally:
        server.stop()


def busy_cpu() -> float:
    """Seconds for which the machine's CPUs have worked since it was started."""
    user, nice, system, _, _, *interrupts = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    return sum(map(int, (user, nice, system, *interrupts[:3]))) / TICKS


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat behind the name; none when the process has gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _rollup(pid: int) -> dict[str, int]:
    """Kilobytes by name."""
    lines = [line.split() for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]]
    return {name.rstrip(":"): int(size) for name, size, *_ in lines}
