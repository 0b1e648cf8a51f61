"""What the frontmatter of a concept says, without its text."""

from dataclasses import replace
from datetime import datetime

from okf_server.bundle.read import read_concept
from okf_server.model.access import Principal
from okf_server.model.answer import About
from okf_server.search.resolve import resolve
from okf_server.search.view import View, summary


def about(view: View, reference: str, *, principal: Principal, now: datetime) -> About:
    """The concept that a reference means, with its frontmatter; raises NotFoundError, UsageError.

    Raises StorageError where the published file was changed since.
    """
    record = resolve(view, reference, principal=principal).record
    digest = view.digests.get(f"bundle/{record.id}.md")
    concept = read_concept(view.bundle, record.id, digest=digest)
    return About(concept=replace(summary(record, now), meta=concept.meta), snapshot=view.mark)
