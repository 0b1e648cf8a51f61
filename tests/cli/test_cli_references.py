"""Every form of a reference, to everything that takes one."""

import json
from pathlib import Path

import pytest
from cli_running import call_okf

from okf_server.app import Knowledge

ID = "okf_" + "0a" * 16
PAY = f"""---
type: Policy
title: Pay
okf_id: {ID}
---
# Pay

## Days

Salaries are paid on the last Friday.
"""
FORMS = [
    "rules/pay-days",
    "hr:rules/pay-days#days",
    ID,
    f"hr:{ID}",
    f"okf://concept/{ID}",
    f"okf://concept/{ID}#days",
    "okf://concept/rules/pay-days",
    "okf://concept/hr:rules/pay-days",
    "Rules/Pay Days.md",
    "okf://source/Rules/Pay%20Days.md",
]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two bases, of which one has the concept."""
    home = tmp_path_factory.mktemp("home")
    for base, name, text in (("hr", "Rules/Pay Days.md", PAY), ("it", "vpn.md", "# VPN\n\nOn.\n")):
        docs = tmp_path_factory.mktemp("docs")
        (docs / name).parent.mkdir(exist_ok=True)
        (docs / name).write_text(text)
        (docs / "about.md").write_text("# About\n\nNot all of this is a bundle.\n")
        ended = call_okf("build", docs, "--base", home / base, "--no-embeddings")
        assert ended.code == 0, ended.err
    return home


@pytest.fixture(params=FORMS)
def reference(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_command_takes_every_form(home: Path, reference: str, tmp_path: Path) -> None:
    asked = {"question": "When are salaries paid?", "expected": [reference]}
    (tmp_path / "questions.yaml").write_text(json.dumps({"questions": [asked]}))
    within = ("--base", home / "hr", "--json")

    got = call_okf("get", reference, *within).json
    browsed = call_okf("browse", reference, *within).json
    packed = call_okf("context", "salaries", "--ref", reference, *within).json
    explained = call_okf("access", "explain", reference, *within).json
    measured = call_okf("eval", tmp_path / "questions.yaml", *within).json

    assert got["concept_id"] == explained["concept_id"] == "rules/pay-days"
    assert [one["concept_id"] for one in browsed["concepts"]] == ["rules/pay-days"]
    assert [one["because"] for one in packed["evidence"]] == ["reference"]
    assert (measured["not_in_the_base"], measured["hit_at_1"]) == ([], 1)


def test_python_takes_every_form(home: Path, reference: str) -> None:
    knowledge = Knowledge(home / "hr")

    assert knowledge.get(reference).concept.id == "rules/pay-days"
    assert knowledge.about(reference).concept.id == "rules/pay-days"
    assert knowledge.links(reference).concept == "rules/pay-days"


@pytest.mark.parametrize(
    "form", ["hr:rules/pay-days", f"hr:{ID}", "okf://concept/hr:rules/pay-days"]
)
def test_a_reference_names_its_base_where_there_are_several(
    home: Path, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OKF_HOME", str(home))
    monkeypatch.delenv("OKF_BASE", raising=False)
    monkeypatch.chdir(tmp_path)

    assert "last Friday" in call_okf("get", form).out
    assert "rules/pay-days" in call_okf("browse", form).out
    assert "rules/pay-days" in call_okf("access", "explain", form).out
    assert call_okf("get", "rules/pay-days").code == 2
    assert call_okf("get", "sales:rules/pay-days").code == 2
