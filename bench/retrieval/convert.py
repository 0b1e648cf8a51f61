"""Bring public question sets, as they stand in their repositories, into the usual form.

python -m bench.retrieval.convert smart DOCUMENTS QUESTIONS JUDGEMENTS TARGET   Cranfield, MED, CISI (files of .I/.T/.W)
python -m bench.retrieval.convert squad FILE.json TARGET                        KorQuAD 1.0
python -m bench.retrieval.convert autorag CORPUS.parquet QA.parquet TARGET      AutoRAG-ko (needs pyarrow)
python -m bench.retrieval.convert scifact CORPUS CLAIMS TARGET                   SciFact (.jsonl or .csv)
"""

import csv
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.retrieval.sets import TestSet, write_set

_QUOTES = re.compile(r"^\s*['\"]|['\"]\s*$")
_CRANFIELD_UNRELATED = 5  # the grade of documents of no interest; some files write it as -1


def smart(documents: Path, questions: Path, judgements: Path) -> TestSet:
    """Cranfield, MED and CISI: records that begin with `.I`, fields that begin with a letter after a dot.

    Judgements have the question first and the document after it, in TREC form with a zero between. Those
    of Cranfield count the questions by their order and not by their numbers, and grade from 1, the best,
    down to 4; they count as relevant or not.
    """
    corpus = {key: (_flat(f.get("T", "")), _flat(f.get("W", ""))) for key, f in _records(documents)}
    asked = [(key, _flat(fields.get("W", ""))) for key, fields in _records(questions)]
    by_order = documents.name.lower().startswith("cran")
    keys = (
        [str(number) for number in range(1, len(asked) + 1)] if by_order else [k for k, _ in asked]
    )
    judged: dict[str, dict[str, int]] = {}
    for question, document, relevant in _judgements(judgements, graded=by_order):
        if document in corpus:
            judged.setdefault(question, {})[document] = relevant
    texts = {key: text for key, (_, text) in zip(keys, asked, strict=True)}
    return TestSet(name=documents.stem, documents=corpus, questions=texts, judged=judged)


def _records(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    records = re.split(r"(?m)^\.I[ \t]+(\d+)", path.read_text("utf-8", errors="replace"))
    for number, rest in zip(records[1::2], records[2::2], strict=True):
        parts = re.split(r"(?m)^\.([A-Z])[ \t]*$\n?", rest)
        fields: dict[str, str] = {}
        for letter, text in zip(parts[1::2], parts[2::2], strict=True):
            fields[letter] = fields.get(letter, "") + text
        yield str(int(number)), fields


def _judgements(path: Path, *, graded: bool) -> Iterator[tuple[str, str, int]]:
    for line in path.read_text("utf-8").splitlines():
        match line.split():
            case [question, document, grade] if graded:
                yield question, document, int(0 < int(grade) < _CRANFIELD_UNRELATED)
            case [question, "0", document, _] | [question, document, *_]:
                yield question, document, 1
            case _:
                continue  # an empty line


def squad(file: Path) -> TestSet:
    """KorQuAD 1.0: each paragraph is a document, and answers the questions that were written for it."""
    documents: dict[str, tuple[str, str]] = {}
    questions: dict[str, str] = {}
    judged: dict[str, dict[str, int]] = {}
    for article in json.loads(file.read_text("utf-8"))["data"]:
        for number, paragraph in enumerate(article["paragraphs"]):
            key = f"{article['title']}-{number}"
            documents[key] = (article["title"], paragraph["context"])
            for one in paragraph["qas"]:
                questions[one["id"]] = one["question"]
                judged[one["id"]] = {key: 1}
    return TestSet(name=file.stem, documents=documents, questions=questions, judged=judged)


def autorag(corpus: Path, qa: Path) -> TestSet:
    """AutoRAG-ko: pages of Korean documents with the questions about them."""
    pages = {row["doc_id"]: ("", row["contents"]) for row in _parquet(corpus)}
    rows = _parquet(qa)
    return TestSet(
        name="autorag-ko",
        documents=pages,
        questions={row["qid"]: row["query"] for row in rows},
        judged={
            row["qid"]: {page: 1 for group in row["retrieval_gt"] for page in group} for row in rows
        },
    )


def _parquet(path: Path) -> list[dict[str, Any]]:
    parquet = import_module("pyarrow.parquet")  # only this set needs it
    rows: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return rows


def scifact(corpus: Path, claims: Path) -> TestSet:
    """SciFact: abstracts, and claims with the abstracts that they cite; as JSON lines or as CSV."""
    abstracts, cited = _rows(corpus), _rows(claims)
    return TestSet(
        name="scifact",
        documents={str(a["doc_id"]): (a["title"], _abstract(a["abstract"])) for a in abstracts},
        questions={str(one["id"]): one["claim"] for one in cited},
        judged={str(one["id"]): dict.fromkeys(_numbers(one["cited_doc_ids"]), 1) for one in cited},
    )


def _rows(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream) if path.suffix == ".csv" else map(json.loads, stream))


def _abstract(sentences: list[str] | str) -> str:
    """The sentences, also from the printed form of an array: one quoted sentence a line."""
    if isinstance(sentences, str):
        lines = sentences.strip().removeprefix("[").removesuffix("]").splitlines()
        sentences = [_QUOTES.sub("", line) for line in lines]
    return _flat(" ".join(sentences))


def _numbers(ids: list[int] | str) -> list[str]:
    return re.findall(r"\d+", ids) if isinstance(ids, str) else list(map(str, ids))


def _flat(text: str) -> str:
    return " ".join(text.split())


_KINDS: dict[str, Callable[..., TestSet]] = {
    "smart": smart,
    "squad": squad,
    "autorag": autorag,
    "scifact": scifact,
}


_FEWEST = 3  # words: the kind, a source and the target


def main(arguments: Sequence[str]) -> int:
    """Convert one set and say how large it is."""
    if len(arguments) < _FEWEST or arguments[0] not in _KINDS:
        print(__doc__, file=sys.stderr)
        return 2
    kind, *sources, target = arguments
    found = _KINDS[kind](*map(Path, sources))
    write_set(Path(target), found)
    print(f"{target}: {len(found.documents)} documents, {len(found.answerable)} questions")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
