"""What tuning found, for people and for programs."""

from collections.abc import Iterator
from typing import Any

from okf_server.evaluate.tuning import Tuning, Way


def tuning_lines(tuning: Tuning) -> Iterator[str]:
    """Each way with its figure, and the choice."""
    for way, figure in tuning.figures.items():
        yield f"{_named(way):<26} ndcg_at_10 {figure:.3f}"
    yield f"held out: tuned {tuning.held_out:.3f}, default {tuning.default:.3f}"
    yield f"chosen: {_named(tuning.chosen)}"


def tuning_json(tuning: Tuning) -> dict[str, Any]:
    """All of it."""
    ways = [{**_way(way), "ndcg_at_10": round(value, 4)} for way, value in tuning.figures.items()]
    return {
        "ways": ways,
        "held_out": round(tuning.held_out, 4),
        "default": round(tuning.default, 4),
        "chosen": _way(tuning.chosen),
    }


def _way(way: Way) -> dict[str, str | float | None]:
    return {"fusion": way[0], "dense_weight": way[1]}


def _named(way: Way) -> str:
    return way[0] if way[1] is None else f"{way[0]}, dense weight {way[1]}"
