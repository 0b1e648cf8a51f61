from pathlib import Path

import pytest
from reading import blocks_of, document_of, outcome_of, texts_of

from making_hangul import (
    FILLED,
    attribute,
    box,
    cell,
    control,
    document,
    equation,
    furniture,
    listed,
    memo,
    note,
    p,
    package,
    run,
    section,
    t,
    table,
    texts,
)
from okf_server.model.document import BlockKind, Extracted
from okf_server.model.locator import SectionLocator


def _texts(tmp_path: Path, *children: str) -> list[str]:
    return texts_of(document_of(document(tmp_path / "made.hwpx", *children)))


def _hidden(tmp_path: Path, *children: str) -> tuple[str, tuple[str, ...]]:
    read = document_of(document(tmp_path / "made.hwpx", *children))
    return read.body.strip(), read.hidden


def test_outline_levels_are_headings_and_make_the_path(tmp_path: Path) -> None:
    made = document(
        tmp_path / "made.hwpx",
        p("제1장 총칙", shape="chapter"),
        p("목적", shape="part"),
        p("이 규정은 여비를 정한다."),
        p(""),
        p("적용", shape="part"),
        p("제2장", shape="chapter"),
        p("끝"),
    )
    assert blocks_of(document_of(made)) == [
        (BlockKind.HEADING, "# 제1장 총칙", SectionLocator(path=("제1장 총칙",), block=1)),
        (BlockKind.HEADING, "## 목적", SectionLocator(path=("제1장 총칙", "목적"), block=2)),
        (
            BlockKind.PARAGRAPH,
            "이 규정은 여비를 정한다.",
            SectionLocator(path=("제1장 총칙", "목적"), block=3),
        ),
        (BlockKind.HEADING, "## 적용", SectionLocator(path=("제1장 총칙", "적용"), block=4)),
        (BlockKind.HEADING, "# 제2장", SectionLocator(path=("제2장",), block=5)),
        (BlockKind.PARAGRAPH, "끝", SectionLocator(path=("제2장",), block=6)),
    ]


def test_a_style_makes_a_heading_and_a_whole_paragraph_in_an_outline_does_not(
    tmp_path: Path,
) -> None:
    long = "규정 " * 100
    assert _texts(tmp_path, p("개요", style="9"), p(long, shape="chapter")) == [
        "## 개요",
        long.strip(),
    ]


def test_sections_come_in_the_order_of_their_numbers_without_a_manifest(tmp_path: Path) -> None:
    parts = {f"Contents/section{n}.xml": section(p(f"구역 {n}")) for n in (10, 2, 0, 1)}
    made = package(tmp_path / "made.hwpx", parts={**parts, "Contents/content.hpf": ""})
    assert texts_of(document_of(made)) == ["구역 0", "구역 1", "구역 2", "구역 10"]


def test_a_document_without_a_header_is_read(tmp_path: Path) -> None:
    made = package(
        tmp_path / "made.hwpx", section(p("본문")), parts={"Contents/header.xml": "<broken"}
    )
    read = document_of(made)
    assert texts_of(read) == ["본문"]
    assert len(read.warnings) == 1


def test_lists_have_their_markers_and_depth(tmp_path: Path) -> None:
    assert _texts(
        tmp_path,
        p("하나", shape="numbered"),
        p("가", shape="lettered"),
        p("둘", shape="numbered"),
        p("점", shape="bullet"),
        p("작은 점", shape="deep bullet"),
    ) == ["1. 하나", "    - 가", "2. 둘", "- 점", "    - 작은 점"]


def test_runs_join_without_a_space_and_breaks_and_tabs_part_words(tmp_path: Path) -> None:
    assert _texts(
        tmp_path,
        p("출", "장비"),
        p(t("첫 줄<hp:lineBreak/>둘째 줄")),
        p(t('이름<hp:tab width="3"/>나이<hp:nbSpace/>세<hp:fwSpace/>끝<hp:hyphen/>점')),
        p(t("<hp:markpenBegin/>강조<hp:markpenEnd/>한 말")),
    ) == ["출장비", "첫 줄\n둘째 줄", "이름 나이 세 끝-점", "강조한 말"]


