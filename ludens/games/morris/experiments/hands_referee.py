"""The referee of hands in play: what became of each man that a robot took or placed, by the truth."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from ludens.core.contract.observer import Keyed
from ludens.experiments.json_values import Row
from ludens.games.morris.rules import Turn, turn_from_text
from ludens.games.morris.world import MorrisWorld
from ludens.geometry import FloatArray
from ludens.messages import StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.manipulation import HandAct, HandReport, HandRequest
from ludens.messages.morris_game import MorrisGame, PersonAsked
from ludens.messages.morris_table import StationReport
from ludens.sim.nao.world import has_fallen
from ludens.table.game_log import OVER
from ludens.table.referee import TableReferee

PLACED_M = 0.0125
"""A man is placed when its middle is no farther from the point: it then covers it."""
UPRIGHT_COSINE = math.cos(math.radians(5.0))
DISTURBED_M = 0.004
"""Men that moved more than this were touched."""


def stands(world: MorrisWorld, point: int, man: int) -> bool:
    """Whether a man stands on a point, flat on the board."""
    place = world.men.board_from_man(man)
    away_m = float(np.hypot(*(place.translation[:2] - world.measures.points_m()[point])))
    upright = float(np.abs(place.rotation[2]).max()) > UPRIGHT_COSINE
    on_board = abs(float(place.translation[2]) - 0.5 * world.men.men[man].edge_m) < 0.002
    return away_m <= PLACED_M and upright and on_board


def men_in_board_m(world: MorrisWorld) -> dict[int, FloatArray]:
    """Return where men on the table really are; those in trays are for the person to move."""
    return {
        man.number: world.men.board_from_man(man.number).translation
        for man in world.men.men
        if world.men.is_on_table(man.number)
    }


def count_disturbed(world: MorrisWorld, before_m: dict[int, FloatArray], *, but: int | None) -> int:
    """Return how many men stand elsewhere than before; one is meant to."""
    return sum(
        float(np.linalg.norm(world.men.board_from_man(man).translation - place_m)) > DISTURBED_M
        for man, place_m in before_m.items()
        if man != but
    )


@dataclass(slots=True)
class HandTurn:
    """One turn of the robot's hands, and what became of it at the first attempt."""

    turn: Turn
    colour: int
    men_m: dict[int, FloatArray]  # where men stood when it was decided
    man: int | None = None  # that is meant: the one on its origin, or the one that was accepted
    row: Row = field(default_factory=dict)
    helped: bool = False
    fell: bool = False
    walks: set[int] = field(default_factory=set)
    acts: set[HandAct] = field(default_factory=set)  # that have ended once


