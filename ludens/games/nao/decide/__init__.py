"""What the humanoid wants: by a script, or as a person at the controls says."""

from ludens.games.nao.decide.kick_script import KickScript, KickScriptParameters
from ludens.games.nao.decide.remote import RemoteDecider, RemoteDeciderParameters
from ludens.games.nao.decide.script import WalkScript, WalkScriptParameters

__all__ = [
    "KickScript",
    "KickScriptParameters",
    "RemoteDecider",
    "RemoteDeciderParameters",
    "WalkScript",
    "WalkScriptParameters",
]