def test_text_that_looks_like_markup_is_text(tmp_path: Path) -> None:
    assert _texts(tmp_path, p("# 아님"), p("1. 아님"), p("a <b> [c](d)")) == [
        "\\# 아님",
        "1\\. 아님",
        "a \\<b> [c]\\(d)",
    ]


def test_equations_stand_in_the_sentence_in_a_cell_and_alone(tmp_path: Path) -> None:
    assert _texts(
        tmp_path,
        p("값은 ", run(equation("{1} over {x ^{2}}")), "이다"),
        p(run(table([cell(p(run(equation("LEFT | x RIGHT |")))), cell(p("절댓값"))]))),
        p(run(equation("E=mc^2"))),
        p(run(equation("  "))),
    ) == [
        r"값은 $\frac{1}{x^{2}}$이다",
        "| $\\left\\vert x \\right\\vert$ | 절댓값 |\n| --- | --- |",
        "$E=mc^{2}$",
    ]


def test_notes_follow_their_paragraph_with_the_number_that_is_shown(tmp_path: Path) -> None:
    made = document(
        tmp_path / "made.hwpx",
        p("본문", run(note(p("첫 각주"), number=3)), " 계속", run(note(p("둘째"), number=4))),
        p("더", run(note(p("미주"), number=2, name="endNote", form="ROMAN_SMALL"))),
        p("라", run(note(p("문자"), number=2, form="LATIN_CAPITAL"))),
        p("한글", run(note(p("가나"), number=2, form="HANGUL_SYLLABLE"))),
    )
    blocks = blocks_of(document_of(made))
    assert [text for _, text, _ in blocks] == [
        "본문[^3] 계속[^4]", "[^3]: 첫 각주", "[^4]: 둘째",
        "더[^eii]", "[^eii]: 미주",
        "라[^B]", "[^B]: 문자",
        "한글[^나]", "[^나]: 가나",
    ]  # fmt: skip
    assert [(kind, locator) for kind, _, locator in blocks[:3]] == [
        (BlockKind.PARAGRAPH, SectionLocator(path=(), block=1)),
        (BlockKind.NOTE, SectionLocator(path=(), block=1)),
        (BlockKind.NOTE, SectionLocator(path=(), block=1)),
    ]


def test_a_note_without_a_number_is_counted_and_a_heading_path_has_no_mark(tmp_path: Path) -> None:
    plain = control(f"<hp:footNote>{listed(p('설명'))}</hp:footNote>")
    made = document(tmp_path / "made.hwpx", p("제목", run(plain), shape="chapter"), p("글"))
    assert blocks_of(document_of(made)) == [
        (BlockKind.HEADING, "# 제목[^1]", SectionLocator(path=("제목",), block=1)),
        (BlockKind.NOTE, "[^1]: 설명", SectionLocator(path=("제목",), block=1)),
        (BlockKind.PARAGRAPH, "글", SectionLocator(path=("제목",), block=2)),
    ]


def test_memos_name_their_author_and_are_said_once(tmp_path: Path) -> None:
    group = f"<hp:memogroup><hp:memo><hp:paraList>{p('확인 필요')}</hp:paraList></hp:memo></hp:memogroup>"
    assert _texts(tmp_path, p(run(memo(p("확인 필요"))), "본문"), group) == [
        "본문",
        "Memo (Kim): 확인 필요",
    ]


def test_headers_and_footers_are_kept_once(tmp_path: Path) -> None:
    top, foot = furniture(p("대외비")), furniture(p("인사과"), name="footer")
    made = package(
        tmp_path / "made.hwpx",
        section(p(run(top), run(foot), "하나")),
        section(p(run(top), "둘")),
    )
    assert blocks_of(document_of(made)) == [
        (BlockKind.PARAGRAPH, "하나", SectionLocator(path=(), block=1)),
        (BlockKind.NOTE, "대외비", SectionLocator(path=(), block=1)),
        (BlockKind.NOTE, "인사과", SectionLocator(path=(), block=1)),
        (BlockKind.PARAGRAPH, "둘", SectionLocator(path=(), block=2)),
    ]


