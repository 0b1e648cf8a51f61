"""What a person sees while a build runs."""

from io import StringIO

import pytest

from okf_server.cli.progress import Bar, Lines, reporter


class Clock:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bar_says_how_fast_it_goes_and_how_long_it_takes() -> None:
    out, clock = StringIO(), Clock()
    bar = Bar(out, clock=clock, width=200)
    bar("reading", 0, 100, "a.pdf")
    clock.now += 10
    bar("reading", 20, 100, "b.pdf")
    assert out.getvalue().endswith("reading [####................] 20/100, 2.0/s, 40 s left b.pdf")


def test_a_bar_is_drawn_ten_times_a_second_at_most_but_always_at_the_end() -> None:
    out, clock = StringIO(), Clock()
    bar = Bar(out, clock=clock, width=200)
    for done in range(101):
        bar("reading", done, 100, "x")
    assert out.getvalue().count("\r") == 2
    assert "100/100" in out.getvalue()


def test_a_bar_never_wraps_and_never_lets_a_name_steer_the_terminal() -> None:
    out, clock = StringIO(), Clock()
    Bar(out, clock=clock, width=40)("reading", 1, 2, "\x1b[2J" + "long" * 40)
    line = out.getvalue().removeprefix("\r\x1b[K")
    assert len(line) == 39
    assert "\x1b" not in line


def test_closing_a_bar_clears_its_line() -> None:
    out = StringIO()
    bar = Bar(out, clock=Clock(), width=80)
    bar("reading", 1, 2, "a")
    bar.close()
    assert out.getvalue().endswith("\r\x1b[K")


def test_without_a_terminal_each_stage_has_a_line_and_long_ones_several() -> None:
    out, clock = StringIO(), Clock()
    lines = Lines(out, clock=clock)
    lines("reading", 0, 600, "a")
    for done in range(1, 600):
        clock.now += 0.1
        lines("reading", done, 600, "a")
    lines("embedding", 0, 0, "")
    written = out.getvalue().splitlines()
    assert written[0] == "reading 0/600"
    assert written[-2:] == ["reading 600/600, 10.0/s", "embedding"]
    assert 5 <= len(written) <= 8
    assert all(line.endswith(" left a") for line in written[1:-2]), written
    assert "\r" not in out.getvalue()


def test_without_a_terminal_a_total_that_grows_is_told_with_what_is_done() -> None:
    out = StringIO()
    lines = Lines(out, clock=Clock())
    for done, total in ((0, 2), (2, 2), (3, 4), (4, 4)):
        lines("reading", done, total, "a")
    lines("checking", 0, 0, "")
    assert out.getvalue().splitlines() == ["reading 0/2", "reading 2/2", "reading 4/4", "checking"]


@pytest.mark.parametrize(("seconds", "words"), [(59, "59 s left"), (200, "3 min 20 s left")])
def test_long_waits_are_told_in_minutes(seconds: int, words: str) -> None:
    out, clock = StringIO(), Clock()
    bar = Bar(out, clock=clock, width=200)
    bar("reading", 0, 2, "")
    clock.now += seconds
    bar("reading", 1, 2, "")
    assert words in out.getvalue()


def test_a_quiet_reporter_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    progress, close = reporter(quiet=True)
    progress("reading", 1, 2, "a")
    close()
    assert capsys.readouterr().err == ""


def test_a_pipe_gets_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    progress, close = reporter(quiet=False)
    progress("reading", 0, 2, "a")
    close()
    assert capsys.readouterr().err == "reading 0/2\n"


def test_without_a_terminal_a_short_stage_is_told_by_its_beginning_and_its_end() -> None:
    out = StringIO()
    lines = Lines(out, clock=Clock())
    for stage, done, total in (
        *[("list", 0, 0), ("list", 5, 0), ("read", 1, 2), ("read", 2, 2)],
        *[("write", 0, 3), ("write", 2, 3), ("publish", 0, 0)],
    ):
        lines(stage, done, total, "a")
    lines.close()
    told = ["list", "read 0/2", "read 2/2", "write 0/3", "write 3/3", "publish"]
    assert out.getvalue().splitlines() == told
