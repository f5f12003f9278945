"""The letters, one builder a kind: plain values in, a `Mail` out. Pure; knows no rows and no rules.

All letters of a match have one subject, so that mail programs keep them together; what has come is said
in the first line. No subject and no first lines tell what only the reader may know: they stand on locked
screens (HI-6). All addresses are made from the configured one (LK-4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from email.utils import format_datetime

from pbem.clock import EPOCH
from pbem.mail import dates, sheet
from pbem.mail.message import Mail, Mailbox, Picture, mailbox
from pbem.mail.sheet import Block, Code, Link, Note, Shown, words

HOW = (
    "To move, reply to this letter: write above everything else the number of a move from this list, or your "
    "moves as they are written here, several of them with a semicolon between."
)
"""How a letter is answered, in one sentence."""

ALT = "The table as you see it; it stands above as text, too."
WITHOUT = "Your letters hold no cards, as you have chosen: the table and your moves are on the match page."
HOW_WITHOUT = "You can also reply to this letter: write above everything else your moves, as that page does."
WITH_TALK = ("your-turn", "reminder", "answer", "match-over")
"""Kinds that tell what was said at the table."""
WITH_PICTURE = ("your-turn", "reminder", "answer", "match-over")
"""Kinds that show the table."""
KINDS = {
    "invitation": "invitations",
    "match-started": "letters about the beginning of a match",
    "your-turn": "letters about your turns",
    "reminder": "reminders",
    "correction": "letters about deadlines that have moved",
    "timed-out": "letters about missed deadlines",
    "match-over": "letters about the end of a match",
    "match-lapsed": "letters about matches that never began",
}
"""What a person may unsubscribe from, in words."""


@dataclass(frozen=True)
class Cover:
    """What stands on the outside of a letter, whatever is in it."""

    kind: str
    letter: str
    """Its id; the Message-ID is made from it, so that all tries have the same."""
    sender: str
    """A mailbox as text."""
    name: str
    """The reader's; may be empty."""
    address: str
    locale: str
    time_zone: str
    at: int
    """The instant of sending, in microseconds."""
    site: str
    """The address of the service, without a slash at its end."""
    unsubscribe: str | None
    """Where letters of this kind can be ended; None: they cannot."""
    talk: tuple[str, ...] = ()
    """What others have said at the table, each with its speaker, that no letter has told yet."""
    no_cards: bool = False
    """The reader wants no cards in letters: neither table nor moves, nor what happened."""
    board: str | None = None
    """The table as SVG, as the reader sees it; None: there is no picture."""
    reply_to: str | None = None
    """The secret address to which this letter can be answered; None: replies to it are not read."""


@dataclass(frozen=True)
class Playing:
    """The match that a letter is about."""

    match: str
    slug: str
    game: str
    others: tuple[str, ...]
    """The names of all players but the reader."""

    @property
    def title(self) -> str:
        """`Lords of Scotland with Bob and Carl`."""
        return f"{self.game} with {listed(self.others)}" if self.others else self.game


@dataclass(frozen=True)
class Terms:
    """How a match is played."""

    seats: int
    seconds: int
    """For each turn."""
    forfeits: bool
    """Whether who misses a deadline leaves the match; otherwise a safe move is made."""


@dataclass(frozen=True)
class Turn:
    """What a player needs to move."""

    news: tuple[str, ...]
    table: str
    moves: tuple[str, ...]
    deadline: int
    forfeits: bool
    """What a missed deadline leads to: the end for this player, or a safe move."""


@dataclass(frozen=True)
class Done:
    """What a mail of the reader's has done."""

    taken: tuple[str, ...]
    """Lines of moves."""
    not_played: tuple[str, ...]
    """Lines that were left."""
    why: str
    """Why nothing was done, or what else there is to say; may be empty."""


@dataclass(frozen=True)
class Ranked:
    """A line of the final ranking."""

    rank: int | None
    name: str
    score: int | None


def sign_in_code(cover: Cover, code: str, expires_at: int) -> Mail:
    """The six digits with which a person signs in."""
    until = dates.instant(expires_at, cover.time_zone)
    blocks: list[Block] = [
        words("Your code to sign in:"),
        Code(code),
        words(f"It is good for one sign-in, until {until}."),
        Link("Where to enter it:", "Sign in", f"{cover.site}/sign-in"),
        words("If you did not ask for it, somebody mistyped an address: then there is nothing to do."),
    ]
    return _mail(
        cover,
        f"Your code for {_host(cover.site)}",
        blocks,
        "You get this letter because somebody asked for it at",
    )


