from pathlib import Path

import pytest
from reading import blocks_of, document_of, failure_of, outcome_of

from okf_server.extract.sniff import kind_of
from okf_server.model.document import BlockKind, Partial
from okf_server.model.locator import SectionLocator

_HEAD = """<HEAD><MAPPINGTABLE><CHARSHAPELIST>
<CHARSHAPE Id="0" Height="1000" TextColor="0" ShadeColor="4294967295"/>
<CHARSHAPE Id="1" Height="1000" TextColor="16777215" ShadeColor="4294967295"/></CHARSHAPELIST>
<PARASHAPELIST><PARASHAPE Id="0" HeadingType="None"/>
<PARASHAPE Id="1" HeadingType="Outline" Level="1"/></PARASHAPELIST></MAPPINGTABLE></HEAD>"""


def _p(*inner: str, shape: int = 0, letters: int = 0) -> str:
    text = "".join(one if one.startswith("<") else f"<CHAR>{one}</CHAR>" for one in inner)
    return f'<P ParaShape="{shape}"><TEXT CharShape="{letters}">{text}</TEXT></P>'


def _list(*paragraphs: str) -> str:
    return f"<PARALIST>{''.join(paragraphs)}</PARALIST>"


def _made(path: Path, *paragraphs: str, prolog: str = '<?xml version="1.0"?>') -> Path:
    body = f'<BODY><SECTION Id="0">{"".join(paragraphs)}</SECTION></BODY>'
    path.write_text(f'{prolog}<HWPML Version="2.8">{_HEAD}{body}</HWPML>', "utf-8")
    return path


def test_a_document_in_one_file_reads_like_a_package(tmp_path: Path) -> None:
    number = (
        '<AUTONUM Number="2" NumberType="Footnote"><AUTONUMFORMAT Type="RomanSmall"/></AUTONUM>'
    )
    note = f"<FOOTNOTE>{_list(_p(number, '각주'))}</FOOTNOTE>"
    third = '<AUTONUM Number="3" NumberType="Table"/>'
    caption = f"<CAPTION>{_list(_p('표 ', third))}</CAPTION>"
    wide = f'<CELL ColAddr="0" RowAddr="0" ColSpan="2" RowSpan="1">{_list(_p("가"))}</CELL>'
    pair = "".join(
        f'<CELL ColAddr="{n}" RowAddr="1">{_list(_p(t))}</CELL>' for n, t in enumerate("나다")
    )
    table = f"<TABLE><SHAPEOBJECT>{caption}</SHAPEOBJECT><ROW>{wide}</ROW><ROW>{pair}</ROW></TABLE>"
    box = f"<RECTANGLE><DRAWINGOBJECT><DRAWTEXT>{_list(_p('상자'))}</DRAWTEXT></DRAWINGOBJECT></RECTANGLE>"
    made = _made(
        tmp_path / "made.hml",
        _p("제목", shape=1),
        _p(
            "하나",
            "<CHAR>둘<TAB/>셋</CHAR>",
            "<EQUATION><SCRIPT>1 over 2</SCRIPT></EQUATION>",
            note,
        ),
        _p(table),
        _p("앞", box),
        _p("흰 글", letters=1),
        _p("끝"),
    )
    read = document_of(made)
    path = ("제목",)
    assert blocks_of(read) == [
        (BlockKind.HEADING, "## 제목", SectionLocator(path=path, block=1)),
        (
            BlockKind.PARAGRAPH,
            r"하나둘 셋$\frac{1}{2}$[^ii]",
            SectionLocator(path=path, block=2),
        ),
        (BlockKind.NOTE, "[^ii]: 각주", SectionLocator(path=path, block=2)),
        (BlockKind.CAPTION, "표 3", SectionLocator(path=path, block=3)),
        (
            BlockKind.TABLE,
            "| 가 |  |\n| --- | --- |\n| 나 | 다 |",
            SectionLocator(path=path, block=3),
        ),
        (BlockKind.PARAGRAPH, "앞", SectionLocator(path=path, block=4)),
        (BlockKind.PARAGRAPH, "상자", SectionLocator(path=path, block=4)),
        (BlockKind.PARAGRAPH, "끝", SectionLocator(path=path, block=6)),
    ]
    assert read.hidden == ("흰 글",)


@pytest.mark.parametrize("prolog", ["", '<?xml version="1.0" encoding="UTF-8"?>', "\ufeff"])
def test_it_is_known_by_its_bytes_whatever_its_name(tmp_path: Path, prolog: str) -> None:
    made = _made(tmp_path / "made.hwp", _p("글"), prolog=prolog)
    assert kind_of(made, ".hwp") == ".hml"
    assert document_of(made).body == "글\n"


def test_a_document_type_is_refused(tmp_path: Path) -> None:
    made = _made(tmp_path / "made.hml", _p("&a;"), prolog='<!DOCTYPE HWPML [<!ENTITY a "b">]>')
    assert failure_of(made).reason == "not a readable .hml file: it declares a document type"


def test_what_stands_before_damage_is_kept(tmp_path: Path) -> None:
    made = _made(tmp_path / "made.hml", _p("하나"), _p("둘"))
    made.write_text(made.read_text("utf-8").partition("둘")[0], "utf-8")
    outcome = outcome_of(made)
    assert isinstance(outcome, Partial)
    assert outcome.document.body == "하나\n"
    made.write_text("<HWPML><BODY>", "utf-8")
    assert failure_of(made).reason.startswith("not a readable .hml file: ")
