"""`okf` as a process: what a shell sees."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

OKF = Path(sys.executable).parent / "okf"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A base with a long document."""
    folder = tmp_path_factory.mktemp("docs")
    lines = "".join(f"Line {number} about travel.\n\n" for number in range(2_000))
    (folder / "long.md").write_text(f"# Long\n\n{lines}")
    base = tmp_path_factory.mktemp("bases") / "long"
    subprocess.run(
        [OKF, "build", folder, "--base", base, "--no-embeddings"], check=True, capture_output=True
    )
    return base


def okf(*words: str | Path, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Run it in this environment, changed by the variables."""
    changed = [f"{name}={value}" for name, value in variables.items()]
    command: list[str | Path] = ["env", *changed, OKF, *words]
    return subprocess.run(command, capture_output=True, check=False)


def test_data_and_words_for_people_are_kept_apart(base: Path) -> None:
    done = okf("search", "travel", "--base", base, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["results"]
    assert done.stderr == b""


@pytest.mark.parametrize("words", [("get", "long"), ("--help",), ("status", "--json")])
def test_a_reader_that_left_is_no_error(base: Path, words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command: list[str | Path] = ["env", f"OKF_BASE={base}", OKF, *words]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert done.returncode == 141
    assert b"Traceback" not in done.stderr
    assert b"rror" not in done.stderr


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "POSIX"])
def test_every_locale_prints_every_script(tmp_path: Path, locale: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/휴가.md").write_text("# 휴가 규정\n\n연차는 18일입니다.\n", "utf-8")
    base = tmp_path / "base"
    assert (
        okf("build", tmp_path / "docs", "--base", base, "--no-embeddings", LC_ALL=locale).returncode
        == 0
    )
    done = okf("search", "연차", "--base", base, LC_ALL=locale)
    assert "연차는 18일입니다." in done.stdout.decode("utf-8")


def test_a_terminal_that_lacks_a_script_still_gets_its_answer(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_text("# 휴가 규정\n\n연차는 18일 🎉.\n", "utf-8")
    base = tmp_path / "base"
    okf("build", tmp_path / "docs", "--base", base, "--no-embeddings")
    asked: tuple[str | Path, ...] = ("search", "연차", "--base", base)
    assert b"18" in okf(*asked, PYTHONIOENCODING="latin-1").stdout
    answer = json.loads(okf(*asked, "--json", PYTHONIOENCODING="latin-1").stdout)
    assert "연차는 18일 🎉." in answer["results"][0]["excerpt"]


def test_the_base_may_come_from_the_environment(base: Path, tmp_path: Path) -> None:
    elsewhere = f'cd "{tmp_path}" && exec env OKF_BASE="{base}" "{OKF}" status'
    done = subprocess.run(["bash", "-c", elsewhere], capture_output=True, check=True)
    assert b"base      long" in done.stdout


def test_a_directory_that_is_gone_is_said(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = f'cd "{gone}" && rmdir "{gone}" && exec "{OKF}" status'
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert done.returncode == 7
    assert b"error: " in done.stderr
    assert b"Traceback" not in done.stderr


def test_interrupting_a_server_ends_it_quietly(base: Path) -> None:
    # a shell's background jobs inherit that the signal is ignored
    command = ["env", "--default-signal=INT", str(OKF), "serve", "--base", str(base), "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        try:
            assert process.stderr is not None
            assert b"http://127.0.0.1:" in process.stderr.readline()
            process.send_signal(signal.SIGINT)
            rest = process.stderr.read()
        finally:
            process.kill()
    assert process.returncode in {0, 130}
    assert b"Traceback" not in rest
