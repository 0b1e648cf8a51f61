"""list_bases: what there is to search."""

import re
from datetime import datetime
from typing import Any

from okf_server.model.access import NOTHING_READABLE
from okf_server.serve.caller import caller
from okf_server.serve.seam import BaseSummary
from okf_server.serve.service import Service
from okf_server.serve.tools import citing
from okf_server.serve.tools.answer import Answer
from okf_server.serve.tools.arguments import NoArguments
from okf_server.serve.tools.quoting import inline

_MOST_BASES = 100


def list_bases(service: Service, _asked: NoArguments) -> Answer:
    """Every base with its snapshot; machine paths stay here."""
    now = service.now()
    bases = [_data(base, now) for base in service.bases().list()]
    omitted = max(0, len(bases) - _MOST_BASES)
    bases = bases[:_MOST_BASES]
    lines = [_text(base) for base in bases] or [_none()]
    lines += [f"Left out: {omitted} more."] if omitted else []
    return Answer(text="\n".join(lines), data={"bases": bases, "omitted": omitted})


_ADDRESS = re.compile(r"/https?://")
"""Where in the identity of a model at an endpoint its address begins, which is for the operator alone."""


def _none() -> str:
    if caller().trusted:
        return "No base yet: make one with okf build FOLDER."
    return " ".join(NOTHING_READABLE)


def _data(base: BaseSummary, now: datetime) -> dict[str, Any]:
    return {
        "name": base.name,
        "title": inline(base.title),
        "concepts": base.concepts,
        "snapshot": base.snapshot,
        "snapshot_age_s": citing.seconds_since(base.published, now) if base.published else None,
        "embedder": base.embedder and _ADDRESS.split(base.embedder)[0],
    }


def _text(base: dict[str, Any]) -> str:
    head = f"{base['name']}: {base['title']}" if base["title"] else base["name"]
    if base["snapshot"] is None:
        return f"{head}. Nothing published yet: build it with okf build."
    ranking = f"hybrid search ({base['embedder']})" if base["embedder"] else "keyword search"
    age = "" if base["snapshot_age_s"] is None else f", {base['snapshot_age_s']} s old"
    return f"{head}. {base['concepts']} concepts, {ranking}, snapshot {base['snapshot']}{age}"
