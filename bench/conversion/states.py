"""Read every file of some folders, and count how they end: nothing may crash, hang or go unsaid."""

import re
import resource
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from okf_server.extract.pool import Job, Pool
from okf_server.extract.registry import open_readers
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Extracted, Failed, Outcome, Partial

_VARYING = re.compile(r"\d+(?:\.\d+)?|‘[^’]*’|“[^”]*”|'[^']*'")


@dataclass(frozen=True, slots=True, kw_only=True)
class States:
    """How the files of some folders ended; `reasons` has numbers and names taken out."""

    files: int
    states: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, Counter[str]] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    crashed: tuple[str, ...] = ()
    too_long: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    not_whole: tuple[tuple[str, str, str], ...] = ()  # file, state, reason
    seconds: float = 0.0
    parent_grew_mb: float = 0.0
    child_peak_mb: float = 0.0

    def to_json(self, *, each: bool = False) -> dict[str, object]:
        """The figures, the commonest reasons first; with `each` all files that were not read whole."""
        return {
            "files": self.files,
            "states": dict(self.states),
            "kinds": {kind: dict(counted) for kind, counted in sorted(self.kinds.items())},
            "reasons": dict(self.reasons.most_common(60)),
            "crashed": list(self.crashed),
            "past the deadline": list(self.too_long),
            "without a reason": list(self.unsaid),
            "seconds": round(self.seconds, 1),
            "parent grew MB": round(self.parent_grew_mb, 1),
            "largest child MB": round(self.child_peak_mb, 1),
            **({"not whole": [list(file) for file in self.not_whole]} if each else {}),
        }


def measure_states(folders: Sequence[Path], *, timeout_s: float, workers: int = 2) -> States:
    """Read all files below the folders whose kind is known, with a deadline for each."""
    documents = DocumentsConfig(timeout_s=int(timeout_s))
    jobs = list(_jobs(folders, documents))
    before, started = _own_mb(), time.monotonic()
    counted = States(files=len(jobs))
    crashed: list[str] = []
    late: list[str] = []
    unsaid: list[str] = []
    not_whole: list[tuple[str, str, str]] = []
    with Pool(workers, timeout_s, documents=documents) as pool:
        for key, outcome in pool.run(jobs):
            state, reason = _said(outcome)
            counted.states[state] += 1
            counted.kinds.setdefault(Path(key).suffix.lower(), Counter())[state] += 1
            if state != "indexed":
                not_whole.append((key, state, reason))
            if reason:
                counted.reasons[_VARYING.sub("…", reason)] += 1
            if "crashed" in reason:
                crashed.append(key)
            if reason.startswith("took longer"):
                late.append(key)
            if state in ("failed", "partial", "skipped") and not reason:
                unsaid.append(key)
    return States(
        files=counted.files,
        states=counted.states,
        kinds=counted.kinds,
        reasons=counted.reasons,
        crashed=tuple(crashed),
        too_long=tuple(late),
        unsaid=tuple(unsaid),
        not_whole=tuple(not_whole),
        seconds=time.monotonic() - started,
        parent_grew_mb=_own_mb() - before,
        child_peak_mb=resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024,
    )


def _jobs(folders: Sequence[Path], documents: DocumentsConfig) -> Iterator[Job]:
    readers = open_readers(documents)
    for path in sorted(path for folder in folders for path in folder.rglob("*")):
        if path.is_file() and readers.of_suffix(path.suffix):
            yield Job(str(path), path, readers.kind_of(path, path.suffix))


def _said(outcome: Outcome) -> tuple[str, str]:
    match outcome:
        case Extracted():
            return "indexed", ""
        case Partial(reason=reason):
            return "partial", reason
        case Failed(reason=reason):
            return "failed", reason
        case _:
            return "skipped", outcome.reason


def _own_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
