"""Open and run ONNX graphs, on one thread each."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from okf_server.embed.installed import INSTALL, REINSTALL
from okf_server.errors import ModelError

_ENGINE = "onnxruntime"  # loaded by a semantic search alone


def runtime() -> Any:
    """The engine's module; raises ModelError where it is not installed, and where it is and cannot be loaded."""
    try:
        return import_module(_ENGINE)
    except (ImportError, OSError) as error:
        absent = isinstance(error, ModuleNotFoundError) and error.name == _ENGINE
        raise ModelError(
            "ONNX Runtime is not installed."
            if absent
            else f"ONNX Runtime cannot be loaded: {error}.",
            hint=INSTALL if absent else REINSTALL,
            shown="ONNX Runtime cannot be loaded",
        ) from error


def open_session(graph: Path | bytes) -> Any:
    """A session of ONNX Runtime; several threads may run it at once, each on its own processor.

    Raises ModelError for what is no graph, and where the engine is not installed.
    """
    onnxruntime = runtime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = (
        False  # no slower, and memory does not grow with the threads that ask
    )
    options.log_severity_level = 4  # stderr is for people
    # Threads that wait by spinning take the processor from those that work.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    source = graph if isinstance(graph, bytes) else str(graph)
    try:
        return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # its exceptions have no parent of their own
        where = "The graph" if isinstance(graph, bytes) else str(graph)
        name = "the graph" if isinstance(graph, bytes) else graph.name
        raise ModelError(
            f"{where} cannot be loaded: {_brief(error)}",
            hint="Get the model's files again; okf models says what is there.",
            shown=f"{name} cannot be loaded",
        ) from error


def run(session: Any, output: str, feeds: Mapping[str, Any]) -> Any:
    """One output of a graph; raises ModelError."""
    try:
        return session.run([output], dict(feeds))[0]
    except Exception as error:  # its exceptions have no parent of their own
        raise ModelError(
            f"The model cannot be run: {_brief(error)}",
            hint="Get the model's files again, or name another model.",
            shown="the model cannot be run",
        ) from error


def _brief(error: Exception) -> str:
    return str(error).partition("\n")[0][:300]
