import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.settings import MailIn, Settings, SettingsError, SmtpServer, load

KEY = "k" * 32
WRITE_KEY = "from pathlib import Path; from pbem.secret import kept_secret; print(kept_secret(Path({!r})))"


def mistakes(**environ: str) -> list[str]:
    with pytest.raises(SettingsError) as refused:
        load({"PBEM_SECRET_KEY": KEY} | environ)
    return refused.value.mistakes


def given(**environ: str) -> Settings:
    return load({"PBEM_SECRET_KEY": KEY} | environ)


def test_it_works_without_any_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    settings = load({"HOME": "/root", "PATH": "/bin"})
    assert settings.database_path == tmp_path / "var" / "pbem.db"
    assert settings.var == tmp_path / "var"
    assert settings.database == f"sqlite:///{tmp_path}/var/pbem.db"
    assert (settings.bind, settings.public_url) == ("127.0.0.1:8000", "http://127.0.0.1:8000")
    assert (settings.smtp, settings.mail_from) == (None, "pbem <pbem@localhost>")
    assert (settings.min_pace_seconds, settings.letter_delay_seconds) == (3600, 60)
    assert settings.allow_network_disk is False
    assert len(settings.secret_key) >= 32


def test_every_variable_is_read() -> None:
    settings = given(
        PBEM_DATABASE="sqlite:////srv/games/pbem.db",
        PBEM_BIND="[::1]:9000",
        PBEM_PUBLIC_URL="https://games.example.org/play/",
        PBEM_SMTP_URL="smtps://ann:p%40ss@mail.example.org",
        PBEM_MAIL_FROM="games@example.org",
        PBEM_REPLY_TO="play+{}@games.example.org",
        PBEM_INCOMING="lmtp://127.0.0.1:8024",
        PBEM_PICTURES="no",
        PBEM_MIN_PACE_SECONDS="1",
        PBEM_LETTER_DELAY_SECONDS="0",
        PBEM_ALLOW_NETWORK_DISK="yes",
    )
    assert settings == Settings(
        database_path=Path("/srv/games/pbem.db"),
        host="::1",
        port=9000,
        public_url="https://games.example.org/play",
        smtp=SmtpServer("mail.example.org", 465, "ann", "p@ss", "implicit"),
        mail_from="games@example.org",
        reply_to="play+{}@games.example.org",
        incoming=MailIn("127.0.0.1", 8024, "lmtp"),
        pictures=False,
        min_pace_seconds=1,
        letter_delay_seconds=0,
        allow_network_disk=True,
        secret_key=KEY,
    )
    assert settings.bind == "[::1]:9000"


def test_an_empty_variable_counts_as_unset() -> None:
    assert given(PBEM_SMTP_URL="", PBEM_BIND=" ") == given()


def test_the_public_url_follows_the_address_but_never_says_all_interfaces() -> None:
    assert given(PBEM_BIND="games:81").public_url == "http://games:81"
    assert given(PBEM_BIND="0.0.0.0:81").public_url == "http://127.0.0.1:81"
    assert given(PBEM_BIND="[::]:81").public_url == "http://[::1]:81"


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtp://localhost", SmtpServer("localhost", 25)),
        ("smtp://127.0.0.1:1025/", SmtpServer("127.0.0.1", 1025)),
        ("smtp://[::1]:1025", SmtpServer("::1", 1025)),
        ("smtp+starttls://bob:secret@mx", SmtpServer("mx", 587, "bob", "secret", "starttls")),
    ],
)
def test_a_mail_server_is_read_from_its_url(url: str, server: SmtpServer) -> None:
    assert given(PBEM_SMTP_URL=url).smtp == server


@pytest.mark.parametrize(
    ("name", "values"),
    [
        (
            "PBEM_DATABASE",
            ["postgres://x/y", "sqlite://x", "sqlite:///", "sqlite:///:memory:", "sqlite:///var/"],
        ),
        (
            "PBEM_BIND",
            ["8000", "localhost", "host:0", "host:65536", "::1:80", "a b:80", "host:80x", "host:٣"],
        ),
        (
            "PBEM_PUBLIC_URL",
            ["games.example.org", "ftp://x", "http://", "http://x?y", "http://x#", "http://x:y"],
        ),
        (
            "PBEM_SMTP_URL",
            ["localhost:25", "http://x", "smtp://", "smtp://x:99999", "smtp://ann@x", "smtp://x/y"],
        ),
        ("PBEM_MAIL_FROM", ["nobody", "a@b, c@d", "a@b\nBcc: c@d", "<a@b", "Ann <>", "ann@exämple.org"]),
        ("PBEM_MIN_PACE_SECONDS", ["0", "-1", "1.5", "one", "9999999999", "٣"]),
        ("PBEM_LETTER_DELAY_SECONDS", ["-1", "1h", "1e3"]),
        ("PBEM_ALLOW_NETWORK_DISK", ["maybe", "2"]),
        ("PBEM_SECRET_KEY", ["short"]),
    ],
)
def test_a_wrong_value_is_told_with_its_name_and_an_example(name: str, values: list[str]) -> None:
    for value in values:
        told = mistakes(**{name: value})
        assert len(told) == 1, value
        assert told[0].startswith(f"{name} must "), value
        assert f"for example {name}=" in told[0], value


