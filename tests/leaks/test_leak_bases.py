"""Several bases, of which somebody sees some: the others are as if they were not there, those of the same name too."""

from pathlib import Path

import pytest
from leak_answers import answers
from leak_worlds import DOCS, Doc, World

from okf_server.model.access import Principal

OPEN = ("drafts", ("aa", "bb"), DOCS[40:44])
AA = (("kb", ("aa",), DOCS[:8]), OPEN)
BB = (("kb", ("bb",), DOCS[20:28]), ("takeover", ("bb",), DOCS[30:32]), OPEN)


def member(group: str) -> Principal:
    return Principal(id=group, names=frozenset({"*", f"group:{group}"}))


def made(root: Path, bases: tuple[tuple[str, tuple[str, ...], tuple[Doc, ...]], ...]) -> World:
    """Bases in directories of other names than theirs, for they are told by what they are called."""
    world = World(root)
    for number, (name, groups, docs) in enumerate(dict.fromkeys(bases)):
        world.base(
            name,
            f"access: {{default: deny, rules: {{'': {{groups: [{', '.join(groups)}]}}}}}}",
            ((doc.path, doc.text()) for doc in docs),
        )
        (root / "home" / name).rename(root / "home" / f"{number}-base")
    return world


@pytest.mark.parametrize(
    ("group", "own"), [("aa", AA), ("bb", BB), ("cc", ())], ids=["aa", "bb", "cc"]
)
@pytest.mark.parametrize("order", [1, -1])
def test_bases_that_somebody_cannot_see_change_no_answer(
    tmp_path: Path,
    group: str,
    own: tuple[tuple[str, tuple[str, ...], tuple[Doc, ...]], ...],
    order: int,
) -> None:
    whole = answers(made(tmp_path / "whole", (*AA, *BB)[::order]), member(group))
    alone = answers(made(tmp_path / "alone", own), member(group))
    assert {key: text for key, text in whole.items() if text != alone[key]} == {}
    assert len(whole) == len(alone) > len(DOCS)
