from pathlib import Path

from reading import blocks_of, document_of, failure_of, texts_of

from okf_server.model.document import BlockKind
from okf_server.model.locator import TimeLocator

_VTT = """WEBVTT - Town hall

NOTE
hidden

STYLE
::cue { color: red }

intro
00:00:01.000 --> 00:00:04.500 align:start
<v Anna>Good <b>morning</b> &amp; welcome.

00:05.000 --> 00:09.250
<v Anna>We talk about travel.

00:00:10.000 --> 00:00:14.000
<v Ben>Hotels are limited.
"""


def test_cues_of_one_speaker_are_a_paragraph_with_its_times(tmp_path: Path) -> None:
    path = tmp_path / "a.vtt"
    path.write_text(_VTT)
    document = document_of(path)
    assert document.title == "Town hall"
    assert document.details == {"extraction": {"duration_s": 14.0}}
    assert blocks_of(document) == [
        (
            BlockKind.PARAGRAPH,
            "Anna: Good morning & welcome. We talk about travel.",
            TimeLocator(from_s=1.0, to_s=9.25),
        ),
        (BlockKind.PARAGRAPH, "Ben: Hotels are limited.", TimeLocator(from_s=10.0, to_s=14.0)),
    ]


def test_subrip_is_read_without_its_marks(tmp_path: Path) -> None:
    path = tmp_path / "a.srt"
    path.write_text("1\n00:00:01,000 --> 00:00:04,000\n<i>Hello</i> there,\n{\\an8}all.\n")
    assert texts_of(document_of(path)) == ["Hello there, all."]


def test_a_paragraph_of_several_cues_is_no_longer_than_thirty_seconds(tmp_path: Path) -> None:
    cues = [
        f"{n}\n00:00:{n * 9:02d},000 --> 00:00:{n * 9 + 8:02d},000\nline {n}\n" for n in range(6)
    ]
    path = tmp_path / "a.srt"
    path.write_text("\n".join(cues))
    assert [(text, place) for _, text, place in blocks_of(document_of(path))] == [
        ("line 0 line 1 line 2", TimeLocator(from_s=0.0, to_s=26.0)),
        ("line 3 line 4 line 5", TimeLocator(from_s=27.0, to_s=53.0)),
    ]


def test_a_long_cue_keeps_its_own_times(tmp_path: Path) -> None:
    path = tmp_path / "a.srt"
    path.write_text("1\n01:02:03,5 --> 01:05:03,25\nlong\n")
    assert document_of(path).spans[0].locator == TimeLocator(from_s=3723.5, to_s=3903.25)


def test_captions_that_roll_are_read_once(tmp_path: Path) -> None:
    path = tmp_path / "a.vtt"
    path.write_text("WEBVTT\n\n00:01.000 --> 00:02.000\nsame\n\n00:02.000 --> 00:03.000\nsame\n")
    assert blocks_of(document_of(path)) == [
        (BlockKind.PARAGRAPH, "same", TimeLocator(from_s=1.0, to_s=3.0))
    ]


def test_speakers_that_are_written_out_part_paragraphs(tmp_path: Path) -> None:
    path = tmp_path / "a.srt"
    path.write_text(
        "1\n00:00:01,000 --> 00:00:02,000\nANNA: Hello.\n\n2\n00:00:02,000 --> 00:00:03,000\nand welcome.\n\n"
        "3\n00:00:03,000 --> 00:00:04,000\nBEN: Thanks.\n"
    )
    assert texts_of(document_of(path)) == ["ANNA: Hello. and welcome.", "BEN: Thanks."]


def test_times_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.srt"
    path.write_text("1\nsoon --> later\nlost\n\n2\n00:00:01,000 --> 00:00:02,000\nkept\n")
    document = document_of(path)
    assert texts_of(document) == ["kept"]
    assert document.warnings == ("1 times cannot be read; what is said there is left out",)


def test_a_file_without_cues_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.srt"
    path.write_text("just some text\n")
    assert failure_of(path).reason == "not a readable .srt file: no cue with a time in it"
    path = tmp_path / "b.vtt"
    path.write_text("WEBVTT\n")
    assert failure_of(path).reason == "no text in it"
