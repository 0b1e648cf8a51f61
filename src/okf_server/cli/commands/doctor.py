"""okf doctor."""

import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from okf_server import __version__
from okf_server.catalog.find import list_bases, nearest_base
from okf_server.cli.call import Call, common
from okf_server.cli.diagnosis import Finding, closed_to_others, models_of
from okf_server.cli.ending import Exit
from okf_server.cli.installed import packages
from okf_server.cli.operators import reads_everything
from okf_server.cli.output import show, show_json
from okf_server.cli.recognition import recognisers
from okf_server.errors import ConfigError, NotFoundError, OkfError
from okf_server.extract.ocr import engine_for
from okf_server.extract.ocr_languages import refuse_unknown
from okf_server.model.answer import SnapshotMark
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Failed
from okf_server.model.install import install_command
from okf_server.settings import Settings, read_settings

if TYPE_CHECKING:
    from okf_server.app import Knowledge

_WITHOUT = {
    "audio": "without it recordings cannot be read",
    "documents": "without it PDF, Word, PowerPoint, Excel and HTML files cannot be read",
    "evaluate": "without it citations of Office, PDF and web documents cannot be measured",
    "ocr-cjk": "without it Chinese and Japanese scans need language data of Tesseract",
    "semantic": "without it search goes by keywords alone",
}
_LOW_DISK = 500_000_000


@click.command()
@common
def command(call: Call) -> int:
    r"""Say what is installed, what is missing and how to get it.

    Looks at the packages, at what reads scans and recordings, at what shuts off the processes that parse files,
    the directory of the bases, the free disk and the base, or all bases where none is chosen: every published
    file is read. Ends with 1 where something is broken that nothing works without.

    \b
    okf doctor
    okf doctor --base ./handbook --json
    """
    settings = read_settings()
    findings = [*_packages(), *_recognition(call.base, settings), *_sandbox(), _home(settings)]
    findings += _bases(call.base, settings)
    broken = any(finding.state == "broken" for finding in findings)
    if call.as_json:
        show_json({"ok": not broken, "findings": [asdict(finding) for finding in findings]})
    else:
        show(line for finding in findings for line in _lines(finding))
    return Exit.FINDINGS if broken else Exit.OK


def _lines(finding: Finding) -> Iterator[str]:
    yield f"{finding.state:<8} {finding.about}: {finding.detail}"
    if finding.hint:
        yield f"{'':<8} {finding.hint}"


def _packages() -> Iterator[Finding]:
    yield Finding(about="python", state="ok", detail=platform.python_version())
    asked = packages()
    for extra in sorted({package.extra for package in asked}):
        absent = [
            package.name for package in asked if package.extra == extra and not package.version
        ]
        about = extra or f"okf-server {__version__}"
        if not absent:
            yield Finding(about=about, state="ok", detail="installed")
            continue
        detail = f"not installed: {', '.join(absent)}"
        if extra in _WITHOUT:
            detail = f"{detail}; {_WITHOUT[extra]}"
        state = "missing" if extra else "broken"
        yield Finding(about=about, state=state, detail=detail, hint=install_command(extra))


def _sandbox() -> Iterator[Finding]:
    """What shuts off the processes that parse files here."""
    from okf_server.extract.sandbox import probe  # noqa: PLC0415 - starts with what it imports

    try:
        protections = probe()
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        yield Finding(about="sandbox", state="broken", detail=f"cannot be tried: {error}")
        return
    for one in protections:
        state = "ok" if one.active else "missing"
        yield Finding(about=f"sandbox: {one.name}", state=state, detail=one.detail)


def _recognition(asked: str | None, settings: Settings) -> Iterator[Finding]:
    """What reads scans and recordings, and whether the languages that the base asks for are there."""
    documents = _documents(asked, settings)
    for each in recognisers(documents):
        if each.name != "rapidocr":  # its extra has a line of its own
            state = "ok" if each.available else "missing"
            yield Finding(about=each.name, state=state, detail=each.detail, hint=each.hint)
    try:
        refuse_unknown(documents.ocr)
    except ConfigError as error:
        yield Finding(about="documents.ocr", state="broken", detail=error.message, hint=error.hint)
        return
    engine = engine_for(documents.ocr)
    if isinstance(engine, Failed):
        about = f"scans in {documents.ocr}"
        yield Finding(about=about, state="missing", detail=engine.reason, hint=engine.hint)


