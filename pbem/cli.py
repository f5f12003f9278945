"""`pbem`: everything an operator does, as commands."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from engine.game import AnyGame
from engine.games import GAMES
from pbem import clock, db, migrate
from pbem.errors import BadValue, ServiceError
from pbem.household import end_with_parent
from pbem.settings import Settings, SettingsError, load

OPENAPI = Path("openapi.yaml")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pbem")
def main() -> None:
    """Card games by mail, by API and on pages.

    Settings come from PBEM_ variables of the environment; the README lists them.
    """
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    for chatty in ("mail.log", "peewee.migrations"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


@main.command()
def serve() -> None:
    """Web, worker and (without a mail server) a mail catcher, in one command."""
    from pbem.serving import serve as run

    with plain_errors():
        settings = load(os.environ)
        keep_letters_private(settings)
        run(settings, os.environ)


@main.command()
@click.option("--with-parent", is_flag=True, hidden=True)
def web(with_parent: bool) -> None:
    """The HTTP server alone."""
    from granian.constants import Interfaces, RuntimeModes
    from granian.server import Server

    with plain_errors():
        settings = load(os.environ)
        keep_letters_private(settings)
        open_database(settings.database_path, settings.allow_network_disk)
        db.close()
        if with_parent:
            end_with_parent()
        # One process, one thread: SQLite has one writer, and a second of either costs more than it gives.
        Server(
            "pbem.web.entry:gate",
            factory=True,
            address=settings.host,
            port=settings.port,
            interface=Interfaces.RSGI,
            runtime_mode=RuntimeModes.st,  # its threads would take turns with ours at each of SQLite's calls
            workers=1,
            websockets=False,
            respawn_failed_workers=True,
            respawn_interval=0.5,
            log_enabled=False,
        ).serve()


@main.command()
@click.option("--with-parent", is_flag=True, hidden=True)
def worker(with_parent: bool) -> None:
    """Deadlines and letters; any number may run."""
    from pbem.worker import Worker

    with plain_errors():
        settings = load(os.environ)
        if settings.smtp is None:
            raise SettingsError(["PBEM_SMTP_URL is not set; only `pbem serve` brings a mail catcher."])
        open_database(settings.database_path, settings.allow_network_disk)
        if with_parent:
            end_with_parent()
        Worker(settings, settings.smtp).run()


@main.command("mail-in")
@click.option("--with-parent", is_flag=True, hidden=True)
def mail_in(with_parent: bool) -> None:
    """Takes replies from a mail server, by LMTP or SMTP."""
    from pbem.mail import inbox

    with plain_errors():
        settings = load(os.environ)
        if settings.incoming is None:
            raise SettingsError(["PBEM_INCOMING is not set; for example PBEM_INCOMING=lmtp://127.0.0.1:8024"])
        open_database(settings.database_path, settings.allow_network_disk)
        if with_parent:
            end_with_parent()
        inbox.run(settings, settings.incoming)


@main.command()
@click.option("--to", default=None, help="The recipient; left out, the one that the headers name.")
def incoming(to: str | None) -> None:
    """Takes one reply on standard input, from any mail server; exit status 67: no such address."""
    from pbem.service import inbox

    with plain_errors():
        settings = load(os.environ)
        open_database(settings.database_path, settings.allow_network_disk)
        if not inbox.take(settings, sys.stdin.buffer.read(), to, clock.now()):
            click.echo("There is no such address here.", err=True)
            sys.exit(os.EX_NOUSER)


@main.group("db")
def database() -> None:
    """The database."""


@database.command()
def upgrade() -> None:
    """Makes the database, or brings it up to date."""
    with plain_errors():
        settings = load(os.environ)
        applied = migrate.upgrade(settings.database_path)
    click.echo("\n".join(f"applied {name}" for name in applied) or "The database is up to date.")


@main.command()
@click.option("--check", is_flag=True, help="Only say whether the file is fresh.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), default=OPENAPI)
def openapi(check: bool, file: Path) -> None:
    """Writes the API's description to FILE (openapi.yaml)."""
    from pbem.web.openapi import difference, render

    fresh = render()
    if not check:
        file.write_text(fresh, encoding="utf-8")
        return
    old = file.read_text(encoding="utf-8") if file.exists() else ""
    if old != fresh:
        click.echo(difference(old, fresh))
        sys.exit(f"{file} is stale: run `pbem openapi`.")
    click.echo(f"{file} is fresh.")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Copies the database to FILE, which must be new; the service may run meanwhile."""
    from pbem.backup import NoBackup, back_up

    with plain_errors():
        settings = load(os.environ)
        try:
            made = back_up(settings.database_path, file)
        except NoBackup as failed:
            sys.exit(str(failed))
    click.echo(f"{file}: {made.size:,} bytes, looked through and on the disk after {made.seconds:.1f} s.")


@main.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--stopped", is_flag=True, help="The service is meant to be stopped: look at the rest.")
def doctor(as_json: bool, stopped: bool) -> None:
    """Looks at all that can be wrong with this host, and says what to do; exit status 1: something is bad."""
    from pbem import doctor as examiner

    with plain_errors():
        found = examiner.examine(load(os.environ), clock.now(), stopped)
    click.echo(json.dumps(examiner.as_json(found)) if as_json else examiner.report(found))
    if any(finding.verdict == "bad" for finding in found):
        sys.exit(1)


@main.group()
def cards() -> None:
    """Sets of cards, or other pieces, that a host adds to a game."""


@cards.command("check")
@click.option("--game", default=None, help="The game; the only one that takes sets by default.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check_cards(game: str | None, file: Path) -> None:
    """Looks a file through, and tells all that is wrong with it."""
    from pbem.service import piece_sets

    with plain_errors():
        title, name = piece_sets.check(game_with_sets(game), file.read_bytes())
    click.echo(f"{title}: nothing is wrong with it.\n{name}")


@cards.command("add")
@click.option("--game", default=None, help="The game; the only one that takes sets by default.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def add_cards(game: str | None, file: Path) -> None:
    """Keeps the set in FILE, for everybody to choose; the file is never read again."""
    from pbem.service import piece_sets

    with plain_errors():
        settings = load(os.environ)
        open_database(settings.database_path, settings.allow_network_disk)
        row, is_new = piece_sets.add(game_with_sets(game), file.read_bytes(), None, clock.now())
    click.echo(f"{row.title}: {'added' if is_new else 'it was here already'}.\n{row.hash}")


@cards.command("list")
@click.option("--game", default=None, help="The game; the only one that takes sets by default.")
def list_cards(game: str | None) -> None:
    """The sets that everybody can choose."""
    from pbem.service import piece_sets

    with plain_errors():
        settings = load(os.environ)
        open_database(settings.database_path, settings.allow_network_disk)
        found = piece_sets.listing(game_with_sets(game), None)
    click.echo("\n".join(f"{row.hash}  {row.title}" for row in found) or "No sets have been added.")


def game_with_sets(slug: str | None) -> AnyGame:
    """The game of that slug, or the only one that takes sets of pieces."""
    able = {game.slug: game for game in GAMES.values() if game.sets is not None}
    if slug is None and len(able) == 1:
        return next(iter(able.values()))
    if slug not in able:
        sys.exit(f"Name the game with --game: {', '.join(able)}.")
    return able[slug]


@main.command()
@click.option(
    "--cards",
    "sets",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A set of cards that a record was played with.",
)
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def replay(sets: tuple[Path, ...], files: tuple[Path, ...]) -> None:
    """Replays records; without FILES, the log of every match in the database against its snapshot."""
    from pbem.service import piece_sets, replaying

    with plain_errors():
        for file in sets:
            piece_sets.know(game_with_sets(None), file.read_bytes())
        if files:
            for file in files:
                click.echo(f"{file}: {replaying.of_record(file.read_text(encoding='utf-8'))}")
            return
        settings = load(os.environ)
        open_database(settings.database_path, settings.allow_network_disk)
        faults = replaying.of_database()
        for fault in faults.wrong:
            click.echo(fault)
        click.echo(f"{faults.matches} matches replayed, {len(faults.wrong)} differ.")
        if faults.wrong:
            sys.exit(1)


@main.command()
@click.option("--game", default=None, help="The game to play; the first one by default.")
@click.option(
    "--keep", type=click.Path(file_okay=False, path_type=Path), help="Keep the scratch folder here."
)
@click.option("--by-mail", is_flag=True, help="Ann plays by replying to her letters.")
def demo(game: str | None, keep: Path | None, by_mail: bool) -> None:
    """Plays a whole match over HTTP and SMTP, with a service of its own."""
    from pbem.demo import play

    with plain_errors():
        play(game, keep, by_mail)


def keep_letters_private(settings: Settings) -> None:
    """Without a mail server everybody can read all letters, codes included: not on a public address."""
    if settings.smtp is None and settings.is_public:
        shown = "PBEM_SMTP_URL is not set, so that everybody could read all letters at /dev/letters"
        raise SettingsError([f"{shown}; set it, or keep PBEM_BIND and PBEM_PUBLIC_URL on the loopback."])


def open_database(path: Path, allow_network_disk: bool) -> None:
    """Opens the database of a process, and refuses one that is unfit or not up to date."""
    db.connect(path)
    db.check_boot(allow_network_disk=allow_network_disk)
    if missing := migrate.pending(path):
        raise db.DatabaseUnfit([f"The database lacks {', '.join(missing)}: run `pbem db upgrade`."])


@contextmanager
def plain_errors() -> Iterator[None]:
    """What an operator can mend is said in plain words, not as a traceback."""
    try:
        yield
    except SettingsError as error:
        sys.exit("The settings cannot be used:\n" + "\n".join(f"- {mistake}" for mistake in error.mistakes))
    except db.DatabaseUnfit as error:
        sys.exit("\n".join(error.reasons))
    except ServiceError as error:
        others = error.others if isinstance(error, BadValue) else []
        sys.exit("\n".join(each.sentence for each in (error, *others)))
