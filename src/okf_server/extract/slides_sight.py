"""Decide what on a slide can be seen."""

from collections.abc import Callable, Sequence
from typing import Any

from okf_server.extract.slides_colors import Palette, is_off, overlap
from okf_server.extract.slides_shapes import Shape
from okf_server.extract.xml_names import child


class Sight:
    """The shapes of a slide before their ground.

    Text in the colour of its ground is unseen only where the ground is plainly known: a shape's own fill, or
    the slide's background with no other shape near.
    """

    def __init__(
        self,
        palette: Palette,
        shapes: Sequence[Shape],
        parts: Sequence[Any],
        size: tuple[float, float],
    ) -> None:
        self._palette = palette
        self._shapes = shapes
        self._background = palette.background(parts)
        self._size = size

    def hides(self, shape: Shape) -> bool:
        """Whether a shape is switched off, or lies beside the slide."""
        return shape.hidden or (shape.box is not None and is_off(shape.box, *self._size))

    def of_runs(self, shape: Shape) -> Callable[[Any], bool]:
        """Tells of a run's properties whether its text has the colour of what is behind it."""
        ground = self._ground(shape)

        def unseen(properties: Any) -> bool:
            return bool(ground) and self._palette.fill(properties) == ground

        return unseen

    def _ground(self, shape: Shape) -> str:
        """The colour behind a shape's text; empty where it is not known."""
        own = self._palette.fill(child(shape.element, "spPr"))
        if own is not None:
            return own
        box = shape.box
        styled = child(shape.element, "style") is not None and not shape.role
        if styled or box is None:
            return ""
        near = any(
            other.box is not None
            and other is not shape
            and not other.role
            and overlap(other.box, box)
            for other in self._shapes
        )
        return "" if near else self._background
