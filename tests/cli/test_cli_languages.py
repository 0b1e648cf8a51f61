"""Languages of scans that are not there are told before a scan comes."""

from pathlib import Path

import pytest
from cli_running import call_okf

from okf_server.extract.ocr_tesseract import installed_languages

_ABSENT = next(name for name in ("tir", "yid", "chr") if name not in installed_languages())


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A base with one document, which is no scan."""
    monkeypatch.setenv("OKF_HOME", str(tmp_path / "home"))
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n")
    (tmp_path / "base").mkdir()
    return tmp_path / "base"


def _configure(base: Path, languages: str) -> None:
    source = "sources: [{kind: folder, path: ../docs}]"
    (base / "okf.yaml").write_text(f"name: kb\n{source}\ndocuments: {{ocr: {languages}}}\n")


def _build(base: Path) -> tuple[int, str, str]:
    ended = call_okf("build", "--base", base, "--no-embeddings")
    return ended.code, ended.out, ended.err


def test_a_language_that_no_data_exist_for_is_a_wrong_setting(base: Path) -> None:
    _configure(base, "eng+xxx")
    code, _, err = _build(base)
    assert code == 6
    assert "documents.ocr names 'xxx', which Tesseract has no data for" in err
    found = call_okf("doctor", "--base", base)
    assert found.code == 1
    assert "broken   documents.ocr: " in found.out


@pytest.mark.parametrize(("wrong", "right"), [("english", "eng"), ("korean", "kor")])
def test_the_name_of_a_language_leads_to_that_of_its_data(
    base: Path, wrong: str, right: str
) -> None:
    _configure(base, wrong)
    code, _, err = _build(base)
    assert code == 6
    assert f"Did you mean {right!r}?" in err


def test_a_language_that_is_not_installed_is_warned_of_at_once(base: Path) -> None:
    _configure(base, _ABSENT)
    code, out, _ = _build(base)
    assert code == 0
    assert f"warning  documents.ocr: {_ABSENT}: no scan or picture can be read: ocr " in out
    assert "apt install tesseract-ocr" in out
    found = call_okf("doctor", "--base", base)
    assert f"missing  scans in {_ABSENT}: " in found.out


def test_the_default_is_not_warned_of(base: Path) -> None:
    _configure(base, "eng")
    _, out, _ = _build(base)
    assert "documents.ocr" not in out
