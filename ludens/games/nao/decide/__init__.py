"""What the humanoid wants: by a script, as a person at the controls says, or to show what it can do."""

from ludens.games.nao.decide.demo import DemoDecider, DemoDeciderParameters
from ludens.games.nao.decide.kick_script import KickScript, KickScriptParameters
from ludens.games.nao.decide.remote import RemoteDecider, RemoteDeciderParameters
from ludens.games.nao.decide.script import WalkScript, WalkScriptParameters
from ludens.games.nao.decide.step_kick_script import StepKickScript, StepKickScriptParameters

__all__ = [
    "DemoDecider",
    "DemoDeciderParameters",
    "KickScript",
    "KickScriptParameters",
    "RemoteDecider",
    "RemoteDeciderParameters",
    "StepKickScript",
    "StepKickScriptParameters",
    "WalkScript",
    "WalkScriptParameters",
]
