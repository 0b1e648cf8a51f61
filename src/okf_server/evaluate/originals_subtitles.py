"""Read subtitles by the times of their cues."""

import html
import re
from pathlib import Path

from okf_server.model.locator import Locator, TimeLocator

_CUE = re.compile(
    r"^[ \t]*((?:\d+:)?\d+:\d+[.,]\d+)[ \t]*-->[ \t]*((?:\d+:)?\d+:\d+[.,]\d+)[^\n]*\n((?:(?![^\n]*-->)[^\n]*\S[^\n]*(?:\n|\Z))*)",
    re.MULTILINE,
)
_NEARLY_S = 0.0005  # times have thousandths


class SubtitleOriginal:
    """A .vtt or .srt file: what is said between two times."""

    exact = True

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
        self._cues = [(_seconds(a), _seconds(b), said) for a, b, said in _CUE.findall(text)]

    def text_at(self, locator: Locator) -> str | None:
        """The cues that lie within a place; a speaker is named where another one begins to speak."""
        if not isinstance(locator, TimeLocator):
            return None
        from_s, to_s = locator.from_s - _NEARLY_S, locator.to_s + _NEARLY_S
        said = [text for start, end, text in self._cues if from_s <= start and end <= to_s]
        return "\n".join([_without_repeats(said), *said]) if said else None

    def close(self) -> None:
        """Nothing is kept open."""


def _without_repeats(cues: list[str]) -> str:
    speaking = ""
    texts = []
    for cue in cues:
        named = re.match(r"\s*(?:<v[^ >]* ([^>]+)>|(?:>> ?)?(?:- ?)?([^:\n]{1,99}):\s)", cue)
        speaker = (named[1] or named[2]) if named else ""
        repeated = bool(named) and speaker == speaking
        texts.append(cue[named.end() :] if named and repeated else cue)
        speaking = speaker or speaking
    marks = re.compile(r"<v[^ >]* ([^>]+)>|<[^<>]*>|\{[^{}]*\}")
    return html.unescape(
        marks.sub(lambda found: f"{found[1]} " if found[1] else "", "".join(texts))
    )


def _seconds(clock: str) -> float:
    *larger, seconds = clock.replace(",", ".").split(":")
    minutes = sum(int(part) * 60**power for power, part in enumerate(reversed(larger), 1))
    return float(seconds) + float(minutes)
