"""A question means the same asked politely, in capitals, in quotes and without its mark."""

import time
from typing import Final

import pytest

from okf_server.index.questions import without_quotes
from okf_server.index.wording import asking_clause, meaning, plain, subject


@pytest.mark.parametrize(
    ("polite", "asked"),
    [
        ("How long is probation?", "How long is probation"),
        ("Please tell me how long probation is.", "how long probation is"),
        ("Could you please tell me: How long is probation?", "How long is probation"),
        ("Hi, quick question: how long is probation? Thanks!", "how long is probation"),
        ("Hello! I'd like to know how long probation is, please", "how long probation is"),
        ("I WOULD LIKE TO KNOW HOW LONG PROBATION IS", "HOW LONG PROBATION IS"),
        ("Können Sie mir bitte sagen, wie lange die Probezeit ist?", "wie lange die Probezeit ist"),
        ("Pouvez-vous me dire quand la paie est versée, s'il vous plaît ?",
         "quand la paie est versée"),
        ("Por favor, ¿cuándo se paga la nómina? Gracias", "cuándo se paga la nómina"),
        ("안녕하세요, 연차는 며칠인지 알려주세요.", "연차는 며칠인지"),
        ("すみません、休暇は何日か教えてください。", "休暇は何日"),
        ("你好，请问年假有几天？谢谢", "年假有几天"),
        ("Just wondering how long probation is", "how long probation is"),
        ("Can you help me? How long is probation", "How long is probation"),
        ("Sorry to bother you, how long is probation? Kind regards", "how long is probation"),
        ("Hi, quick question - how long is probation. Thank you!", "how long is probation"),
        ("How long is probation? TIA", "How long is probation"),
        ("Пожалуйста, сколько дней отпуска?", "сколько дней отпуска"),
        ("Tell me about parking", "about parking"),
    ],
)  # fmt: skip
def test_courtesy_around_a_question_goes(polite: str, asked: str) -> None:
    assert plain(polite) == asked
    assert plain(asked) == asked


@pytest.mark.parametrize(
    "question",
    ["please", "Thank you!", "???", "", "thank you card policy", "Hello World program",
     "question papers", "C#", "what is thanksgiving leave", '"hotel room"', "Bitterfeld",
     "How do I react to a customer who says thank you?", "Who signs the letter of thanks?",
     "how do you say thank you", "Was heißt danke", "Wie sage ich vielen Dank", "What does pls",
     "Qué significa gracias", "Kirche Bad Dank", "Policy on cheers", "Please Please Me",
     "Do you know your customer", "we need to know principle", "I need to know basis", "请问卷",
     "안녕하세요 뜻", "Hello! subscription cost", "Salut! magazine price", "Hey, Jude lyrics",
     "bitte wenden", "Please please me", ".NET 8", "`a` or `b`", "(a) or (b)"],
)  # fmt: skip
def test_what_is_no_courtesy_stays(question: str) -> None:
    assert plain(question).strip("!?") == question.strip("!?")


@pytest.mark.parametrize(
    "question",
    ["How long is `probation`?", "How long is **probation**?", "(How long is probation?)", "[How long is probation]?", "`How long is probation?`",
     "**How long is probation?**", "How long is probation? 😀", "👋🏽 How long is probation",
     "HOW LONG IS PROBATION?", '"How long is probation?"', "“how long is probation”",
     "'How long is probation'", "Please tell me: how long is probation?",
     "„How long is probation?“", "how long is probation ?"],
)  # fmt: skip
def test_all_wordings_are_embedded_alike(question: str) -> None:
    assert meaning(question) == "how long is probation"


def test_quotes_within_a_question_stay_in_what_is_embedded() -> None:
    assert meaning('"red" or "blue"') == '"red" or "blue"'
    assert meaning('what is a "hotel room"?') == 'what is a "hotel room"'


def test_words_of_a_phrase_are_words_as_all_others() -> None:
    assert without_quotes('the "hotel room" of «Ulm»').split() == [
        "the",
        "hotel",
        "room",
        "of",
        "Ulm",
    ]


def test_words_that_ask_for_a_number_are_no_subject() -> None:
    assert subject("How long is probation").split() == ["is", "probation"]
    assert subject("Wie viele Tage").split() == ["Tage"]
    assert subject("how long") == "how long"
    assert subject("showlong how-to") == "showlong how-to"


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("I clicked a link, who do I call", "who do I call"),
        ("My badge is lost. It was red; what do I do", "what do I do"),
        ("Ich bin krank, wen rufe ich an", "wen rufe ich an"),
        ("What is the limit, in London", ""),
        ("who do I call", ""),
        ("What costs 1,000 EUR", ""),
    ],
)
def test_a_question_may_tell_its_circumstances_first(question: str, asks: str) -> None:
    assert asking_clause(question) == asks


LONGEST: Final = 4_000  # characters of a question that are read
UNITS: Final = (
    "thanks. ", "danke! ", "谢谢。", "감사합니다. ", "please ", "please, ", "pls", "hello, ", "dear a, ",
    "hi, how ", "can you tell me ", "what? ", "how long ", "알려주세요 ", "教えてください", "を", "请问",
    "dear a", "könn", "(", "[(", "`", "**", '"', "? ", " - ", "，", ".", ",", " ", "\n", "-", "😀",
)  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
def test_a_question_of_any_repeats_is_read_at_once(unit: str) -> None:
    repeated = (unit * LONGEST)[:LONGEST]
    before = time.thread_time()
    for question in (repeated, f"{repeated}x", f"hotel {repeated}x", f"hotel {repeated}"):
        assert plain(question)
        meaning(question)
        asking_clause(question)
    assert time.thread_time() - before < 2.0
