"""build_context: the evidence for a question within a budget, ready to answer from."""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

from okf_server.model.pack import Evidence, LeftOut, Pack, PackRequest, PackStatus
from okf_server.okf.controls import plain
from okf_server.serve.caller import caller
from okf_server.serve.service import Service
from okf_server.serve.tools import citing
from okf_server.serve.tools.answer import Answer, Entry
from okf_server.serve.tools.arguments import ContextArguments
from okf_server.serve.tools.quoting import NOTICE, fenced, inline

_AROUND = 250
"""Tokens kept for what stands around the evidence."""

_FOR_LEFT_OUT = 8
"""The share of a budget, one in so many, that is kept for what is left out."""

_LONG_NAME = 20
"""Characters reckoned for the name of a base that is not known beforehand."""

_ADVICE = {
    PackStatus.SUFFICIENT: "Answer from the evidence alone and cite it.",
    PackStatus.INSUFFICIENT: "Say what is not known, or ask again in other words.",
    PackStatus.CONFLICTING: "Tell both sides and cite each; do not choose one silently.",
}


def build_context(service: Service, asked: ContextArguments) -> Answer:
    """The context pack that the arguments ask for."""
    knowledge = service.bases().open(asked.base or None)
    request = PackRequest(
        question=asked.question,
        refs=asked.refs,
        budget=evidence_budget(asked.budget_tokens),
        cost=evidence_cost(asked.base or "x" * _LONG_NAME),
    )
    made = knowledge.pack(request, principal=caller())
    return pack_answer(made, now=service.now(), tokens=asked.budget_tokens)


def evidence_budget(tokens: int) -> int:
    """What of an answer's tokens is left for evidence."""
    return tokens - _AROUND - tokens // _FOR_LEFT_OUT


def evidence_cost(base: str) -> Callable[[Evidence], int]:
    """What a piece of evidence takes of a budget."""
    return lambda one: evidence_entry(one, base=base).cost()


def pack_answer(made: Pack, *, now: datetime, tokens: int) -> Answer:
    """A pack as text and as data, of at most so many tokens."""
    evidence = [evidence_entry(one, base=made.snapshot.base) for one in made.evidence]
    left_out = _fitting(made.left_out, tokens - _AROUND - sum(entry.cost() for entry in evidence))
    data = {
        "status": made.status.value,
        "status_reason": inline(made.status_reason, 500),
        "evidence": [entry.data for entry in evidence],
        "left_out": [
            {"ref": inline(one.ref), "reason": inline(one.reason, 500)} for one in left_out
        ],
        "conflicts": [list(pair) for pair in made.conflicts],
        "search_mode": made.mode.value,
        "search_mode_reason": made.mode_reason,
        "notes": list(made.notes),
        "base": made.snapshot.base,
        "snapshot": made.snapshot.id,
        "snapshot_age_s": citing.age_s(made.snapshot, now),
        "omitted": len(made.left_out),
        "digest": digest(made),
    }
    numbered = [f"[{number}] {entry.text}" for number, entry in enumerate(evidence, start=1)]
    return Answer(text="\n\n".join([_head(data, made.status), *numbered, *_tail(data)]), data=data)


def digest(made: Pack) -> str:
    """What tells this pack from any other: its snapshot and its evidence, with their revisions."""
    told = [[one.ref, one.citation.revision, one.text] for one in made.evidence]
    text = json.dumps([made.snapshot.base, made.snapshot.id, told])
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def evidence_entry(one: Evidence, *, base: str) -> Entry:
    """A piece of evidence as a part of the answer."""
    data = {
        **citing.concept_data(one.concept),
        "section": one.section,
        "text": plain(one.text),
        **citing.standing_data(one.concept),
        "source": citing.source_data(one.citation),
        "revision": one.citation.revision,
        "because": one.because.value,
    }
    reference = citing.reference(one.concept, one.section, base=base)
    lines = [
        f"{data['title']} ({reference})",
        f"{citing.standing_text(data)}; taken because of {data['because']}",
        citing.source_text(data["source"], data["revision"]),
        fenced(one.text),
    ]
    return Entry(text="\n".join(lines), data=data)


def _fitting(left_out: tuple[LeftOut, ...], tokens: int) -> list[LeftOut]:
    """The first of what is left out, as many as fit."""
    shown: list[LeftOut] = []
    for one in left_out:
        data = {"ref": inline(one.ref), "reason": inline(one.reason, 500)}
        tokens -= Entry(text=_left_out_text(data), data=data).cost()
        if tokens < 0:
            break
        shown.append(one)
    return shown


def _left_out_text(one: dict[str, Any]) -> str:
    return f"Left out: {one['ref']}: {one['reason']}"


def _head(data: dict[str, Any], status: PackStatus) -> str:
    reason = f" ({data['search_mode_reason']})" if data["search_mode_reason"] else ""
    made = (
        f"{data['search_mode']} search{reason}, base {data['base']}, snapshot {data['snapshot']}, "
        f"{data['snapshot_age_s']} s old, pack {data['digest']}."
    )
    lines = [
        f"{data['status']}: {data['status_reason']}. {_ADVICE[status]}",
        made,
        *(f"In conflict: {one} and {other}" for one, other in data["conflicts"]),
        *(inline(note, 500) for note in data["notes"]),
    ]
    return "\n".join([*lines, NOTICE] if data["evidence"] else lines)


def _tail(data: dict[str, Any]) -> list[str]:
    lines = [_left_out_text(one) for one in data["left_out"]]
    more = data["omitted"] - len(lines)
    lines += [f"Left out: {more} more."] if more else []
    return ["\n".join(lines)] if lines else []
