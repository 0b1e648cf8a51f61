import os
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path

import openpyxl
import pytest
from reading import outcome_of

from okf_server.extract.pool import MEMORY_MB, Job, Pool
from okf_server.model.document import Document, Extracted, Failed, Outcome, Skipped

_HOSTILE = "hostile_readers:readers"


def _pool(memory_mb: int = MEMORY_MB) -> Pool:
    return Pool(2, 20, readers=_HOSTILE, memory_mb=memory_mb)


def _jobs(folder: Path, *names: str) -> list[Job]:
    for name in names:
        (folder / name).write_text(f"text of {name}")
    return [Job(name, folder / name, Path(name).suffix) for name in names]


def _failure(outcome: Outcome) -> Failed:
    assert isinstance(outcome, Failed), outcome
    return outcome


def _document(outcome: Outcome) -> Document:
    assert isinstance(outcome, Extracted), outcome
    return outcome.document


def _processes(results: list[tuple[str, Outcome]]) -> list[object]:
    return [_document(outcome).details["process"] for _, outcome in results]


def _is_running(process: object) -> bool:
    return Path(f"/proc/{process}").exists()


def test_each_file_comes_back_exactly_once(tmp_path: Path) -> None:
    jobs = _jobs(tmp_path, *[f"{n}.say" for n in range(20)], *[f"{n}.native" for n in range(5)])
    results = list(_pool().run(jobs))
    assert sorted(key for key, _ in results) == sorted(job.key for job in jobs)
    assert all(_document(outcome).body == f"text of {key}" for key, outcome in results)


def test_readers_without_an_engine_work_in_this_process(tmp_path: Path) -> None:
    results = list(_pool().run(_jobs(tmp_path, "a.native")))
    assert _processes(results) == [os.getpid()]


def test_an_unknown_kind_is_skipped(tmp_path: Path) -> None:
    ((key, outcome),) = _pool().run(_jobs(tmp_path, "a.zip"))
    assert (key, outcome) == ("a.zip", Skipped(reason="unsupported kind: .zip"))


@pytest.mark.parametrize("how", ["hang", "spin"])
def test_a_file_that_never_ends_is_ended_at_its_deadline(tmp_path: Path, how: str) -> None:
    pool = Pool(1, 0.6, readers=_HOSTILE)
    results = dict(pool.run(_jobs(tmp_path, f"a.{how}", "b.say")))
    found = _failure(results[f"a.{how}"])
    assert found.reason == "took longer than 0.6 s"
    assert "documents.timeout_s" in found.hint
    assert _document(results["b.say"]).body == "text of b.say"


_SIGNALLED = "its reader crashed or was ended by another program"


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("abort", f"{_SIGNALLED} (SIGABRT)"),
        ("segfault", f"{_SIGNALLED} (SIGSEGV)"),
        ("killed", f"{_SIGNALLED} (SIGKILL)"),
        ("alarmed", f"{_SIGNALLED} (SIGALRM)"),
        ("leave", "the reader crashed (exit status 3)"),
    ],
)
def test_a_crash_fails_that_file_alone(tmp_path: Path, how: str, told: str) -> None:
    jobs = _jobs(tmp_path, "a.say", f"b.{how}", "c.say", f"d.{how}", "e.say")
    results = dict(_pool().run(jobs))
    assert _failure(results[f"b.{how}"]).reason == told
    assert _failure(results[f"d.{how}"]).reason == told
    assert {key for key in results if isinstance(results[key], Extracted)} == {
        "a.say",
        "c.say",
        "e.say",
    }


def test_a_file_whose_reader_another_program_ended_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.patient"
    path.write_text("wait")
    killer = threading.Thread(target=_kill_the_reader_of, args=(path, os.getpid()))
    killer.start()
    ((_, outcome),) = _pool().run([Job("a", path, ".patient")])
    killer.join()
    assert _document(outcome).body == "as it is now"


def _kill_the_reader_of(path: Path, parent: int) -> None:
    """End the child once it has taken the file, which then no longer makes it wait."""
    moment = threading.Event()
    while not moment.wait(0.02):
        for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
            if Path(f"/proc/{child}/cwd/document{path.suffix}").exists():
                path.write_text("as it is now")
                os.kill(int(child), signal.SIGKILL)
                return


def test_a_reader_that_wants_to_leave_fails_its_file(tmp_path: Path) -> None:
    results = dict(_pool().run(_jobs(tmp_path, "a.raise", "b.say")))
    assert "wants to leave" in _failure(results["a.raise"]).reason
    assert isinstance(results["b.say"], Extracted)


def test_a_memory_hog_is_ended_before_it_hurts(tmp_path: Path) -> None:
    results = dict(_pool(memory_mb=200).run(_jobs(tmp_path, "a.hog", "b.say")))
    assert _failure(results["a.hog"]).reason == "needs more than 200 MB of memory"
    assert isinstance(results["b.say"], Extracted)


def test_what_an_engine_prints_disturbs_nothing(tmp_path: Path) -> None:
    ((_, outcome),) = _pool().run(_jobs(tmp_path, "a.chatter"))
    assert _document(outcome).body == "text of a.chatter"


def test_children_are_kept_inside_a_with_block_and_end_with_it(tmp_path: Path) -> None:
    with Pool(1, 20, readers=_HOSTILE) as pool:
        first = _processes(list(pool.run(_jobs(tmp_path, "a.say"))))
        assert _processes(list(pool.run(_jobs(tmp_path, "b.say", "c.say")))) == first * 2
    assert not _is_running(first[0])