def _documents(asked: str | None, settings: Settings) -> DocumentsConfig:
    try:
        from okf_server.app import Knowledge  # noqa: PLC0415 - may be what is broken

        return Knowledge(asked, settings=settings).config.documents
    except (OkfError, ImportError):
        return DocumentsConfig()  # what is wrong with the base is said of the base


def _home(settings: Settings) -> Finding:
    return _directory("directory of the bases", settings.home)


def _directory(about: str, path: Path) -> Finding:
    existing = next(folder for folder in (path, *path.parents) if folder.exists())
    if not os.access(existing, os.W_OK | os.X_OK):
        hint = "Give write access to it, or set OKF_HOME or --base to another directory."
        return Finding(about=about, state="broken", detail=f"{path} cannot be written", hint=hint)
    free = shutil.disk_usage(existing).free
    if free < _LOW_DISK:
        hint = "Free some disk: a build needs room for a whole new snapshot."
        return Finding(
            about=about, state="missing", detail=f"{path}, {_size(free)} free", hint=hint
        )
    return Finding(about=about, state="ok", detail=f"{path}, {_size(free)} free")


def _bases(asked: str | None, settings: Settings) -> Iterator[Finding]:
    """What is said of the base that is asked for or found here, else of each that could be meant."""
    chosen = asked or settings.base or nearest_base(settings.working_directory)
    several = () if chosen else list_bases(settings.home)
    if not (chosen or several):
        hint = "Make one: okf build PATH"
        yield Finding(about="bases", state="ok", detail="there is none yet", hint=hint)
        return
    if len(several) < 2:  # noqa: PLR2004 - the only one is found
        yield from _base(asked, settings)
        return
    names = ", ".join(path.name for path in several)
    hint = "Other commands need to be told which: --base NAME"
    yield Finding(about="bases", state="ok", detail=f"none is chosen of {names}", hint=hint)
    for directory in several:
        yield from _base(str(directory), settings, of=directory.name)


def _base(asked: str | None, settings: Settings, *, of: str = "") -> Iterator[Finding]:
    """What is said of one base; `of` names it where it is one of several that nobody asked for."""
    about = f"base {of}".rstrip()
    try:
        from okf_server.app import Knowledge  # noqa: PLC0415 - may be what is broken

        knowledge = Knowledge(asked, settings=settings)
        yield _directory(f"base {knowledge.config.name}", knowledge.directory)
        yield from models_of(knowledge, of=of)
        mark = knowledge.ready()
        yield from closed_to_others(knowledge, of=of)
        if said := list(reads_everything(knowledge.config.serve)):
            detail = said[0].removeprefix("warning: ")
            hint = " ".join(line.removeprefix("hint: ") for line in said[1:])
            yield Finding(about=f"{about} over stdio", state="missing", detail=detail, hint=hint)
        snapshot = f"snapshot of {of}" if of else "snapshot"
        yield _snapshot(snapshot, knowledge, mark)
    except NotFoundError as error:
        state = "missing" if asked is None or of else "broken"
        yield Finding(about=about, state=state, detail=error.message, hint=error.hint)
    except OkfError as error:
        yield Finding(about=about, state="broken", detail=error.message, hint=error.hint)
    except ImportError as error:
        yield Finding(
            about="okf-server", state="broken", detail=str(error), hint=install_command("")
        )


def _snapshot(about: str, knowledge: "Knowledge", mark: SnapshotMark) -> Finding:
    """What is published, once every file of it was read."""
    from okf_server.snapshot.verify import verify  # noqa: PLC0415 - see above

    found = verify(knowledge.store.open(mark.id))
    detail = f"{mark.id}, published {mark.published}"
    if found.problems:
        more = f" and {len(found.problems) - 1} more" if found.problems[1:] else ""
        detail = f"{detail}, is damaged: {found.problems[0]}{more}"
        hint = "See okf snapshots verify; then okf build, or go back with okf snapshots rollback."
        return Finding(about=about, state="broken", detail=detail, hint=hint)
    return Finding(
        about=about, state="ok", detail=f"{detail}, {found.files} files as they were published"
    )


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB"
