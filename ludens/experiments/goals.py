"""What a figure should reach: the right-hand column of the table."""

from dataclasses import dataclass

from ludens.experiments.json_values import Json


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Met by figures of `bound` and above."""

    bound: float
    sign = "≥"

    def met(self, figure: float) -> bool:
        return figure >= self.bound

    def as_json(self) -> dict[str, Json]:
        return {"at_least": self.bound}


@dataclass(frozen=True, slots=True)
class AtMost:
    """Met by figures of `bound` and below."""

    bound: float
    sign = "≤"

    def met(self, figure: float) -> bool:
        return figure <= self.bound

    def as_json(self) -> dict[str, Json]:
        return {"at_most": self.bound}


Goal = AtLeast | AtMost
