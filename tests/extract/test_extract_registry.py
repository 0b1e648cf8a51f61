import os
import subprocess
import sys
import zipfile
from pathlib import Path

import openpyxl
import pytest
from reading import document_of, failure_of, outcome_of, reader

from okf_server.extract.registry import Reader, suffixes
from okf_server.model.document import Failed, Outcome

_ENGINES = {"docling_core", "docling_rs", "docx", "liteparse", "lxml", "openpyxl", "pandas", "pptx"}
_ENGINES |= {"PIL", "av", "faster_whisper", "numpy", "pypdfium2", "python_calamine", "rapidocr"}
_ENGINES |= {"selectolax"}
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def test_every_suffix_of_this_version_has_a_reader() -> None:
    assert {
        ".adoc", ".csv", ".docx", ".epub", ".htm", ".html", ".hwp", ".hwpx", ".ipynb", ".json", ".markdown", ".md",
        ".odp", ".ods", ".pdf", ".ppsx", ".ppt", ".pptm", ".pptx", ".rst", ".srt", ".tex", ".tsv", ".txt",
        ".vtt", ".xls", ".xlsb", ".xlsm", ".xlsx", ".xml",
    } <= set(suffixes())  # fmt: skip
    assert list(suffixes()) == sorted(suffixes())
    assert reader(".zip") is None
    assert reader("") is None


def test_a_suffix_is_known_in_any_case() -> None:
    assert reader(".PDF") is reader(".pdf")


def test_an_identity_names_engine_and_adapter() -> None:
    found = {suffix: known.identity for suffix in suffixes() if (known := reader(suffix))}
    assert found[".pdf"].startswith("liteparse/2.18.0+")
    assert found[".doc"].startswith("docling-rs/2.52.7+")
    assert found[".xls"].startswith("python-calamine/0.9.1+")
    assert found[".xlsx"].startswith("spreadsheetml/")
    assert found[".md"].startswith("markdown/")


def test_only_readers_that_look_at_lines_are_native() -> None:
    native = {suffix for suffix in suffixes() if (found := reader(suffix)) and found.native}
    assert native == {
        ".adoc", ".csv", ".ics", ".markdown", ".md", ".rst", ".srt", ".tex", ".tsv", ".txt", ".vtt",
    }  # fmt: skip


@pytest.mark.parametrize("suffix", suffixes())
def test_an_empty_file_says_so(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    path.touch()
    assert failure_of(path).reason == "empty file"


@pytest.mark.parametrize("suffix", [".pdf", ".docx", ".odp", ".ods", ".pptx", ".xlsb", ".xlsx"])
def test_text_under_another_suffix_is_told(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_text("just some text")
    assert failure_of(path).reason.startswith(f"not a {suffix} file: ")


@pytest.mark.parametrize("suffix", [".txt", ".md", ".html", ".csv"])
@pytest.mark.parametrize("magic", [b"PK\x03\x04rest", _OLE])
def test_a_binary_kind_named_as_text_is_told(tmp_path: Path, suffix: str, magic: bytes) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(magic + b"more")
    assert failure_of(path).reason.startswith(f"not a {suffix} file: it is ")


def test_an_encrypted_office_file_needs_its_password(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(_OLE + bytes(500) + "EncryptedPackage".encode("utf-16-le") + bytes(500))
    assert failure_of(path).reason == "password required"


def test_an_old_office_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(_OLE + bytes(500))
    assert failure_of(path).reason == "not a .docx file: it is an old binary Office file"


def test_a_workbook_named_as_a_document_is_read_as_a_workbook(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    workbook = openpyxl.Workbook()
    workbook.worksheets[0].append(["Limit", "150 GBP"])
    workbook.save(path)
    assert "| Limit | 150 GBP |" in document_of(path).body


@pytest.mark.parametrize("suffix", [".docx", ".pptx", ".xlsx"])
def test_a_cut_off_package_is_damaged(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("word/document.xml", "<w/>" * 1000)
    path.write_bytes(path.read_bytes()[:200])
    assert failure_of(path).reason.startswith(f"not a readable {suffix} file: ")


@pytest.mark.parametrize("suffix", [".docx", ".pptx", ".xlsx"])
def test_a_package_without_its_parts_is_a_failure(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("readme.txt", "nothing of it")
    assert isinstance(outcome_of(path), Failed)


def test_a_package_that_inflates_without_measure_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("xl/worksheets/sheet1.xml", bytes(80 * 2**20))
    assert path.stat().st_size < 2**20
    assert failure_of(path).reason == "too large inside: 80 MB when it is unpacked"


def test_a_package_of_too_many_parts_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "many.docx"
    with zipfile.ZipFile(path, "w") as package:
        for number in range(20_001):
            package.writestr(f"word/{number}", "")
    assert failure_of(path).reason.startswith("too large inside: 20001 parts")


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    os.mkfifo(path)
    assert failure_of(path).reason == "not a file"


def test_a_file_that_is_gone_is_a_failure(tmp_path: Path) -> None:
    assert failure_of(tmp_path / "gone.md").reason == "not a file"


def test_an_engine_that_raises_fails_that_file_alone(tmp_path: Path) -> None:
    def broken(path: Path) -> Outcome:
        raise ZeroDivisionError(f"a bug\nin {path}")

    path = tmp_path / "a.txt"
    path.write_text("text")
    found = Reader(name="engine", version="1", adapter=1, suffixes=(".txt",), read=broken).extract(
        path, ".txt"
    )
    assert isinstance(found, Failed)
    assert found.reason == "the engine reader failed: ZeroDivisionError: a bug"


@pytest.mark.parametrize("module", ["extract.registry", "extract.pool", "evaluate.citations"])
def test_no_engine_is_imported_before_a_file_needs_it(module: str) -> None:
    program = f"import sys, okf_server.{module}; print({_ENGINES!r} & sys.modules.keys())"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=30
    )
    assert done.stdout.strip() == "set()"


def test_no_reader_is_imported_before_it_reads() -> None:
    code = (
        "import sys\n"
        "from okf_server.extract.registry import open_readers\n"
        "from okf_server.model.config import DocumentsConfig\n"
        "open_readers(DocumentsConfig()).identities()\n"
        "print(sorted({'pdf', 'word', 'native'} & {n.rpartition('.')[2] for n in sys.modules}))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("suffix", [".md", ".markdown", ".txt"])
@pytest.mark.parametrize(
    "data",
    [b"", b" \n", b"# A\r\n\r\ntext\n", b"\xef\xbb\xbf---\ntype: T\n---\nx", b"PK\x03\x04x", _OLE, b"a\0b", b"caf\xe9"],
)  # fmt: skip
def test_the_bytes_of_a_file_of_text_say_all_that_the_file_says(
    tmp_path: Path, suffix: str, data: bytes
) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(data)
    found = reader(suffix)
    assert found is not None
    assert found.extract_bytes(data, suffix) == found.extract(path, suffix)
