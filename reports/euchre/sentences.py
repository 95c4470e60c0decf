"""What a run of Euchre says, in plain sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from reports.sentences import how_long, share, who_wins

if TYPE_CHECKING:
    from reports.result import Result


def who_is_euchred(result: Result) -> str:
    """Say who makes trump how often, and is euchred how often."""
    measures = result.measures
    rates = {unit: measures.rate("euchred", unit) for unit in measures.strategies}
    makers = [unit for unit in rates if not math.isnan(rates[unit].value)]
    if not makers:
        return "Nobody made trump."
    parts = [
        f"{measures.label(unit)} makes {share(measures.rate('made', unit))} of its hands and is "
        f"euchred in {share(rates[unit])} of these" for unit in makers
    ]
    return f"{'; '.join(parts)}."


def answers(result: Result) -> tuple[str, ...]:
    """Return what a reader in a hurry should know."""
    return (who_wins(result), who_is_euchred(result), how_long(result))
