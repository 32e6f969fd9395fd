"""What the humanoid sees of the board and the men on it."""

from ludens.games.morris.see.men_eyes import MenEyes, MenEyesParameters

__all__ = ["MenEyes", "MenEyesParameters"]