def test_without_a_with_block_children_end_with_the_run(tmp_path: Path) -> None:
    results = list(Pool(1, 20, readers=_HOSTILE).run(_jobs(tmp_path, "a.say")))
    assert not _is_running(_processes(results)[0])


def test_a_child_is_replaced_after_its_share_of_files(tmp_path: Path) -> None:
    jobs = _jobs(tmp_path, *[f"{n}.say" for n in range(6)])
    found = _processes(list(Pool(1, 20, readers=_HOSTILE, recycled=2).run(jobs)))
    assert [found.count(process) for process in dict.fromkeys(found)] == [2, 2, 2]


def test_a_run_that_is_left_ends_its_children(tmp_path: Path) -> None:
    run = _pool().run(_jobs(tmp_path, "a.say", "b.hang", "c.hang"))
    _, outcome = next(run)
    run.close()
    assert not _is_running(_document(outcome).details["process"])


_LEAVING = """
import os, pathlib, signal, sys, threading
from okf_server.extract.pool import Job, Pool

path, moment, forks, folder = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
sys.path.append(folder)


def children(of):
    return pathlib.Path(f"/proc/{of}/task/{of}/children").read_text().split()


def come(found):
    match moment:
        case "started":
            return True
        case "reading":
            return pathlib.Path(f"/proc/{found}/cwd/document{path.suffix}").exists()
        case "running":
            return bool(children(found))


def end():
    me, found, holders, waiting = os.getpid(), [], [], threading.Event()
    while not (found and come(found[0])):
        waiting.wait(0.02)
        found = children(me)
    if forks == "forks":
        holders.append(os.fork())  # it holds what this process has open, beyond its end
        if not holders[0]:
            os.close(1)
            os.close(2)
            signal.pause()
    print(*found, *children(found[0]), *holders, flush=True)
    os.kill(me, signal.SIGKILL)


threading.Thread(target=end).start()
next(Pool(1, 600, readers="hostile_readers:readers").run([Job("a", path, path.suffix)]))
"""
"""A process that is killed while a child reads a file for it; it names its children before."""


def _left_behind(path: Path, moment: str, forks: str = "") -> list[int]:
    path.write_text("x")
    done = subprocess.run(
        [sys.executable, "-c", _LEAVING, str(path), moment, forks, str(Path(__file__).parent)],
        check=False,
        timeout=50,
        capture_output=True,
        text=True,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    return list(map(int, done.stdout.split()))


@pytest.mark.parametrize(
    ("how", "moment"),
    [("hang", "started"), ("hang", "reading"), ("spin", "reading"), ("starter", "running")],
)
def test_a_child_whose_parent_is_gone_ends_with_all_that_it_started(
    tmp_path: Path, how: str, moment: str
) -> None:
    left = _left_behind(tmp_path / f"a.{how}", moment)
    assert len(left) == 1 + (how == "starter")
    assert all(_ends_within(process, seconds=5) for process in left)


def test_a_child_ends_with_its_parent_though_others_hold_the_parent_s_files(
    tmp_path: Path,
) -> None:
    child, holder = _left_behind(tmp_path / "a.spin", "reading", "forks")
    try:
        assert _ends_within(child, seconds=5)
        assert _is_running(holder)
    finally:
        os.kill(holder, signal.SIGKILL)


def _ends_within(process: int, *, seconds: int) -> bool:
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], seconds)[0])
    finally:
        os.close(handle)


def test_it_works_in_a_thread(tmp_path: Path) -> None:
    results: list[tuple[str, Outcome]] = []
    jobs = _jobs(tmp_path, "a.say", "b.abort")
    thread = threading.Thread(target=lambda: results.extend(_pool().run(jobs)))
    thread.start()
    thread.join()
    assert sorted(key for key, _ in results) == ["a.say", "b.abort"]


def test_it_works_in_a_script_without_a_main_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    workbook = openpyxl.Workbook()
    workbook.worksheets[0].append(["Item", "Limit"])
    workbook.save(tmp_path / "a.xlsx")
    script.write_text(
        "import pathlib\n"
        "from okf_server.extract.pool import Job, Pool\n"
        "print('once')\n"
        f"path = pathlib.Path({str(tmp_path / 'a.xlsx')!r})\n"
        "for key, outcome in Pool(1, 20).run([Job('a', path, '.xlsx')]):\n"
        "    print(key, type(outcome).__name__)\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=True, timeout=50
    )
    assert done.stdout.split() == ["once", "a", "Extracted"]


def test_what_a_child_reads_equals_what_this_process_reads(tmp_path: Path) -> None:
    path = tmp_path / "Ä budget 預算.xlsx"
    workbook = openpyxl.Workbook()
    for row in (["Item", "Limit"], ["Hotel “x”", 1.5]):
        workbook.worksheets[0].append(row)
    workbook.save(path)
    ((_, there),) = Pool(1, 20).run([Job("a", path, ".xlsx")])
    assert there == outcome_of(path)


def test_a_sheet_that_claims_every_cell_is_read_for_the_few_that_it_has(tmp_path: Path) -> None:
    path = tmp_path / "wide.xlsx"
    workbook = openpyxl.Workbook()
    sheet = workbook.worksheets[0]
    sheet["A1"] = "first"
    sheet["XFD1048576"] = "last"
    workbook.save(path)
    with Pool(1, 20, memory_mb=300) as pool:
        ((_, outcome),) = pool.run([Job("a", path, ".xlsx")])
    assert _document(outcome).body == "## Sheet\n\nfirst\n\nlast\n"


def test_a_name_that_is_no_text_is_passed_on(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.say"))
    path.write_text("odd name")
    ((_, outcome),) = _pool().run([Job("a", path, ".say")])
    assert _document(outcome).body == "odd name"
