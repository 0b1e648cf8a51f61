import pytest
from lxml import etree

from okf_server.extract.equations.mathml import to_latex


@pytest.mark.parametrize(
    ("xml", "latex"),
    [
        (
            "<mi>E</mi><mo>=</mo><mi>m</mi><mo>⋅</mo><msup><mi>c</mi><mn>2</mn></msup>",
            r"E=m\cdot c^{2}",
        ),
        ("<msub><mi>x</mi><mi>i</mi></msub>", "x_{i}"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_{i}^{2}"),
        ("<mfrac><mn>1</mn><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></mfrac>", r"\frac{1}{a+b}"),
        ('<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>', r"\binom{n}{k}"),
        ("<msqrt><mi>x</mi></msqrt>", r"\sqrt{x}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
        ("<munderover><mo>∑</mo><mi>k</mi><mi>n</mi></munderover><mi>k</mi>", r"\sum_{k}^{n}k"),
        ("<munder><mi>lim</mi><mi>n</mi></munder>", r"\lim_{n}"),
        ("<mover><mi>x</mi><mo>^</mo></mover>", r"\hat{x}"),
        ("<munder><mi>x</mi><mo>⏟</mo></munder>", r"\underbrace{x}"),
        ("<munder><mi>A</mi><mi>x</mi></munder>", r"\underset{x}{A}"),
        (
            "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>",
            r"\begin{matrix} a & b \end{matrix}",
        ),
        ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", r"\left(a,b\right)"),
        ('<mfenced open="{" close=""><mi>a</mi></mfenced>', r"\left\{a\right."),
        ("<mi>sin</mi><mi>α</mi>", r"\sin\alpha"),
        ("<mi>sin</mi><mi>x</mi>", r"\sin x"),
        ("<mi>rate</mi>", r"\mathrm{rate}"),
        ("<mtext>50% of it</mtext>", r"\text{50\% of it}"),
        ("<semantics><mi>x</mi><annotation>x over y</annotation></semantics>", "x"),
        (
            "<mmultiscripts><mi>U</mi><mn>1</mn><none/><mprescripts/><mn>92</mn><mn>238</mn></mmultiscripts>",
            "{}_{92}^{238}U_{1}",
        ),
        ("<mmultiscripts/>", "{}"),
        ("<mi>f</mi><mo>&#x2061;</mo><mi>x</mi>", "fx"),
        ("<mover><mi>x</mi></mover><msup/><mfrac/>", r"x{}^{}\frac{}{}"),
    ],
)
def test_equations_of_open_documents_are_written_as_latex(xml: str, latex: str) -> None:
    root = etree.fromstring(f'<math xmlns="http://www.w3.org/1998/Math/MathML">{xml}</math>')
    assert to_latex(root) == latex
