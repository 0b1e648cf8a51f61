"""Read subtitles, WebVTT and SubRip, as paragraphs with their times."""

import html
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from okf_server.extract import markup
from okf_server.extract.blocks import Block
from okf_server.extract.compose import compose
from okf_server.extract.decode import lines_of, text_of
from okf_server.extract.refusals import NO_TEXT, unreadable
from okf_server.model.document import BlockKind, Extracted, Failed, Outcome
from okf_server.model.locator import TimeLocator

LONGEST_S = 30.0
"""Seconds that a paragraph of several cues covers at most."""

_TIMES = re.compile(r"\s*([\d:.,]{5,20})\s*-->\s*([\d:.,]{5,20})(?:\s|$)")
_CLOCK = re.compile(r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})")
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s+([^<>]+)>")
_TAG = re.compile(r"</?[A-Za-z0-9][^<>]*>|\{\\[^{}]*\}")
_SPEAKER = re.compile(
    r"(?:>> ?)?(?:- ?)?([^\W\d_a-z][^\s:.!?]{0,30}(?: [^\W\d_a-z][^\s:.!?]{0,30}){0,2}): (?=\S)"
)
_HEADER = re.compile(r"WEBVTT[ \t]+-?[ \t]*(\S.*)")


class _Cue(NamedTuple):
    """What is said from one second to another; `speaker` is empty where nobody is named."""

    start_s: float
    end_s: float
    speaker: str
    text: str


def extract(path: Path) -> Outcome:
    """The document of a .vtt or .srt file; its title is the one that a .vtt file names in its first line."""
    read = text_of(path)
    if isinstance(read, Failed):
        return read
    lines = lines_of(read.text)
    unread: list[str] = []
    cues = [said for cue in _cues(lines, unread) for said in cue]
    if not cues:
        return NO_TEXT if _is_silent(lines) else unreadable(path.suffix, "no cue with a time in it")
    named = _HEADER.match(lines[0])
    warnings = list(read.warnings)
    if unread:
        warnings.append(f"{len(unread)} times cannot be read; what is said there is left out")
    return Extracted(
        document=compose(
            map(_block, _paragraphs(cues)),
            title=named[1].strip() if named else "",
            details={"extraction": {"duration_s": max(cue.end_s for cue in cues)}},
            warnings=warnings,
        )
    )


def _is_silent(lines: list[str]) -> bool:
    """Whether it is a file of subtitles in which nothing is said."""
    return lines[0].startswith("WEBVTT") or any(_TIMES.match(line) for line in lines)


def _cues(lines: list[str], unread: list[str]) -> Iterator[list[_Cue]]:
    """What is said in each cue; times that cannot be read go to `unread`."""
    row = 0
    while row < len(lines):
        line, row = lines[row], row + 1
        if "-->" not in line:
            continue
        text = []
        while row < len(lines) and lines[row].strip() and "-->" not in lines[row]:
            text.append(lines[row])
            row += 1
        found = _TIMES.match(line)
        times = [_seconds(found[1]), _seconds(found[2])] if found else [None]
        if times[0] is None or times[-1] is None:
            unread.append(line)
        else:
            yield list(_voices("\n".join(text), times[0], max(times[-1], times[0])))


def _seconds(text: str) -> float | None:
    found = _CLOCK.fullmatch(text)
    if found is None:
        return None
    hours, minutes, seconds, rest = found.groups()
    thousandths = int(rest.ljust(3, "0"))
    whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    return whole + thousandths / 1000


def _voices(text: str, start_s: float, end_s: float) -> Iterator[_Cue]:
    """The cue's text for each voice in it."""
    before, *voices = _VOICE.split(text)
    parts = [("", before), *zip(voices[::2], voices[1::2], strict=True)]
    for voice, said in parts:
        words = " ".join(html.unescape(_TAG.sub("", said)).split())
        named = None if voice else _SPEAKER.match(words)
        speaker = html.unescape(voice).strip() or (named[1].strip() if named else "")
        words = words[named.end() :] if named else words
        if words:
            yield _Cue(start_s, end_s, speaker, words)


def _paragraphs(cues: Iterable[_Cue]) -> Iterator[list[_Cue]]:
    """Cues that follow each other, of one speaker, of at most thirty seconds together.

    A cue that repeats the one before it, as captions that roll do, is left out.
    """
    held: list[_Cue] = []
    for cue in cues:
        if held and cue.text == held[-1].text:
            held[-1] = held[-1]._replace(end_s=max(cue.end_s, held[-1].end_s))
            continue
        if held and not _goes_on(held, cue):
            yield held
            held = []
        held.append(cue)
    if held:
        yield held


def _goes_on(held: list[_Cue], cue: _Cue) -> bool:
    """Whether a cue belongs to the paragraph before it; one that names nobody is by who spoke last."""
    same = cue.speaker in (held[0].speaker, "")
    in_order = held[-1].start_s <= cue.start_s
    return same and in_order and cue.end_s - held[0].start_s <= LONGEST_S


def _block(cues: list[_Cue]) -> Block:
    said = " ".join(cue.text for cue in cues)
    speaker = cues[0].speaker
    place = TimeLocator(
        from_s=min(cue.start_s for cue in cues), to_s=max(cue.end_s for cue in cues)
    )
    text = markup.plain(f"{speaker}: {said}" if speaker else said)
    return Block(kind=BlockKind.PARAGRAPH, locator=place, text=text)
