import pytest
from lxml import etree

from okf_server.extract.equations.omml import to_latex

_SPACES = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:w="urn:w"'


def _latex(xml: str) -> str:
    return to_latex(etree.fromstring(f"<m:oMath {_SPACES}>{xml}</m:oMath>"))


def r(text: str, properties: str = "") -> str:
    return f"<m:r><m:rPr>{properties}</m:rPr><m:t xml:space='preserve'>{text}</m:t></m:r>"


def o(name: str, properties: str = "", **parts: str) -> str:
    """An object of that name; a part that ends in a digit comes under its name again."""
    inner = "".join(f"<m:{k.rstrip('123')}>{v}</m:{k.rstrip('123')}>" for k, v in parts.items())
    return f"<m:{name}><m:{name}Pr>{properties}</m:{name}Pr>{inner}</m:{name}>"


def v(name: str, value: str) -> str:
    return f'<m:{name} m:val="{value}"/>'


_X, _Y, _N = r("x"), r("y"), r("n")
_MATRIX = "<m:m><m:mPr/>" + "".join(
    f"<m:mr><m:e>{r(a)}</m:e><m:e>{r(b)}</m:e></m:mr>" for a, b in ("ab", "cd")
) + "</m:m>"  # fmt: skip
_FENCE_BRACES = v("begChr", "{") + v("endChr", "}")
_FENCE_SQUARE = v("begChr", "[") + v("endChr", "]")
_CASES = "".join(f"<m:e>{r(line)}</m:e>" for line in ("x,&amp;x≥0", "-x,&amp;x&lt;0"))
_BINOMIAL = o("f", v("type", "noBar"), num=_N, den=r("k"))
_BRACED = o("groupChr", v("chr", "⏟"), e=r("x+y"))
_OVER_BRACED = o("groupChr", v("chr", "⏞") + v("pos", "top"), e=r("x+y"))