@pytest.mark.parametrize("shape", ["rect", "ellipse", "polygon", "curve", "arc", "connectLine"])
def test_text_in_shapes_belongs_to_the_paragraph_that_they_hang_on(
    tmp_path: Path, shape: str
) -> None:
    made = document(tmp_path / "made.hwpx", p("앞"), p(run(box(p("상자 글"), name=shape)), "뒤"))
    assert blocks_of(document_of(made)) == [
        (BlockKind.PARAGRAPH, "앞", SectionLocator(path=(), block=1)),
        (BlockKind.PARAGRAPH, "뒤", SectionLocator(path=(), block=2)),
        (BlockKind.PARAGRAPH, "상자 글", SectionLocator(path=(), block=2)),
    ]


def test_grouped_shapes_captions_and_lettering_are_read(tmp_path: Path) -> None:
    group = f"<hp:container>{box(p('안'))}{box(p('밖'), caption='그림 ')}</hp:container>"
    number = control('<hp:autoNum num="7" numType="PICTURE"/>')
    picture = (
        f"<hp:pic><hp:caption>{listed(p('사진 ', run(number), '. 전경'))}</hp:caption></hp:pic>"
    )
    art = (
        f"<hp:textart text={attribute('축␍␊제')}><hp:shapeComment>x</hp:shapeComment></hp:textart>"
    )
    ruby = "<hp:dutmal><hp:mainText>大韓</hp:mainText><hp:subText>대한</hp:subText></hp:dutmal>"
    circled = '<hp:compose composeText="12"/>'
    assert _texts(tmp_path, p(run(group)), p(run(picture)), p(run(art, ruby, circled))) == [
        "안",
        "밖",
        "그림",
        "사진 7. 전경",
        "축 제大韓(대한)12",
    ]


def test_form_fields_say_what_was_filled_in(tmp_path: Path) -> None:
    buttons = (
        '<hp:checkBtn caption="동의" value="CHECKED"/><hp:checkBtn caption="거부" value="UNCHECKED"/>'
        '<hp:radioBtn caption="남" value="CHECKED"/><hp:btn caption="제출"/>'
    )
    choice = (
        '<hp:comboBox selectedValue="2"><hp:listItem displayText="서울" value="1"/>'
        '<hp:listItem displayText="부산" value="2"/></hp:comboBox>'
    )
    field = (
        control('<hp:fieldBegin type="CLICK_HERE"><hp:parameters><hp:stringParam name="Direction">'
        "여기에 입력</hp:stringParam></hp:parameters></hp:fieldBegin>")
        + t("홍길동") + control("<hp:fieldEnd/>")
    )  # fmt: skip
    edit = "<hp:edit><hp:text>1234</hp:text></hp:edit>"
    assert _texts(tmp_path, p(run(buttons)), p(run(choice, " ", edit)), p(run(field))) == [
        "☑ 동의 ☐ 거부 ◉ 남 제출",
        "부산 1234",
        "홍길동",
    ]


def test_what_no_page_shows_is_not_read(tmp_path: Path) -> None:
    mark = control("<hp:indexmark><hp:firstKey>색인</hp:firstKey></hp:indexmark>")
    page = control('<hp:autoNum num="1" numType="PAGE"/>')
    link = control(
        '<hp:fieldBegin type="HYPERLINK"><hp:parameters><hp:stringParam name="Command">'
        "https\\://example.com;1</hp:stringParam></hp:parameters></hp:fieldBegin>"
    )
    assert _texts(tmp_path, p(run(mark, page, link), "글")) == ["글"]


def _link(command: str, *words: str) -> str:
    named = (
        f'<hp:parameters><hp:stringParam name="Command">{command}</hp:stringParam></hp:parameters>'
    )
    begin = control(f'<hp:fieldBegin id="7" type="HYPERLINK">{named}</hp:fieldBegin>')
    return run(begin, *words, control('<hp:fieldEnd beginIDRef="7"/>'))


