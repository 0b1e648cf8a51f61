from pathlib import Path

import pytest
from reading import blocks_of, document_of, failure_of, outcome_of

from making_office import OldDeck, compound
from okf_server.model.document import BlockKind, Partial
from okf_server.model.locator import SlideLocator


def _deck() -> OldDeck:
    deck = OldDeck()
    deck.add("Welcome", "Second line", "First line", notes="Say hello.\rSmile.")
    deck.add("Costs", "Hidden numbers", hidden=True)
    return deck


def test_slides_of_an_old_deck_have_their_numbers(tmp_path: Path) -> None:
    blocks = blocks_of(document_of(_deck().save(tmp_path / "a.ppt")))
    assert [(kind, text) for kind, text, _ in blocks] == [
        (BlockKind.HEADING, "## Welcome"),
        (BlockKind.PARAGRAPH, "Second line"),
        (BlockKind.PARAGRAPH, "First line"),
        (BlockKind.NOTE, "Say hello.\nSmile."),
        (BlockKind.HEADING, "## Costs (hidden slide)"),
        (BlockKind.PARAGRAPH, "Hidden numbers"),
    ]
    assert [place for _, _, place in blocks] == [SlideLocator(slide=n) for n in (1, 1, 1, 1, 2, 2)]


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9])
def test_a_deck_cut_short_fails_with_a_reason(tmp_path: Path, kept: float) -> None:
    path = _deck().save(tmp_path / "a.ppt")
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept)])
    assert failure_of(path).reason.startswith("not a readable .ppt file: ")


def test_an_old_deck_without_its_directory_is_read_by_its_outline(tmp_path: Path) -> None:
    path = _deck().save(tmp_path / "a.ppt")
    path.write_bytes(path.read_bytes().replace(b"\x72\x17", b"\x00\x00", 1))
    outcome = outcome_of(path)
    assert isinstance(outcome, Partial)
    assert "slide 1: its shapes cannot be read" in outcome.reason
    assert "Welcome" in outcome.document.body


@pytest.mark.parametrize("data", [b"", b"\xff" * 9000, b"\x0f\x00\xe8\x03\xff\xff\xff\xff" * 900])
def test_records_that_are_none_fail_with_a_reason(tmp_path: Path, data: bytes) -> None:
    path = compound(tmp_path / "a.ppt", "PowerPoint Document", data)
    assert failure_of(path).reason
