"""Golden rankings: where each expected answer stood, in a file that a reviewer can diff."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from okf_server.errors import ConfigError, NotFoundError, StorageError
from okf_server.evaluate.questions import Measured, QuestionReport

FORMAT = 1
_FIGURES = ("recall_at_1", "recall_at_5", "recall_at_10", "mrr", "ndcg_at_10")

_NAMED = 5
_KINDS = {dict: "an object", list: "a list", str: "a text", int: "a number", float: "a number"}

Ranks = Mapping[str, Mapping[str, int | None]]
"""For each question the rank of each expected reference, None below the first ten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """An expected answer whose rank is another one than in the golden file."""

    way: str
    question: str
    expected: str
    before: int | None
    now: int | None

    @property
    def worse(self) -> bool:
        """Whether it went down."""
        return self.before is not None and (self.now is None or self.now > self.before)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenChanges:
    """What differs from a golden file; `unknown` were asked and are not in it, `gone` the reverse."""

    moved: tuple[Moved, ...]
    unknown: tuple[str, ...]
    gone: tuple[str, ...]

    @property
    def worse(self) -> tuple[Moved, ...]:
        """What went down."""
        return tuple(one for one in self.moved if one.worse)

    def to_json(self) -> dict[str, Any]:
        """The changes for programs."""
        return {
            "moved": [
                {
                    "way": one.way,
                    "question": one.question,
                    "expected": one.expected,
                    "before": one.before,
                    "now": one.now,
                    "worse": one.worse,
                }
                for one in self.moved
            ],
            "unknown": list(self.unknown),
            "gone": list(self.gone),
        }


def golden_text(reports: Mapping[str, QuestionReport]) -> str:
    """The golden file of ways to search."""
    ways = {name: _way(report) for name, report in reports.items()}
    return json.dumps({"format": FORMAT, "ways": ways}, indent=1, ensure_ascii=False) + "\n"


def write_golden(path: Path, reports: Mapping[str, QuestionReport]) -> None:
    """Write a golden file; raises StorageError."""
    try:
        path.write_text(golden_text(reports), encoding="utf-8", newline="\n")
    except (OSError, UnicodeEncodeError) as error:
        raise StorageError(
            f"{path} cannot be written: {error}",
            hint="Name a file in a directory that you may write to.",
        ) from error


def read_golden(path: Path) -> Mapping[str, Ranks]:
    """The ranks of a golden file by the ways to search; raises NotFoundError, ConfigError."""
    try:
        return _ways_of(_json_of(path))
    except FileNotFoundError as error:
        raise NotFoundError(f"There is no file {path}.", hint="Write it: --update") from error
    except (OSError, ValueError, TypeError) as error:
        raise ConfigError(
            f"{path} is no golden file: {error}.",
            hint="Name a file that --update wrote, or write it anew: --update",
        ) from error


def _json_of(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    if not text.strip():
        raise ValueError("it is empty")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"it is no JSON, {error}") from error


def compare_golden(
    golden: Mapping[str, Ranks], reports: Mapping[str, QuestionReport]
) -> GoldenChanges:
    """What differs; ways that only one side has are among `unknown` and `gone`."""
    now = {name: _ranks(report) for name, report in reports.items()}
    return GoldenChanges(
        moved=tuple(
            Moved(way=way, question=question, expected=expected, before=before, now=ranks[expected])
            for way, questions in now.items()
            for question, ranks in questions.items()
            for expected, before in golden.get(way, {}).get(question, {}).items()
            if expected in ranks and ranks[expected] != before
        ),
        unknown=tuple(_only_in(now, golden)),
        gone=tuple(_only_in(golden, now)),
    )


def _only_in(these: Mapping[str, Ranks], others: Mapping[str, Ranks]) -> Iterator[str]:
    for way, questions in these.items():
        for question, ranks in questions.items():
            known = others.get(way, {}).get(question)
            if known is None:
                yield f"{way}: {question}"
                continue
            yield from (f"{way}: {question}: {one}" for one in ranks if one not in known)


def _way(report: QuestionReport) -> dict[str, object]:
    values: Mapping[str, float | None] = {name: getattr(report, name) for name in _FIGURES}
    return {
        **{name: None if value is None else round(value, 4) for name, value in values.items()},
        "questions": [
            {"question": question, "ranks": ranks} for question, ranks in _ranks(report).items()
        ],
    }


def _ranks(report: QuestionReport) -> Ranks:
    return {one.question: _expected(one) for one in report.questions}


def _expected(one: Measured) -> Mapping[str, int | None]:
    return dict(zip(one.expected, one.ranks, strict=True))


def _ways_of(value: Any) -> Mapping[str, Ranks]:
    """The ranks of each way; raises ValueError and TypeError that say what is there instead."""
    golden = _of_kind(value, dict, "it")
    if "format" not in golden:
        raise ValueError(f"it has no format, but {_names(golden)}")
    if golden["format"] != FORMAT:
        raise ValueError(f"it has format {golden['format']!r}, and this version reads {FORMAT}")
    ways = _of_kind(golden.get("ways"), dict, "its ways")
    return {name: _ranks_of(f"its way {name!r}", way) for name, way in ways.items()}


def _ranks_of(where: str, way: Any) -> Ranks:
    questions = _of_kind(_of_kind(way, dict, where).get("questions"), list, f"questions of {where}")
    found: dict[str, Mapping[str, int | None]] = {}
    for one in questions:
        entry = _of_kind(one, dict, f"a question of {where}")
        text = _of_kind(entry.get("question"), str, f"the text of a question of {where}")
        found[text] = _checked(_of_kind(entry.get("ranks"), dict, f"the ranks of {text!r}"))
    return found


def _of_kind(value: Any, kind: type, where: str) -> Any:
    if not isinstance(value, kind):
        there = "nothing" if value is None else _KINDS.get(type(value), "something else")
        raise TypeError(f"{where} is {there}, not {_KINDS[kind]}")
    return value


def _names(golden: Mapping[str, object]) -> str:
    return ", ".join(sorted(golden)[:_NAMED]) or "nothing"


def _checked(ranks: Mapping[str, object]) -> Mapping[str, int | None]:
    checked: dict[str, int | None] = {}
    for name, rank in ranks.items():
        if rank is not None and (not isinstance(rank, int) or isinstance(rank, bool) or rank < 1):
            raise ValueError(f"{rank!r} is no rank")
        checked[name] = rank
    return checked