def invitation(
    cover: Cover, playing: Playing, terms: Terms, inviter: str, summary: str, link: str, lapses_at: int
) -> Mail:
    """Somebody would like to play with the reader, who may be a stranger here."""
    until = dates.instant(lapses_at, cover.time_zone)
    blocks: list[Block] = [
        words(f"{inviter} invites you to a match of {playing.game}."),
        words(summary),
        words(f"{_terms(terms)} There are seats for {terms.seats}."),
        Link("To see the match and take a seat:", "See the match", link),
        words(f"The match begins when all seats are taken. It waits until {until}."),
        words("If you do not know who that is, there is nothing to do."),
    ]
    why = f"You get this letter because {inviter} gave your address at"
    return _mail(cover, f"{playing.game}: {inviter} invites you", blocks, why, playing)


def match_started(
    cover: Cover, playing: Playing, terms: Terms, players: Sequence[str], first: Sequence[str], yours: bool
) -> Mail:
    """All seats are taken. The cards come with the turn letter.

    `first`: the names of those who move first; `yours`: the reader is one of them.
    """
    begins = "You get a letter when it is your turn."
    if yours:
        begins = "You move first: a letter with the table follows."
    elif len(first) == 1:
        begins = f"{first[0]} moves first. {begins}"
    blocks: list[Block] = [
        words(f"Your match of {playing.title} begins."),
        words(begins),
        words(_terms(terms)),
        _to_match(cover, playing),
        sheet.bullets("The players, in the order of their seats", players),
    ]
    return _match_mail(cover, playing, blocks)


def your_turn(cover: Cover, playing: Playing, turn: Turn) -> Mail:
    """The reader is asked to move."""
    return _match_mail(cover, playing, _turn(cover, playing, turn, f"It is your turn in {playing.title}."))


def reminder(cover: Cover, playing: Playing, turn: Turn) -> Mail:
    """The reader is still asked to move."""
    lead = f"A reminder: it is still your turn in {playing.title}."
    return _match_mail(cover, playing, _turn(cover, playing, turn, lead))


def correction(cover: Cover, playing: Playing, deadline: int) -> Mail:
    """The deadline that an earlier letter told is another one now."""
    blocks: list[Block] = [
        words(f"You have more time in {playing.title}."),
        words("The service was down for a while, and the time is given back."),
        words(
            f"Please move by {dates.instant(deadline, cover.time_zone)}, not by the date of the last letter."
        ),
        _to_match(cover, playing),
    ]
    return _match_mail(cover, playing, blocks)


def answer(
    cover: Cover, playing: Playing, done: Done, turn: Turn | None, news: Sequence[str], table: str
) -> Mail:
    """What a mail of the reader's has done, and how the match stands now.

    `turn`: what he needs to move, if he is still asked.
    """
    lead = f"Your mail about {playing.title}: " + ("it is done." if done.taken else "no move was made.")
    told = (
        []
        if cover.no_cards
        else [
            *_lines("Done", "done", done.taken),
            *_lines("Left, since something new came to light", "left", done.not_played),
            *([words(done.why)] if done.why else []),
        ]
    )
    if turn is not None:
        return _match_mail(cover, playing, _turn(cover, playing, turn, f"{lead} It is your turn.", told))
    blocks: list[Block] = [
        words(lead),
        words("You are not asked to move now. You get a letter when it is your turn."),
        _to_match(cover, playing),
        *told,
        *_news(cover, news),
        *_talk(cover),
        *_table(cover, "The table", table),
    ]
    return _match_mail(cover, playing, blocks)


def timed_out(cover: Cover, playing: Playing, forfeited: bool, news: Sequence[str]) -> Mail:
    """A deadline of the reader's has passed, and this was done."""
    done = (
        "That ends the match for you. If others are left, the service makes safe moves for your seat."
        if forfeited
        else "The service made a safe move for you. You are still in the match."
    )
    blocks: list[Block] = [
        words(f"Your time to move in {playing.title} is over."),
        words(done),
        _to_match(cover, playing),
        *_news(cover, news),
    ]
    return _match_mail(cover, playing, blocks)


def match_over(
    cover: Cover,
    playing: Playing,
    reason: str,
    ranking: Sequence[Ranked],
    news: Sequence[str],
    table: str | None,
) -> Mail:
    """How it ended."""
    blocks: list[Block] = [
        words(f"Your match of {playing.title} is over."),
        words(reason),
        sheet.bullets("The result", [_ranked(line) for line in ranking]),
        Link("The match, with the record of all moves:", "See the match", _match_url(cover, playing)),
        *_news(cover, news),
        *_talk(cover),
        *_table(cover, "The table at the end", table or ""),
    ]
    return _match_mail(cover, playing, blocks)


def match_lapsed(cover: Cover, playing: Playing, reason: str) -> Mail:
    """The match will not begin."""
    blocks: list[Block] = [
        words(f"Your match of {playing.title} does not take place."),
        words(reason),
        Link("You can open another one:", "To your matches", f"{cover.site}/matches"),
    ]
    return _match_mail(cover, playing, blocks)


