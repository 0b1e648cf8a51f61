"""Every way to ask a base stops between its steps once nobody waits for the answer."""

from collections.abc import Callable
from pathlib import Path

import pytest

from okf_server.app.building import build_base
from okf_server.app.knowledge import Knowledge
from okf_server.ingest.report import BuildOptions
from okf_server.model.pack import PackRequest
from okf_server.model.wanted import UnwantedError, go_on, while_wanted

DOCUMENTS = 6
LONG = "The lamp stands in the hall and gives light. " * 60

WAYS: dict[str, Callable[[Knowledge], object]] = {
    "search": lambda it: it.search("where is the lamp"),
    "get": lambda it: it.get("lamp-1"),
    "browse": lambda it: it.browse(),
    "links": lambda it: it.links("lamp-1"),
    "pack": lambda it: it.pack(
        PackRequest(question="lamp", refs=(), budget=4_000, cost=lambda _: 9)
    ),
}
FEWEST_STEPS = {"search": 10, "get": 3, "browse": 3, "links": 1, "pack": 15}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("base")
    (directory / "docs").mkdir()
    for number in range(DOCUMENTS):
        text = f"# Lamp {number}\n\nThe lamp number {number}.\n\n## Hall\n\n{LONG}{number}\n"
        (directory / "docs" / f"lamp-{number}.md").write_text(text)
    (directory / "okf.yaml").write_text("name: base\nsources: [{kind: folder, path: docs}]\n")
    build_base(Knowledge(directory), BuildOptions(embeddings=False))
    return directory


class Patience:
    """Waits for so many steps of an answer, and counts those that were taken."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.taken = 0

    def __call__(self) -> bool:
        self.taken += 1
        self.left -= 1
        return self.left >= 0


@pytest.mark.parametrize("way", WAYS)
def test_work_stops_at_whichever_step_it_is(base: Path, way: str) -> None:
    whole = Patience(1_000_000)
    with while_wanted(whole):
        WAYS[way](Knowledge(base))

    assert whole.taken >= FEWEST_STEPS[way]
    for steps in range(0, whole.taken, max(1, whole.taken // 20)):
        patience = Patience(steps)
        with while_wanted(patience), pytest.raises(UnwantedError):
            WAYS[way](Knowledge(base))
        assert patience.taken == steps + 1


def test_an_answer_that_was_given_up_leaves_nothing_behind(base: Path) -> None:
    knowledge, fresh = Knowledge(base), Knowledge(base)
    for steps in range(30):
        with while_wanted(Patience(steps)), pytest.raises(UnwantedError):
            WAYS["pack"](knowledge)

    for way in ("search", "pack"):
        assert WAYS[way](knowledge) == WAYS[way](fresh)


def test_without_anybody_who_could_leave_work_goes_on() -> None:
    go_on()
    with while_wanted(lambda: True):
        go_on()

    with while_wanted(lambda: False), pytest.raises(UnwantedError):
        go_on()
