"""Count what somebody was not shown: for the record that the operator keeps, and for nobody else."""

from collections.abc import Callable, Sequence

from okf_server.app.knowledge import Knowledge
from okf_server.errors import OkfError
from okf_server.model.access import OPERATOR, Principal
from okf_server.okf.reference import parse_reference

Opening = Callable[[str | None], Knowledge]


def withheld(opening: Opening, base: str | None, principal: Principal, refs: Sequence[str]) -> int:
    """How many of the references exist and may not be read; without any, the base's hidden concepts."""
    if principal.trusted:
        return 0
    if refs:
        return sum(_is_denied(opening, base, principal, ref) for ref in refs)
    try:
        return opening(base).hidden(principal)
    except OkfError:
        return 0


def _is_denied(opening: Opening, base: str | None, principal: Principal, ref: str) -> bool:
    try:
        knowledge = opening(parse_reference(ref).base or base)
        return knowledge.knows(ref, OPERATOR) and not knowledge.knows(ref, principal)
    except OkfError:
        return False
