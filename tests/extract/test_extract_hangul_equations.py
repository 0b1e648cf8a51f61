"""Equation scripts as Hangul's own help and its users write them, and the LaTeX that says the same."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.extract.equations.hangul import LONGEST, to_latex


@pytest.mark.parametrize(
    ("script", "latex"),
    [
        (
            "10a^3 over b^2 times ~□ ~÷ b^3 over 2a =( 2a^2 over b )^3",
            r"\frac{10a^{3}}{b^{2}} \times □ \div \frac{b^{3}}{2a} =( \frac{2a^{2}}{b} )^{3}",
        ),
        ("(A UNION B)^C` =` A^C INTER B^C", r"(A \bigcup B)^{C} = A^{C} \bigcap B^{C}"),
        ("int from 0 to 3 `^3sqrt{x^2 +1}dx", r"\int_{0}^{3} \sqrt[3]{x^{2} +1}dx"),
        ("int from 0 to 3 `root {3} of {x^2 +1} dx", r"\int_{0}^{3} \sqrt[3]{x^{2} +1} dx"),
        ("root {3} of {x}", r"\sqrt[3]{x}"),
        (
            "X = bmatrix { 42 & 52 & 48 & 58 #\n4 & 5 & 4 & 3 }",
            r"X = \begin{bmatrix} 42 & 52 & 48 & 58 \\ 4 & 5 & 4 & 3 \end{bmatrix}",
        ),
        (
            "lim_N->inf 1 over N sum_n=1^N\nLEFT(SUM_k=1^n 1 over 2^k right)",
            (
                r"\lim_{N\rightarrow\infty} \frac{1}{N} \sum_{n=1}^{N}"
                r" \left( \sum_{k=1}^{n} \frac{1}{2^{k}} \right)"
            ),
        ),
        ("2 times 5 = 10", r"2 \times 5 = 10"),
        ("1 over 2", r"\frac{1}{2}"),
        ("x atop y", r"{x \atop y}"),
        ("sqrt 2, sqrt {2}, root {2} of {2}", r"\sqrt{2}, \sqrt{2}, \sqrt[2]{2}"),
        (
            "1 over 2 + {1} over {2} + {n um} over {den}",
            r"\frac{1}{2} + \frac{1}{2} + \frac{n um}{den}",
        ),
        (
            "A REL <-> {+2} {-5} B # C BUILDREL <-> {+2} D",
            (
                r"\begin{aligned} A \underset{-5}{\overset{+2}{\leftrightarrow}} B"
                r" \\ C \overset{+2}{\leftrightarrow} D \end{aligned}"
            ),
        ),
        (
            "{a+b} over {a-b} bigg / {x+y} over {x-y}",
            r"\frac{a+b}{a-b} \bigg / \frac{x+y}{x-y}",
        ),
        (
            "x times y &= z # z &= 10",
            r"\begin{aligned} x \times y & = z \\ z & = 10 \end{aligned}",
        ),
        ("A CHOOSE B", r"\binom{A}{B}"),
        ("binom A B", r"\binom{A}{B}"),
        ("y = lim _{x -> 0} {{1} over {x}}", r"y = \lim_{x \rightarrow 0} {\frac{1}{x}}"),
        (
            "lim _{} { {x} over {a}} , lim _{a rarrow 0} {x^a}, lim _{ a->0} {x^a}",
            r"\lim_{} {\frac{x}{a}} , \lim_{a \rightarrow 0} {x^{a}}, \lim_{a\rightarrow0} {x^{a}}",
        ),
        ("rm 2H_2 O = 2H_2 + O_2", r"\mathrm{2H_{2} O = 2H_{2} + O_{2}}"),
        ("rm x, it x, bold x", r"\mathrm{x,} x, \mathbf{x}"),
        (
            "LONGDIV {b} {c} {a} , {LADDER{c&a&b#d&e&}}",
            r"\overset{c}{b \overline{)\,a}} , {\begin{array}{r|rr} c & a & b \\ d & e & \end{array}}",
        ),
        (
            "cases {2x+y=4 # 3x-4y=-1}",
            r"\begin{cases} 2x+y=4 \\ 3x-4y=-1 \end{cases}",
        ),
        (
            "LEFT DLINE x RIGHT DLINE, LCEIL x RCEIL, LFLOOR x RFLOOR",
            r"\left\Vert x \right\Vert, \lceil x \rceil, \lfloor x \rfloor",
        ),
        (
            "OVERBRACE {x+y} {b}, UNDERBRACE {a} {x+y}",
            r"\overbrace{x+y}^{b}, \underbrace{a}_{x+y}",
        ),
        (
            "pile{ abcd#b }\n# lpile{abcd #b} \n# rpile{abcd #b}",
            (
                r"\begin{aligned} \begin{matrix} abcd \\ b \end{matrix} \\ \begin{matrix} abcd \\ b"
                r" \end{matrix} \\ \begin{matrix} abcd \\ b \end{matrix} \end{aligned}"
            ),
        ),
        ("20 CENTIGRADE", r"20^{\circ}\mathrm{C}"),
        ("f prime (x)", r"f^{\prime} (x)"),
        (
            'x= {-b+- sqrt {b ^{2} -4ac}} over {"두 배" a}',
            r"x= \frac{-b\pm \sqrt{b^{2} -4ac}}{\text{두 배} a}",
        ),
        (
            '{"123"} over {123 sqrt {3466}} sum _{34} ^{12}',
            r"\frac{123}{123 \sqrt{3466}} \sum_{34}^{12}",
        ),
        ("v``=`` {속도} over {시간}", r"v = \frac{\text{속도}}{\text{시간}}"),
        ("lim from {n rarrow inf} a_n", r"\lim_{n \rightarrow \infty} a_{n}"),
        ("sum from k = 1 to n k ^2", r"\sum_{k = 1}^{n} k^{2}"),
        ("1 over {2} = (3 over 4)", r"\frac{1}{2} = (\frac{3}{4})"),
        ("f(x) over g(x)", r"\frac{f(x)}{g(x)}"),
        ("x^2+1 < y", r"x^{2}+1 \lt y"),
        ("x^2^3", r"{x^{2}}^{3}"),
        ("20% of $5", r"20\% of \textdollar5"),
    ],
)
def test_a_script_is_written_as_latex(script: str, latex: str) -> None:
    assert to_latex(script) == latex


@pytest.mark.parametrize(
    ("script", "latex"),
    [
        ("vec {x}", r"\vec{x}"), ("dyad {x}", r"\overleftrightarrow{x}"),
        ("acute {x}", r"\acute{x}"), ("grave {x}", r"\grave{x}"), ("dot {x}", r"\dot{x}"),
        ("ddot {x}", r"\ddot{x}"), ("under {x}", r"\underline{x}"), ("bar {x}", r"\bar{x}"),
        ("bar {AB}", r"\overline{AB}"), ("hat {x}", r"\hat{x}"), ("hat {{xy}}", r"\widehat{{xy}}"),
        ("check {x}", r"\check{x}"), ("arch {x}", r"\overset{\frown}{x}"),
        ("tilde {x}", r"\tilde{x}"), ("box {x+y}", r"\boxed{x+y}"), ("vec alpha", r"\vec{\alpha}"),
    ],
)  # fmt: skip
def test_a_mark_is_set_over_what_follows(script: str, latex: str) -> None:
    assert to_latex(script) == latex


@pytest.mark.parametrize(
    ("open_", "close", "latex"),
    [
        ("(", ")", r"\left( x \right)"), ("[", "]", r"\left[ x \right]"),
        ("{", "}", r"\left\{ x \right\}"), ("<", ">", r"\left\langle x \right\rangle"),
        ("|", "|", r"\left\vert x \right\vert"), (".", "|", r"\left. x \right\vert"),
    ],
)  # fmt: skip
def test_brackets_grow_with_what_they_hold(open_: str, close: str, latex: str) -> None:
    assert to_latex(f"LEFT {open_} x RIGHT {close}") == latex
    assert to_latex(f"left{open_}x right{close}") == latex


@pytest.mark.parametrize(
    ("word", "environment"),
    [("matrix", "matrix"), ("pmatrix", "pmatrix"), ("dmatrix", "vmatrix"), ("bmatrix", "bmatrix")],
)
def test_every_kind_of_matrix_has_its_brackets(word: str, environment: str) -> None:
    body = r"a & b \\ c & d"
    expected = rf"{{\begin{{{environment}}} {body} \end{{{environment}}}}}"
    assert to_latex(f"{{{word}{{a&b#c&d}}}}") == expected


@pytest.mark.parametrize(
    ("arrow", "sign"),
    [
        ("LRARROW", r"\Leftrightarrow"), ("lrarrow", r"\leftrightarrow"),
        ("RARROW", r"\Rightarrow"), ("rarrow", r"\rightarrow"), ("LARROW", r"\Leftarrow"),
        ("larrow", r"\leftarrow"), ("EXARROW", r"\rightleftarrows"),
    ],
)  # fmt: skip
def test_an_arrow_carries_what_stands_above_and_below(arrow: str, sign: str) -> None:
    assert to_latex(f"REL {arrow} {{a}} {{b}}") == rf"\underset{{b}}{{\overset{{a}}{{{sign}}}}}"
    assert to_latex(f"REL {arrow} {{a}} {{}}") == rf"\overset{{a}}{{{sign}}}"


_WORDS = {
    "Alpha, Beta, Gamma, Delta, Epsilon, Zeta, Eta, Theta, Iota, Kappa, Lambda, Mu, Nu, Xi, Omicron,"
    " Pi, Rho, Sigma, Tau, Upsilon, Phi, Chi, Psi, Omega": r"A, B, \Gamma, \Delta, E, Z, H, \Theta,"
    r" I, K, \Lambda, M, N, \Xi, O, \Pi, P, \Sigma, T, \Upsilon, \Phi, X, \Psi, \Omega",
    "alpha, beta, gamma, epsilon, omicron, upsilon, omega": r"\alpha, \beta, \gamma, \epsilon, o,"
    r" \upsilon, \omega",
    "ALEPH, HBAR, IMATH, JMATH, OHM, ELL, Liter, WP, IMAG, ANGSTROM, vartheta, varpi, varsigma,"
    " varupsilon, varphi, varepsilon": r"\aleph, \hbar, \imath, \jmath, \Omega, \ell, \ell, \wp,"
    r" \Im, \text{Å}, \vartheta, \varpi, \varsigma, \upsilon, \varphi, \varepsilon",
    "PROD from x to y , PROD from x , PROD to y": r"\prod_{x}^{y} , \prod_{x} , \prod^{y}",
    "COPROD _{x} ^{y} , COPROD from {x} to {y}": r"\coprod_{x}^{y} , \coprod_{x}^{y}",
    "CAP, SQCAP, SQCUP, OPLUS, OMINUS, OTIMES, ODOT, OSLASH, VEE, WEDGE, SUBSET": r"\cap, \sqcap,"
    r" \sqcup, \oplus, \ominus, \otimes, \odot, \oslash, \vee, \wedge, \subset",
    "SUPSET, SUBSETEQ, SUPSETEQ, IN, OWNS, notin, LEQ, GEQ, SQSUBSET, SQSUPSET": r"\supset,"
    r" \subseteq, \supseteq, \in, \owns, \notin, \leq, \geq, \sqsubset, \sqsupset",
    "SQSUBSETEQ, SQSUPSETEQ, <<, >>, LLL, >>>, PREC, SUCC, UPLUS": r"\sqsubseteq, \sqsupseteq, \ll,"
    r" \gg, \lll, \ggg, \prec, \succ, \uplus",
    "PLUSMINUS, MINUSPLUS, DIV, DIVIDE, CIRC, BULLET, AST, STAR, BIGCIRC, EMPTYSET": r"\pm, \mp,"
    r" \div, \div, \circ, \bullet, \ast, \bigstar, \bigcirc, \emptyset",
    "THEREFORE, BECAUSE, IDENTICAL, EXIST, neq, !=, DOTEQ, image, reimage": r"\therefore, \because,"
    r" \equiv, \exists, \neq, \neq, \doteq, \Im, \Re",
    "SIM APPROX SIMEQ CONG == EQUIV ASYMP ISO DIAMOND DSUM FORALL": r"\sim \approx \simeq \cong"
    r" \equiv \equiv \asymp \Bumpeq \diamond \dotplus \forall",
    "PARTIAL inf LNOT PROPTO XOR TRIANGLED DAGGER DDAGGER": r"\partial \infty \lnot \propto \veebar"
    r" \triangledown \dagger \ddagger",
    "larrow, rarrow, uparrow, downarrow, LARROW, RARROW, UPARROW, DOWNARROW, udarrow": r"\leftarrow,"
    r" \rightarrow, \uparrow, \downarrow, \Leftarrow, \Rightarrow, \Uparrow, \Downarrow,"
    r" \updownarrow",
    "lrarrow, UDARROW, LRARROW, nwarrow, hookleft, hookright, mapsto, vert, VERT": r"\leftrightarrow,"
    r" \Updownarrow, \Leftrightarrow, \nwarrow, \hookleftarrow, \hookrightarrow, \mapsto, \vert,"
    r" \Vert",
    "cdots, LDOTS, VDOTS, DDOTS, TRIANGLE, ANGLE, MSANGLE, RTANGLE, VDASH, HLEFT, BOT": r"\cdots,"
    r" \ldots, \vdots, \ddots, \triangle, \angle, \measuredangle, \sphericalangle, \vdash, \dashv,"
    r" \bot",
    "TOP, MODELS, LAPLACE, LSLANT, RSLANT, att, hund, thou, well": r"\top, \models, \mathcal{L},"
    r" \diagup, \diagdown, ※, ‰, ‱, ♯",
    "sinh(x), arcsin(x), exp(x), max(x,y), det(A), gcd(x, y, z), mod(x, y)": r"\sinh(x), \arcsin(x),"
    r" \exp(x), \max(x,y), \det(A), \gcd(x, y, z), \bmod(x, y)",
}


@pytest.mark.parametrize(("script", "latex"), _WORDS.items())
def test_a_word_stands_for_its_sign(script: str, latex: str) -> None:
    assert to_latex(script) == latex


@pytest.mark.parametrize(
    ("script", "latex"),
    [
        ("", ""), ("a over", r"\frac{a}{}"), ("over b", r"\frac{}{b}"), ("^2", "{}^{2}"),
        ("{{a", "{{a}}"), ("a}} b", "a b"), ("LEFT ( a", r"\left( a \right."), ("a RIGHT )", "a )"),
        ("root", r"\sqrt{}"), ("matrix", "matrix"), ("matrix {}", r"\begin{matrix}  \end{matrix}"),
        ('"open', r"\text{open}"), ("REL", "REL"), ("a & b", r"\begin{aligned} a & b \end{aligned}"),
    ],
)  # fmt: skip
def test_a_script_that_breaks_off_keeps_its_letters(script: str, latex: str) -> None:
    assert to_latex(script).split() == latex.split()


@pytest.mark.parametrize(
    "script",
    [
        "{" * 5000 + "x", "sqrt " * 3000, "LEFT ( " * 2000, "1 over " * 2500, "x ^{" * 4000,
        "a" + "^2" * 5000, "matrix { " * 2000, "(" * 10_000 + " over " + ")" * 5000, "# a & " * 2000,
        "REL rarrow { " * 1000, "x" * (LONGEST + 1),
    ],
)  # fmt: skip
def test_a_hostile_script_ends(script: str) -> None:
    assert to_latex(script)


_PIECES = st.sampled_from(
    ["over", "{", "}", "^", "_", "sqrt", "LEFT", "RIGHT", "(", ")", "#", "&", "matrix", "sum", "from",
     "to", "rm", "root", "of", "REL", '"', "~", "`", " ", "x", "12", "값", "prime", "bar", "lim", "|"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=40))
def test_no_letter_or_number_is_lost_and_braces_match(pieces: list[str]) -> None:
    script = " ".join(piece for piece in pieces if piece != '"')
    latex = to_latex(script)
    for piece in ("x", "12", "값"):
        plain = re.sub(r"\\[A-Za-z]+|(?<=\{)\w*matrix(?=\})", " ", latex)
        assert plain.count(piece) >= pieces.count(piece)
    bare = latex.replace(r"\{", "").replace(r"\}", "")
    assert bare.count("{") == bare.count("}")
    assert "\n" not in latex


@given(st.text(max_size=60))
def test_any_text_is_taken(text: str) -> None:
    assert "\n" not in to_latex(text)
