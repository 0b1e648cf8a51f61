import zipfile
from pathlib import Path

import pytest
from reading import document_of, failure_of, outcome_of, texts_of

from making_hangul import (
    control,
    document,
    equation,
    listed,
    p,
    package,
    run,
    section,
    table,
    texts,
)
from okf_server.model.document import Extracted, Failed, Partial


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE x [<!ENTITY a "boom">]>',
        '<!DOCTYPE x SYSTEM "file:///etc/passwd">',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "http://127.0.0.1:9/">]>',
        '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    ],
)
def test_xml_with_a_document_type_is_refused(tmp_path: Path, doctype: str) -> None:
    xml = section(p("글 &a;")).replace("?>", f"?>{doctype}", 1)
    failure = failure_of(package(tmp_path / "made.hwpx", xml))
    assert failure.reason == "not a readable .hwpx file: it declares a document type"


def test_a_document_type_in_the_header_is_refused(tmp_path: Path) -> None:
    parts = {"Contents/header.xml": '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'}
    failure = failure_of(package(tmp_path / "made.hwpx", section(p("글")), parts=parts))
    assert failure.reason.endswith("it declares a document type")


def test_a_damaged_section_gives_what_stands_before_the_damage(tmp_path: Path) -> None:
    broken = section(p("앞"), p("뒤")).partition("뒤")[0]
    made = package(tmp_path / "made.hwpx", section(p("하나")), broken, section(p("셋")))
    outcome = outcome_of(made)
    assert isinstance(outcome, Partial)
    assert texts_of(outcome.document) == ["하나", "앞", "셋"]
    assert outcome.reason.startswith("damaged: section1.xml: ")


def test_a_document_of_which_nothing_can_be_read_fails(tmp_path: Path) -> None:
    failure = failure_of(package(tmp_path / "made.hwpx", "<a"))
    assert failure.reason.startswith("not a readable .hwpx file: section0.xml: ")


def test_a_damaged_member_is_damage(tmp_path: Path) -> None:
    made = package(tmp_path / "made.hwpx", section(p("글" * 500)), section(p("둘")))
    with zipfile.ZipFile(made) as opened:
        info = opened.getinfo("Contents/section0.xml")
    data = bytearray(made.read_bytes())
    at = info.header_offset + 30 + len(info.filename) + info.compress_size // 2
    data[at : at + 8] = b"\xff" * 8
    made.write_bytes(data)
    outcome = outcome_of(made)
    assert isinstance(outcome, Partial)
    assert "둘" in outcome.document.body


def test_a_package_that_says_that_it_is_encrypted_needs_its_password(tmp_path: Path) -> None:
    manifest = '<manifest><file-entry><encryption-data checksum=""/></file-entry></manifest>'
    made = package(
        tmp_path / "made.hwpx", section(p("글")), parts={"META-INF/manifest.xml": manifest}
    )
    assert failure_of(made).reason == "password required"


def test_a_package_with_encrypted_members_needs_its_password(tmp_path: Path) -> None:
    made = document(tmp_path / "made.hwpx", p("글"))
    data = bytearray(made.read_bytes())
    at = data.find(b"PK\x01\x02")
    data[at + 8] |= 1
    made.write_bytes(data)
    assert failure_of(made) == Failed(
        reason="password required",
        hint="Save a copy without a password, or leave it out of the source.",
    )


def test_a_package_without_a_section_fails(tmp_path: Path) -> None:
    failure = failure_of(package(tmp_path / "made.hwpx"))
    assert failure.reason == "not a readable .hwpx file: there is no Contents/section0.xml in it"


def test_a_document_without_text_says_so(tmp_path: Path) -> None:
    assert failure_of(document(tmp_path / "made.hwpx", p(""))).reason == "no text in it"


def test_a_bomb_is_refused_before_it_is_read(tmp_path: Path) -> None:
    made = tmp_path / "made.hwpx"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as bomb:
        for number in range(80):
            bomb.writestr(f"Contents/section{number}.xml", b" " * 2**20)
    assert failure_of(made).reason.startswith("too large inside: ")


def test_elements_nested_too_deeply_are_damage_and_not_a_crash(tmp_path: Path) -> None:
    deep = p("바닥")
    for _ in range(120):
        deep = p(run(texts(["x"]).replace(p("x"), deep)))
    outcome = outcome_of(document(tmp_path / "made.hwpx", p("앞"), deep))
    assert isinstance(outcome, Partial)
    assert outcome.document.body == "앞\n"


def test_tables_nested_as_deep_as_xml_may_be_are_read(tmp_path: Path) -> None:
    deep = p("바닥")
    for _ in range(40):
        deep = p("층", run(table([f"<hp:tc>{listed(deep)}</hp:tc>", "<hp:tc/>"])))
    document_ = document_of(document(tmp_path / "made.hwpx", deep))
    assert document_.body.count("층") == 40
    assert "바닥" in document_.body


def test_many_elements_take_linear_time(tmp_path: Path) -> None:
    deletions = "".join(
        f'<hp:deleteBegin Id="{n}"/><hp:deleteEnd Id="{n}"/>' for n in range(20_000)
    )
    made = document(
        tmp_path / "made.hwpx",
        *[p("글")] * 20_000,
        p(run(f"<hp:t>{deletions}끝</hp:t>")),
        p(run(*[equation("1 over 2")] * 2_000)),
        p(run(*[control("<hp:footNote/>")] * 2_000)),
        p(run(table(*[["<hp:tc/>"]] * 20_000))),
    )
    outcome = outcome_of(made)
    assert isinstance(outcome, Extracted)
    assert outcome.document.body.count("글") == 20_000


@pytest.mark.parametrize(
    "text",
    ["\ufdd0 x", "\u202e뒤집힘", "a\u0085b", "\ue000\uf02b", "𝒳", "$x$ 100", "[^1]", "|a|", "```"],
)
def test_odd_text_is_kept_and_counts(tmp_path: Path, text: str) -> None:
    read = document_of(document(tmp_path / "made.hwpx", p(text, run(equation("x"))), p("뒤")))
    assert read.body.endswith("뒤\n")
    assert read.body.count("$x$") >= 1
    assert [span.locator for span in read.spans][-1] is not None


def test_names_of_sections_are_found_in_any_case_and_with_odd_slashes(tmp_path: Path) -> None:
    parts = {
        "contents/Section1.xml": section(p("둘")),
        "Contents\\section0.xml": section(p("하나")),
    }
    made = package(tmp_path / "made.hwpx", parts=parts)
    assert texts_of(document_of(made)) == ["하나", "둘"]


def test_a_footnote_whose_number_is_no_number_is_counted(tmp_path: Path) -> None:
    notes = [
        f'<hp:footNote number="{n}">{listed(p("각주"))}</hp:footNote>'
        for n in ("x", "9" * 40, "-1")
    ]
    made = document(tmp_path / "made.hwpx", p(*(run(control(one)) for one in notes)))
    assert "[^1]: 각주" in document_of(made).body
    assert "[^3]: 각주" in document_of(made).body
