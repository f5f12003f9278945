import subprocess
import sys
from pathlib import Path

# Threads that give up soon and come again; each looks, without SQLite's help, whether it is alone inside.
JOSTLE = """
import os, random, sys, threading, time
from pathlib import Path
from pbem.errors import Busy
from pbem.queue import WriteQueue

folder, until = Path(sys.argv[1]), time.monotonic() + 3
queue = WriteQueue(folder / "lock")
inside = gave_up = crowded = 0

def jostle() -> None:
    global inside, gave_up, crowded
    while time.monotonic() < until:
        try:
            queue.enter(random.uniform(0, 0.002))
        except Busy:
            gave_up += 1
            continue
        try:
            os.close(os.open(folder / "inside", os.O_CREAT | os.O_EXCL))
            time.sleep(random.uniform(0, 0.001))
            os.unlink(folder / "inside")
            inside += 1
        except FileExistsError:
            crowded += 1
        finally:
            queue.leave()

threads = [threading.Thread(target=jostle) for _ in range(3)]
for thread in threads: thread.start()
for thread in threads: thread.join()
queue.close()
print(inside, gave_up, crowded)
"""


def test_whoever_is_inside_is_alone_however_many_give_up(tmp_path: Path) -> None:
    """A doorman who waits for a caller that went away shares the lock with whoever passes him."""
    started = [
        subprocess.Popen([sys.executable, "-c", JOSTLE, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = [process.communicate(timeout=30)[0].split() for process in started]
    assert [process.returncode for process in started] == [0, 0, 0]
    for inside, gave_up, crowded in said:
        assert int(inside) > 50
        assert int(gave_up) > 50
        assert crowded == "0"
