"""okf models and okf doctor open what a base is configured with, and say what is wrong with it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_running import call_okf

pytest.importorskip("onnx", reason="the semantic extra is not installed")
pytest.importorskip("tokenizers", reason="the semantic extra is not installed")

sys.path.append(str(Path(__file__).parents[1] / "embed"))
from model_directory import SIZE, write_model


def base_with(directory: Path, search: str) -> Path:
    (directory / "docs").mkdir(parents=True)
    (directory / "docs/a.md").write_text("# Hotels\n\nThe hotel limit is 250.\n")
    sources = "sources: [{kind: folder, path: docs}]"
    (directory / "okf.yaml").write_text(f"name: base\n{sources}\nsearch: {{{search}}}\n")
    return directory


def lines_about(out: str, about: str) -> list[str]:
    return [line for line in out.splitlines() if f" {about}: " in line]


def test_a_directory_that_opens_is_told_with_the_length_of_its_vectors(tmp_path: Path) -> None:
    model = write_model(tmp_path / "model")
    base = base_with(tmp_path / "base", f"embedder: {{kind: onnx, path: {model}}}")
    (line,) = lines_about(call_okf("doctor", "--base", base).out, "search.embedder")
    assert line.startswith("ok ")
    assert line.endswith(f"{model}: opens, vectors of {SIZE} numbers")
    listed = call_okf("models", "--base", base, "--json").json["models"]
    assert [(one["name"], one["available"]) for one in listed if one["used"]] == [("onnx", True)]


def _without_graph(model: Path) -> None:
    (model / "model.onnx").unlink()


def _without_tokenizer(model: Path) -> None:
    (model / "tokenizer.json").unlink()


def _with_another_tokenizer(model: Path) -> None:
    (model / "tokenizer.json").write_text("{}")


def _with_half_a_graph(model: Path) -> None:
    (model / "model.onnx").write_bytes((model / "model.onnx").read_bytes()[:40])


def _of_other_inputs(model: Path) -> None:
    write_model(model, inputs=("input_ids", "pixels"))


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (_without_graph, "has no model.onnx or onnx/model.onnx"),
        (_without_tokenizer, "has no tokenizer.json"),
        (_with_another_tokenizer, "tokenizer.json is no tokenizer"),
        (_with_half_a_graph, "model.onnx cannot be loaded"),
        (_of_other_inputs, "takes input_ids, pixels"),
    ],
)
def test_what_is_wrong_with_a_directory_is_told_with_what_to_do(
    tmp_path: Path, damage: Callable[[Path], None], problem: str
) -> None:
    model = write_model(tmp_path / "model")
    damage(model)
    base = base_with(tmp_path / "base", f"embedder: {{kind: onnx, path: {model}}}")
    doctor = call_okf("doctor", "--base", base)
    assert doctor.code == 1
    (line,) = lines_about(doctor.out, "search.embedder")
    assert line.startswith("broken ")
    assert problem in line
    listed = call_okf("models", "--base", base)
    assert listed.code == 0
    (shown,) = (line for line in listed.out.splitlines() if line.startswith("* onnx"))
    assert problem in shown
    (used,) = (
        one for one in call_okf("models", "--base", base, "--json").json["models"] if one["used"]
    )
    assert used["available"] is False
    assert used["hint"]
    assert used["hint"] in listed.out


def test_a_reranker_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    base = base_with(tmp_path / "base", f"embedder: null, reranker: {tmp_path / 'none'}")
    doctor = call_okf("doctor", "--base", base)
    (line,) = lines_about(doctor.out, "search.reranker")
    assert line.startswith("broken ")
    assert "has no model.onnx" in line


def test_a_key_that_is_not_set_is_told_and_nobody_is_asked(tmp_path: Path) -> None:
    base = base_with(tmp_path / "base", "embedder: {kind: gemini, api_key_env: OKF_TEST_NO_KEY}")
    doctor = call_okf("doctor", "--base", base)
    (line,) = lines_about(doctor.out, "search.embedder")
    assert line.startswith("broken ")
    assert "OKF_TEST_NO_KEY is not set" in line
    assert "cannot be used: search.embedder: the variable" in call_okf("models", "--base", base).out


def test_vectors_of_another_model_are_told_to_the_operator(tmp_path: Path) -> None:
    model = write_model(tmp_path / "model")
    base = base_with(tmp_path / "base", f"embedder: {{kind: onnx, path: {model}}}")
    assert call_okf("build", "--base", base).code == 0
    address = "{kind: ollama, model: m, url: 'http://user:secret@127.0.0.1:9'}"
    text = (base / "okf.yaml").read_text()
    (base / "okf.yaml").write_text(
        f"{text.partition('search:')[0]}search: {{embedder: {address}}}\n"
    )
    (line,) = lines_about(call_okf("doctor", "--base", base).out, "vectors")
    assert line.startswith("missing ")
    assert "configured is m/http://127.0.0.1:9" in line
    assert "secret" not in line
    told = call_okf("search", "hotel", "--base", base, "--json").json["search_mode_reason"]
    assert told.endswith("build again")
    assert "127.0.0.1" not in told


def test_an_engine_that_is_installed_and_cannot_be_loaded_is_told_with_the_remedy(
    tmp_path: Path,
) -> None:
    broken = tmp_path / "site" / "onnxruntime"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("raise ImportError('libonnx.so: wrong ELF class')\n")
    model = write_model(tmp_path / "model")
    for number, embedder in enumerate(("e5-small", f"{{kind: onnx, path: {model}}}")):
        base = base_with(tmp_path / str(number), f"embedder: {embedder}")
        for command in ("doctor", "models"):
            ended = subprocess.run(
                [sys.executable, "-c", "from okf_server.cli.main import main; main()", command,
                 "--base", base],
                env={"HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join([str(broken.parent), *sys.path])},
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            assert ended.returncode == (1 if command == "doctor" else 0), ended.stderr
            assert "ONNX Runtime cannot be loaded: libonnx.so: wrong ELF class" in ended.stdout
            assert "--force-reinstall onnxruntime" in ended.stdout


def test_an_endpoint_of_another_scheme_is_a_failure_of_the_configuration(tmp_path: Path) -> None:
    base = base_with(tmp_path / "base", "embedder: {url: 'ftp://models.example', model: m}")
    for words in (("search", "hotel"), ("build",), ("models",)):
        ended = call_okf(*words, "--base", base)
        assert ended.code == 6
        assert "begins with ftp:" in ended.err
