"""okf context."""

import click

from okf_server.app import Knowledge
from okf_server.cli.call import Call, common
from okf_server.cli.ending import Exit
from okf_server.cli.output import show_json, show_text
from okf_server.model.pack import PackRequest, PackStatus
from okf_server.serve import budget
from okf_server.serve.tools.context import evidence_budget, evidence_cost, pack_answer


@click.command()
@click.argument("question", nargs=-1, required=True)
@click.option("--ref", "refs", multiple=True, metavar="REF", help="Must be looked at.")
@click.option(
    "--budget",
    "tokens",
    default=budget.DEFAULT,
    show_default=True,
    type=click.IntRange(budget.LEAST, budget.MOST),
    help="Most tokens.",
)
@common
def command(call: Call, *, question: tuple[str, ...], refs: tuple[str, ...], tokens: int) -> int:
    r"""Pack the evidence for a question into a budget.

    Whole sections and passages only, each with its citation; what is left out is named with the reason. Ends
    with 1 where the evidence is insufficient or conflicting. --ref can be given several times.

    \b
    okf context "hotel limit in London"
    okf context "May I fly business class?" --ref policies/travel-policy#flights --budget 2000
    okf context how long must my password be --json
    """
    text = " ".join(question).strip()
    if not text:
        raise click.UsageError("The question is empty.")
    knowledge = Knowledge(call.base)
    request = PackRequest(
        question=text,
        refs=refs,
        budget=evidence_budget(tokens),
        cost=evidence_cost(knowledge.config.name),
    )
    made = knowledge.pack(request)
    answer = pack_answer(made, now=knowledge.clock(), tokens=tokens)
    if call.as_json:
        show_json({"question": text, **answer.data})
    else:
        show_text(answer.text)
    return Exit.OK if made.status is PackStatus.SUFFICIENT else Exit.FINDINGS