class HandsReferee(TableReferee):
    """Scores the first accept, grasp and place of each turn when it ends, and the board at the turn's end.

    A turn begins when it becomes part of the game and ends when the robot turns to the next one. `clean`
    means that until the first placement (or, where a man is fetched, until it was shown) no other man was
    moved and nothing of the robot touched the table. Times are those of the acts alone.
    """

    spoken_of: ClassVar = {"trouble": "troubles"}

    def __init__(self, world: MorrisWorld) -> None:
        super().__init__()
        self._world = world
        self._made: list[HandTurn] = []
        self.finished = 0
        self._requests: dict[int, HandRequest] = {}
        self._since_s: dict[int, float] = {}
        self._ended = 0  # number of the last act that has ended

    @property
    def turns(self) -> int:
        """How many turns were decided."""
        return len(self._made)

    @property
    def is_over(self) -> bool:
        """Whether the game is."""
        return self.state == OVER

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Follow the turns, and the acts of the hands."""
        time_s = time_ns * 1e-9
        for _, message in outputs:
            match message:
                case HandRequest() if message.number not in self._requests:
                    self._requests[message.number] = message
                    self._since_s[message.number] = time_s
                case HandReport():
                    self._note_act(message, time_s)
                case MorrisGame() if len(message.turns) > len(self._made):
                    self._begin(message)
                case StateReport() if message.state != self.state:
                    self.state = message.state
                    if message.state in ("thinking", OVER):
                        self._finish()
                case PersonAsked() if message.asking in ("help", "put right") and self._current is not None:
                    self._current.helped = True
                    self.remark(time_s, f"{message.asking}! {message.text}")
                case StationReport() if message.state != "idle" and self._current is not None:
                    self._current.walks.add(message.number)
                case Announcement():
                    self.hear(message, time_s)
        if self._current is not None and has_fallen(self._world.ground_from_torso()):
            self._current.fell = True

    def rows(self, turns: int) -> list[Row]:
        """One row for each turn that was wanted; one that was not finished has failed."""
        self._finish(stuck=True)
        rows = [made.row for made in self._made[:turns]]
        never: Row = {
            "accepted": False,
            "placed": False,
            "placed_after_repair": False,
            "grasped": False,
            "felt_right": False,
            "clean": False,
            "fell": False,
            "helped": True,
            "reason": "was never begun",
        }
        return rows + [dict(never) for _ in range(turns - len(rows))]

    @property
    def _current(self) -> HandTurn | None:
        return self._made[-1] if len(self._made) > self.finished else None

    def _begin(self, game: MorrisGame) -> None:
        turn, world = turn_from_text(game.turns[-1]), self._world
        colour = 1 if game.turn == "white" else 0  # the game says who is next
        made = HandTurn(turn, colour, men_in_board_m(world))
        if turn.origin is not None:
            made.man = next(iter(world.men_on_points().get(turn.origin, ())), None)
        owed = ("accepted", "placed", "clean") if turn.origin is None else ("grasped", "placed", "clean")
        made.row = {"turn": game.turns[-1], **dict.fromkeys(owed, False)}
        world.touches.forget()
        self._made.append(made)

    def _note_act(self, report: HandReport, time_s: float) -> None:
        made, request = self._current, self._requests.get(report.number)
        if made is None or request is None or report.number == self._ended:
            return
        if report.state not in ("done", "failed"):
            return
        self._ended = report.number
        is_first, duration_s = request.act not in made.acts, time_s - self._since_s[report.number]
        made.acts.add(request.act)
        if not is_first or "place" in made.acts - {request.act}:
            return
        if report.state == "failed":
            made.row["reason"] = f"{request.act}: {report.reason}"
        match request.act:
            case "accept":
                held = [man.number for man in self._world.men.men if self._world.held_by(man.number)]
                made.man = held[0] if held else None
                made.row["accepted"] = bool(held)
            case "grasp":
                made.row |= {"hand": request.hand, "grasp_time_s": round(duration_s, 2)}
                if report.state == "failed":
                    self._score_grasp(made, report)
            case "show" if "grasp" in made.acts:
                self._score_grasp(made, report)
            case "place":
                made.row |= {"hand": request.hand, "place_time_s": round(duration_s, 2)}
                self._score_place(made)
            case _:
                pass

    def _score_grasp(self, made: HandTurn, report: HandReport) -> None:
        held = made.man is not None and self._world.held_by(made.man)
        anything = any(self._world.held_by(man.number) for man in self._world.men.men)
        made.row |= {
            "grasped": held and not made.fell,
            "felt_right": any(report.holds) == anything,
            **self._cleanness(made),
        }

    def _score_place(self, made: HandTurn) -> None:
        world, man, target = self._world, made.man, made.turn.target
        if made.turn.origin is None:
            made.row |= self._cleanness(made)
        if man is None:  # it came with a later attempt
            return
        off_m = world.men.board_from_man(man).translation[:2] - world.measures.points_m()[target]
        made.row |= {
            "placed": stands(world, target, man) and not made.fell,
            "error_m": round(float(np.hypot(*off_m)), 5),
        }

    def _cleanness(self, made: HandTurn) -> Row:
        disturbed = count_disturbed(self._world, made.men_m, but=made.man)
        touched = self._world.touches.of_table()
        return {
            "clean": not disturbed and not touched,
            "disturbed": disturbed,
            "touched": ", ".join(touched),
        }

    def _finish(self, *, stuck: bool = False) -> None:
        made = self._current
        if made is None:
            return
        self.finished += 1
        at_target = [
            man.number
            for man in self._world.men.men
            if man.colour == made.colour and stands(self._world, made.turn.target, man.number)
        ]
        if "disturbed" not in made.row and not made.helped:  # no attempt came so far
            made.row |= self._cleanness(made)
        repaired = bool(at_target) and not made.helped and not made.fell and not stuck
        made.row |= {
            "placed_after_repair": repaired,
            "fell": made.fell,
            "helped": made.helped,
            "walks": len(made.walks),
        }
        if stuck:
            made.row["reason"] = "was not finished"