@pytest.mark.parametrize(
    ("xml", "latex"),
    [
        (o("f", num=r("1"), den=r("2")), r"\frac{1}{2}"),
        (o("f", v("type", "lin"), num=_X, den=_Y), "{x}/{y}"),
        (o("f", v("type", "skw"), num=_X, den=_Y), "{x}/{y}"),
        (_BINOMIAL, r"\genfrac{}{}{0pt}{}{n}{k}"),
        (o("d", e=_BINOMIAL), r"\binom{n}{k}"),
        (o("sSub", e=_X, sub=r("i")), "x_{i}"),
        (o("sSup", e=_X, sup=r("2")), "x^{2}"),
        (o("sSup", e=r("xy"), sup=r("2")), "{xy}^{2}"),
        (o("sSup", e=o("sSup", e=_X, sup=r("2")), sup=r("3")), "{x^{2}}^{3}"),
        (o("sSup", e=r("α"), sup=r("2")), r"\alpha^{2}"),
        (o("sSubSup", e=_X, sub=r("i"), sup=r("2")), "x_{i}^{2}"),
        (o("sPre", sub=r("2"), sup=r("4"), e=r("He")), "{}_{2}^{4}{He}"),
        (o("sSubSup", e=_X, sub="", sup=r("2")), "x^{2}"),
        (o("rad", v("degHide", "1"), deg="", e=_X), r"\sqrt{x}"),
        (o("rad", deg=r("3"), e=_X), r"\sqrt[3]{x}"),
        (o("nary", sub=r("0"), sup=r("1"), e=r("xdx")), r"\int_{0}^{1}xdx"),
        (o("nary", v("chr", "∑"), sub=r("k=1"), sup=_N, e=r("k")), r"\sum_{k=1}^{n}k"),
        (o("nary", v("chr", "∏") + v("supHide", "1"), sub=r("k"), sup="", e=_X), r"\prod_{k}x"),
        (o("nary", v("chr", "∮") + v("subHide", "on"), sub=_N, sup="", e=_X), r"\oint x"),
        (o("nary", v("chr", "⋃"), sub="", sup="", e=r("A")), r"\bigcup A"),
        (o("nary", v("chr", "⧉"), sub="", sup="", e=r("A")), r"\operatorname*{⧉}A"),
        (o("d", e=_X), r"\left(x\right)"),
        (o("d", _FENCE_BRACES, e=_X), r"\left\{x\right\}"),
        (
            o("d", v("begChr", "⟨") + v("endChr", "⟩"), e1=_X, e2=_Y),
            r"\left\langle x \middle| y\right\rangle",
        ),
        (o("d", v("sepChr", ","), e1=_X, e2=_Y), r"\left(x \middle, y\right)"),
        (o("d", v("begChr", "‖") + v("endChr", "‖"), e=_X), r"\left\|x\right\|"),
        (o("d", v("begChr", "{") + v("endChr", ""), e=_X), r"\left\{x\right."),
        (_MATRIX, r"\begin{matrix} a & b \\ c & d \end{matrix}"),
        (o("d", e=_MATRIX), r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}"),
        (o("d", _FENCE_SQUARE, e=_MATRIX), r"\begin{bmatrix} a & b \\ c & d \end{bmatrix}"),
        (f"<m:eqArr>{_CASES}</m:eqArr>", r"\begin{aligned} x,&x\geq0 \\ -x,&x<0 \end{aligned}"),
        (f"<m:eqArr><m:e>{_X}</m:e></m:eqArr>", "x"),
        (
            o("d", v("begChr", "{") + v("endChr", ""), e=f"<m:eqArr>{_CASES}</m:eqArr>"),
            r"\begin{cases} x,&x\geq0 \\ -x,&x<0 \end{cases}",
        ),
        (o("acc", e=_X), r"\hat{x}"),
        (o("acc", e=r("xy")), r"\widehat{xy}"),
        (o("acc", v("chr", "\u20d7"), e=r("v")), r"\vec{v}"),
        (o("acc", v("chr", "\u0303"), e=_X), r"\tilde{x}"),
        (o("acc", v("chr", "\u0307"), e=_X), r"\dot{x}"),
        (o("bar", v("pos", "top"), e=_X), r"\overline{x}"),
        (o("bar", e=_X), r"\underline{x}"),
        (_BRACED, r"\underbrace{x+y}"),
        (o("limLow", e=_BRACED, lim=r("two terms")), r"\underbrace{x+y}_{\text{two terms}}"),
        (o("limUpp", e=_OVER_BRACED, lim=_N), r"\overbrace{x+y}^{n}"),
        (o("groupChr", v("chr", "→") + v("pos", "top"), e=r("AB")), r"\overrightarrow{AB}"),
        (o("groupChr", v("chr", "→"), e=r("yields")), r"\xrightarrow{yields}"),
        (o("func", fName=r("sin"), e=_X), r"\sin x"),
        (o("func", fName=r("sgn"), e=_X), r"\operatorname{sgn} x"),
        (o("func", fName=r("log"), e=o("d", e=_X)), r"\log\left(x\right)"),
        (
            o("func", fName=o("limLow", e=r("lim"), lim=r("n→∞")), e=_X),
            r"\lim_{n\rightarrow\infty} x",
        ),
        (o("limLow", e=r("argmax"), lim=_X), r"\operatorname*{argmax}_{x}"),
        (o("limLow", e=r("A"), lim=_X), r"\underset{x}{A}"),
        (o("limUpp", e=r("="), lim=r("def")), r"\overset{def}{=}"),
        (o("borderBox", e=_X), r"\boxed{x}"),
        (o("box", e=_X), "x"),
        (o("phant", v("show", "0"), e=_X), r"\phantom{x}"),
        (o("phant", e=_X), "x"),
        (r("α≤β×∞"), r"\alpha\leq\beta\times\infty"),
        (r("πr"), r"\pi r"),
        (r("x−y–z"), "x-y-z"),
        (r("50% of {a} &amp; $b_"), r"50\%\ of\ \{a\} \& \$b\_"),
        (r("x^2"), "x^2"),
        (r("x^"), r"x\hat{}"),
        (r("𝑥𝐀ℝ"), r"x\mathbf{A}\mathbb{R}"),
        (r("R", v("scr", "double-struck")), r"\mathbb{R}"),
        (r("v", v("sty", "b")), r"\mathbf{v}"),
        (r("kg", "<m:nor/>"), r"\mathrm{kg}"),
        (r("if x_i is even", "<m:nor/>"), r"\text{if x\_i is even}"),
        (r("gro") + r("up with") + r(" braces"), r"\text{group with braces}"),
        (f"<w:del>{r('gone')}</w:del>{_X}", "x"),
        ("<m:r><m:t/></m:r>", ""),
        ("", ""),
    ],
)
def test_equations_of_office_are_written_as_latex(xml: str, latex: str) -> None:
    assert _latex(xml) == latex


def test_objects_without_their_parts_are_written_without_them() -> None:
    for name in (
        "f",
        "sSub",
        "sSup",
        "sSubSup",
        "sPre",
        "rad",
        "nary",
        "d",
        "m",
        "acc",
        "bar",
        "func",
    ):
        assert _latex(f"<m:{name}/>").count("{") == _latex(f"<m:{name}/>").count("}")