def test_all_mistakes_are_told_at_once() -> None:
    told = mistakes(PBEM_BIND="x", PBEM_MAIL_FROM="x", PBEM_SECRET_KEY="x", PBEM_BIMD="x", PBEM_ZEBRA="x")
    assert [sentence.split()[0] for sentence in told] == [
        "PBEM_BIMD",
        "PBEM_ZEBRA",
        "PBEM_BIND",
        "PBEM_MAIL_FROM",
        "PBEM_SECRET_KEY",
    ]


def test_a_misspelt_name_is_told_with_the_likely_one() -> None:
    assert mistakes(PBEM_SMPT_URL="x") == ["PBEM_SMPT_URL is no setting of pbem; is PBEM_SMTP_URL meant?"]
    assert mistakes(PBEM_SECRETKEY_FILE="x") == [
        "PBEM_SECRETKEY_FILE is no setting of pbem; is PBEM_SECRET_KEY_FILE meant?"
    ]
    assert mistakes(PBEM_BIND_FILE="x") == ["PBEM_BIND_FILE is no setting of pbem; is PBEM_BIND meant?"]


def test_a_secret_may_come_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("f" * 40 + "\n")
    (tmp_path / "smtp").write_text("smtp://ann:hush@mx\n")
    settings = load(
        {"PBEM_SECRET_KEY_FILE": str(tmp_path / "key"), "PBEM_SMTP_URL_FILE": str(tmp_path / "smtp")}
    )
    assert settings.secret_key == "f" * 40
    assert settings.smtp == SmtpServer("mx", 25, "ann", "hush")


def test_a_secret_file_that_is_missing_empty_or_one_too_many_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n")
    assert mistakes(PBEM_SMTP_URL_FILE="/no/such") == [
        "PBEM_SMTP_URL_FILE names a file that cannot be read, /no/such: No such file or directory."
    ]
    assert mistakes(PBEM_SMTP_URL_FILE=str(tmp_path / "empty")) == [
        f"PBEM_SMTP_URL_FILE names an empty file, {tmp_path}/empty."
    ]
    assert mistakes(PBEM_SECRET_KEY_FILE="/x")[0] == (
        "PBEM_SECRET_KEY and PBEM_SECRET_KEY_FILE are both set; keep one of them."
    )


@pytest.mark.parametrize(
    "url", ["smtp://ann:hush@mx", "smtp://ann:hush/hush@mx:25", "smtp://ann:hush@mx:hush", "hush"]
)
def test_secrets_are_shown_neither_in_the_settings_nor_in_a_mistake(url: str) -> None:
    try:
        shown = repr(given(PBEM_SMTP_URL=url))
    except SettingsError as refused:
        shown = str(refused)
    assert "hush" not in shown
    assert KEY not in shown
    assert "kurz" not in str(mistakes(PBEM_SECRET_KEY="kurz"))


def test_without_a_key_one_is_made_once_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    environ = {"PBEM_DATABASE": f"sqlite:///{tmp_path}/deep/down/pbem.db"}
    first, second = load(environ), load(environ)
    kept = tmp_path / "deep" / "down" / "secret-key"
    assert first.secret_key == second.secret_key == kept.read_text().strip()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert os.listdir(kept.parent) == ["secret-key"]


def test_processes_that_start_at_once_get_the_same_key(tmp_path: Path) -> None:
    program = WRITE_KEY.format(str(tmp_path / "var"))
    started = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) for _ in range(6)
    ]
    keys = {process.communicate(timeout=30)[0].strip() for process in started}
    assert [process.returncode for process in started] == [0] * 6
    assert len(keys) == 1
    assert len(keys.pop()) == 43


@pytest.mark.parametrize(
    "spoil",
    [
        lambda folder: folder.write_text("a file where a folder should be"),
        lambda folder: (folder.mkdir(), (folder / "secret-key").write_text("short")),
        lambda folder: (folder.mkdir(), (folder / "secret-key").write_bytes(b"\xff" * 40)),
    ],
)
def test_a_key_that_cannot_be_kept_is_told(spoil: Callable[[Path], object], tmp_path: Path) -> None:
    folder = tmp_path / "var"
    spoil(folder)
    with pytest.raises(SettingsError) as refused:
        load({"PBEM_DATABASE": f"sqlite:///{folder}/pbem.db"})
    assert refused.value.mistakes[0].startswith(
        f"PBEM_SECRET_KEY is not set, and no key can be kept in {folder}: "
    )