def listed(names: Sequence[str]) -> str:
    """`Bob`, `Bob and Carl`, `Bob, Carl and Dina`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _turn(cover: Cover, playing: Playing, turn: Turn, lead: str, told: Sequence[Block] = ()) -> list[Block]:
    """The lead and the deadline come before anything that is not for everybody's eyes."""
    else_ = "you leave the match" if turn.forfeits else "the service makes a safe move for you"
    return [
        words(lead),
        words(f"Please move by {dates.instant(turn.deadline, cover.time_zone)}. Otherwise {else_}."),
        _to_match(cover, playing),
        *told,
        *_news(cover, turn.news),
        *_talk(cover),
        *_table(cover, "The table", turn.table),
        *_choices(cover, turn),
    ]


def _lines(heading: str, mark: str, lines: Sequence[str]) -> list[Block]:
    """Moves as they were made; the mark keeps them from being moves again where somebody quotes them."""
    return [sheet.bullets(heading, [f"{mark}: {line}" for line in lines])] if lines else []


def _table(cover: Cover, heading: str, table: str) -> list[Block]:
    if cover.no_cards:
        return [words(WITHOUT)]
    picture = [Shown(Picture.CID, ALT)] if cover.board else []
    return [sheet.table(heading, table), *picture] if table else []


def _choices(cover: Cover, turn: Turn) -> list[Block]:
    if cover.no_cards:
        return [words(HOW_WITHOUT)] if cover.reply_to else []
    how: list[Block] = [words(HOW)] if cover.reply_to else []
    return [*how, sheet.choices("Your moves", turn.moves, cover.reply_to)]


def _talk(cover: Cover) -> list[Block]:
    return [sheet.bullets("Said at the table since your last letter", cover.talk)] if cover.talk else []


def _news(cover: Cover, news: Sequence[str]) -> list[Block]:
    has_any = bool(news) and not cover.no_cards  # some are for the reader alone
    return [sheet.bullets("What happened since your last letter", news)] if has_any else []


def _to_match(cover: Cover, playing: Playing) -> Link:
    return Link("The match:", "Open the match", _match_url(cover, playing))


def _match_url(cover: Cover, playing: Playing) -> str:
    return f"{cover.site}/matches/{playing.match}"


def _terms(terms: Terms) -> str:
    missed = "leaves the match" if terms.forfeits else "has a safe move made by the service"
    return f"Each turn lasts {dates.span(terms.seconds)} at most; who misses a deadline {missed}."


def _ranked(line: Ranked) -> str:
    rank = "" if line.rank is None else f"{line.rank}. "
    points = "" if line.score is None else f", {line.score} point" + "s" * (line.score != 1)
    return f"{rank}{line.name}{points}"


def _host(site: str) -> str:
    return site.partition("://")[2].partition("/")[0]


def _match_mail(cover: Cover, playing: Playing, blocks: Sequence[Block]) -> Mail:
    return _mail(cover, playing.title, blocks, "You get this letter because you play at", playing)


def _mail(
    cover: Cover, subject: str, blocks: Sequence[Block], why: str, playing: Playing | None = None
) -> Mail:
    notes = [Note(why, cover.site)]
    if cover.reply_to is None:
        notes.append(Note("Replies to it are not read."))
    if cover.unsubscribe is not None:
        notes.append(Note(f"To get no more {KINDS[cover.kind]}:", cover.unsubscribe))
    sender = mailbox(cover.sender)
    return Mail(
        sender=sender,
        to=Mailbox(cover.name, cover.address),
        subject=subject,
        text=sheet.text(blocks, notes),
        html=sheet.html(subject, cover.locale, blocks, notes),
        headers=tuple(_headers(cover, sender, playing)),
        boundary=f"=_{cover.letter}",
        picture=Picture(cover.board) if cover.board and any(isinstance(b, Shown) for b in blocks) else None,
    )


def message_id(letter: str, sender: str) -> str:
    """The Message-ID of a letter, equal on every try."""
    return f"<{letter}@{mailbox(sender).domain}>"


def _headers(cover: Cover, sender: Mailbox, playing: Playing | None) -> list[tuple[str, str]]:
    headers = [
        ("Date", format_datetime(EPOCH + timedelta(microseconds=cover.at))),
        ("Message-ID", message_id(cover.letter, cover.sender)),
        ("Auto-Submitted", "auto-replied" if cover.kind == "answer" else "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
        ("X-PBEM-Kind", cover.kind),
    ]
    if cover.reply_to is not None:
        headers.append(("Reply-To", cover.reply_to))
    if playing is not None:
        root = f"<{playing.match}@{sender.domain}>"  # of a letter that was never sent: the thread's beginning
        headers += [
            ("In-Reply-To", root),
            ("References", root),
            ("List-Id", f"<{playing.slug}.{sender.domain}>"),
        ]
    if cover.unsubscribe is not None:
        headers += [
            ("List-Unsubscribe", f"<{cover.unsubscribe}>"),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
        ]
    return headers
