"""The judge: whether one legal turn explains a look, what is wrong otherwise, and how to put it right."""

from ludens.games.morris.judge.corrections import BoardCorrection, Remedy
from ludens.games.morris.judge.judging import Offence, Supervision, judge
from ludens.games.morris.judge.seen import Mark, SeenBoard
from ludens.games.morris.judge.verdict import REMARKS, FaultKind, RuleFault, Ruling, Verdict

__all__ = [
    "REMARKS",
    "BoardCorrection",
    "FaultKind",
    "Mark",
    "Offence",
    "Remedy",
    "RuleFault",
    "Ruling",
    "SeenBoard",
    "Supervision",
    "Verdict",
    "judge",
]
