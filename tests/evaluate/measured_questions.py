"""Reports of questions with ranks that a test names."""

from okf_server.evaluate.questions import Measured, QuestionReport


def measured(question: str, ranks: dict[str, int | None]) -> Measured:
    """A question whose expected answers all are in the base, each at its rank."""
    found = tuple(ranks.values())
    placed = [rank for rank in found if rank]
    return Measured(
        question=question,
        expected=tuple(ranks),
        missing=(),
        answerable=bool(ranks),
        rank=min(placed, default=None),
        found_at=found,
        ranks=found,
        ndcg=1 / min(placed) if placed else 0.0,
        all_evidence=None,
        returned=(),
        outdated=(),
    )


def report(*questions: Measured) -> QuestionReport:
    return QuestionReport(questions=questions, modes=("hybrid",))