def test_links_to_the_web_keep_their_address(tmp_path: Path) -> None:
    web = "https\\://example.com/a?b=1;1;0;0;"
    assert _texts(
        tmp_path,
        p("보라: ", _link(web, "누리집"), "."),
        p(_link("?#732509819;0;1;0;", "차례"), " ", _link("C\\:\\x.hwp;0", "파일")),
        p(_link(web, "a[1]"), run(control('<hp:fieldEnd beginIDRef="9"/>'))),
        p(_link(web, t("첫<hp:lineBreak/>둘"))),
        p(_link(web), "빈 링크", "\ufdd1\ufdd2"),
        p(_link(web, "제목"), shape="chapter"),
    ) == [
        "보라: [누리집](https://example.com/a?b=1).",
        "차례 파일",
        "a[1]",
        "첫\n둘",
        "빈 링크",
        "# [제목](https://example.com/a?b=1)",
    ]


def test_deleted_text_is_left_out_over_runs_and_paragraphs(tmp_path: Path) -> None:
    made = document(
        tmp_path / "made.hwpx",
        p(t('남은 <hp:deleteBegin Id="1"/>지운 ')),
        p("모두 지움"),
        p(
            "지운",
            t(' 끝<hp:deleteEnd Id="1"/> 말<hp:insertBegin Id="2"/> 더함<hp:insertEnd Id="2"/>'),
        ),
        p(t('하나<hp:deleteBegin Id="9"/>끝이 없는 삭제')),
        p("살아 있는 글"),
    )
    read = document_of(made)
    assert blocks_of(read) == [
        (BlockKind.PARAGRAPH, "남은", SectionLocator(path=(), block=1)),
        (BlockKind.PARAGRAPH, "말 더함", SectionLocator(path=(), block=2)),
        (BlockKind.PARAGRAPH, "하나", SectionLocator(path=(), block=3)),
        (BlockKind.PARAGRAPH, "살아 있는 글", SectionLocator(path=(), block=4)),
    ]
    assert read.warnings == ("Text that is marked as deleted was left out.",)


def test_what_is_anchored_in_deleted_text_goes_with_it(tmp_path: Path) -> None:
    gone = run(
        t('<hp:deleteBegin Id="1"/>'), note(p("각주"), number=1), equation("x"), texts(["표"])
    )
    body, _ = _hidden(tmp_path, p(gone, run(t('<hp:deleteEnd Id="1"/>끝'))))
    assert body == "끝"


def test_white_and_tiny_letters_are_hidden(tmp_path: Path) -> None:
    body, hidden = _hidden(
        tmp_path,
        p("보임", run("흰 글", letters="white")),
        p(run("작은 글", letters="tiny")),
        p("셋째"),
    )
    assert body == "보임\n\n셋째"
    assert hidden == ("흰 글", "작은 글")


def test_white_letters_on_a_ground_are_seen(tmp_path: Path) -> None:
    white = p(run("흰 글", letters="white"))
    dark = cell(white, fill=FILLED)
    painted = '<hp:pic textWrap="BEHIND_TEXT"/>'
    for seen in (
        [p(run("흰 글", letters="white on blue"))],
        [p(run("흰 글", letters="white"), shape="shaded")],
        [p(run(table([dark, cell(p("x"))])))],
        [p(run(table([dark])))],
        [p(run(box(white)))],
        [p(run(painted)), white],
    ):
        body, hidden = _hidden(tmp_path, *seen)
        assert "흰 글" in body
        assert hidden == ()
    _, hidden = _hidden(tmp_path, p(run(table([cell(white), cell(p("x"))]))))
    assert hidden == ("흰 글",)


def test_a_hidden_comment_is_hidden(tmp_path: Path) -> None:
    comment = control(f"<hp:hiddenComment>{listed(p('숨은 설명'))}</hp:hiddenComment>")
    assert _hidden(tmp_path, p(run(comment), "글")) == ("글", ("숨은 설명",))


def test_of_what_is_meant_for_several_programs_one_is_read(tmp_path: Path) -> None:
    switch = (
        f"<hp:switch><hp:case>{box(p('새'))}</hp:case><hp:default>{box(p('옛'))}</hp:default>"
        "</hp:switch>"
    )
    assert _texts(tmp_path, p(run(switch))) == ["새"]


def test_the_same_bytes_give_the_same_document(tmp_path: Path) -> None:
    made = document(
        tmp_path / "made.hwpx", p("글", run(note(p("각주"), number=1))), p(texts(["a"]))
    )
    first, second = outcome_of(made), outcome_of(made)
    assert isinstance(first, Extracted)
    assert first == second
