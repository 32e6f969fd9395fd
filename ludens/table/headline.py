"""The one sentence over a game at a board that says what is going on, in agreement with the clocks.

The states of a robot differ from game to game; each stands for one `Stage`, from which follow whose clock
runs, whether a move is awaited, and the sentence.
"""

from typing import Literal

from ludens.messages.board_picture import BoardPicture, BoardSide

Stage = Literal[
    "preparing",  # before the first look at the board
    "looking",
    "awaiting",  # somebody is to move
    "thinking",  # the side to move is the robot's
    "moving",  # a move that is in the record already is made on the board
    "repairing",  # the robot brings pieces where they belong
    "asking",  # whoever is to move is to put something right first
    "needing help",  # the robot cannot go on with what it was moving
    "stopped",
    "over",
]
DECIDING: tuple[Stage, ...] = ("awaiting", "asking", "thinking")
"""Stages in which the clock of the side to move runs."""
MOVING: tuple[Stage, ...] = ("moving", "needing help")
"""Stages in which that of the other side runs: its move, already in the record, is being made."""
PLAIN: dict[Stage, str] = {
    "looking": "The robot looks at the board.",
    "repairing": "The robot puts the pieces right.",
    "asking": "Something is to be put right first: see what the robot says.",
    "needing help": "The robot needs help: see what it says.",
    "stopped": "The robot stands still until it may go on.",
    "over": "The game was ended.",
}
UNSEEN = "Waiting until the robot has seen your move."
LOOKS = "The robot looks whether the move stands on the board."


def headline(picture: BoardPicture, stage: Stage, *, progress: str = "") -> str:
    """What is going on; `progress` is what a robot that prepares itself is doing, in a sentence."""
    if picture.result or picture.to_move is None:
        return picture.sentence
    if stage == "preparing":
        return progress or "The robot gets ready."
    if picture.told is not None and stage in ("awaiting", "looking"):
        return UNSEEN
    if stage in ("awaiting", "thinking"):
        return _turn(picture, stage, picture.sides[picture.to_move])
    if stage == "moving":
        return _making(picture, picture.sides[1 - picture.to_move])
    if stage == "looking" and picture.is_owed:
        return LOOKS
    return PLAIN.get(stage, picture.sentence)


def _turn(picture: BoardPicture, stage: Stage, side: BoardSide) -> str:
    if side.player == "you":
        alone = sum(one.player == "you" for one in picture.sides) == 1
        whose = "You are in check" if picture.warned else "Your turn" if alone else f"{side.name}'s turn"
        return f"{whose}: {picture.invitation}."
    if side.player == "person":
        return f"{side.name}, {side.who}, is to move."
    if stage == "thinking":
        return f"The robot thinks about its move ({side.name.lower()})."
    return f"Waiting for the other robot ({side.name.lower()})."


def _making(picture: BoardPicture, side: BoardSide) -> str:
    whose = {"you": "your", "robot": "its", "person": f"{side.name}'s"}[side.player]
    return f"The robot makes {whose} move{f': {picture.moves[-1]}' if picture.moves else ''}."
