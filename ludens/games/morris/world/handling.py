"""How persons handle men by their character: put, taken, handed over, nudged; and buttons pressed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

import numpy as np

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.judge.corrections import BoardCorrection
from ludens.games.morris.judge.injector import Kinds
from ludens.games.morris.rules import Side
from ludens.games.morris.world.men import MenOnTable, beside_plate_m, tray_place_m
from ludens.geometry import FloatArray, Transform3
from ludens.messages.manipulation import Hand
from ludens.robots.nao.noise import TableVariation
from ludens.sim.nao.robot import SimulatedNao
from ludens.sim.person_hand import PersonHand
from ludens.sim.world import Physics
from ludens.table.person import Character, HandlingHabits

PATIENCE_S = 25.0
"""How long a person holds out the hand."""
NUDGE_M = (0.004, 0.010)
BESIDE_M = 0.0375
"""One and a half men's width: a man that stands on no point, but so near to a free one, is meant for it."""
FARTHEST_M = 0.009
"""However clumsy, a person puts a man nearer to its point than to anything else."""
IncidentKind = Literal["cheat", "hand in the way", "wrong man"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MorrisHabits(HandlingHabits):
    """How a person plays and handles men."""

    level: int  # of play
    place_sigma_m: float = 0.002
    turn_sigma_rad: float = 0.08
    grip_sigma_m: float = 0.001  # how far off the middle between the robot's fingers a man is held
    grip_turn_sigma_rad: float = 0.0  # how far it is turned there, about each axis
    nudge_rate: float = 0.0  # moves another man by mistake, a little
    forgets_rate: float = 0.0  # to say that the turn is done, for a while
    wrong_man_rate: float = 0.0  # hands over a man of the other colour
    answers: bool = True  # whether anybody is there at all


HABITS: dict[Character, MorrisHabits] = {
    "perfect": MorrisHabits(level=10, place_sigma_m=0.001, turn_sigma_rad=0.04),
    "average": MorrisHabits(level=4, nudge_rate=0.03, lingers_rate=0.05),
    "clumsy": MorrisHabits(
        level=3,
        place_sigma_m=0.0045,
        turn_sigma_rad=0.3,
        grip_sigma_m=0.002,
        nudge_rate=0.25,
        lingers_rate=0.2,
        forgets_rate=0.15,
        wrong_man_rate=0.1,
    ),
    "cheating": MorrisHabits(level=4, cheat_rate=0.35),
}


def habits_of(character: Character, variation: TableVariation) -> MorrisHabits:
    """Return how somebody of this character handles men at this table."""
    habits = HABITS[character]
    return replace(
        habits,
        grip_sigma_m=variation.handover_sigma_m or habits.grip_sigma_m,
        grip_turn_sigma_rad=variation.handover_turn_sigma_rad or habits.grip_turn_sigma_rad,
    )


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that a robot should notice: when it was begun, and what it was, in words.

    `right` are the ways to explain a cheat that are right. Men that were nudged or put down badly are not
    among incidents: how they stand can be seen.
    """

    time_s: float
    kind: IncidentKind
    what: str
    right: tuple[Kinds, ...] = ()


class MorrisTable(Protocol):
    """What a person sees of the table and the robots at it, and can touch there."""

    physics: Physics
    measures: MorrisMeasures
    men: MenOnTable
    hand: PersonHand
    variation: TableVariation

    @property
    def robots(self) -> Sequence[SimulatedNao]: ...
    def men_on_points(self) -> Mapping[int, Sequence[int]]: ...
    def held_by(self, man: int) -> bool: ...
    def true_state(self) -> tuple[int | None, ...]: ...
    def ground_from_grip(self, hand: Hand, *, robot: int = 0) -> Transform3: ...
    def ground_m_of_touch(self, touch: str, *, robot: int = 0) -> FloatArray: ...
    def steady_robot(self, *, robot: int = 0) -> bool: ...
    def is_carried(self, *, robot: int = 0) -> bool: ...


class ManHandling:
    """Queues what the hand is to do. What it plans to move counts as moved for what it plans next."""

    def __init__(
        self, world: MorrisTable, habits: MorrisHabits, random: np.random.Generator, *, robot: int = 0
    ) -> None:
        self._world, self._habits, self._random = world, habits, random
        self._turns = random.spawn(1)[0]
        self._robot = robot

    def standing(self) -> dict[int, list[int]]:
        """Men by the points at which they are, the nearest first; one beside a free point counts as there."""
        found = self._at_points()
        for man in self._strays():
            point, away_m = self._world.measures.nearest_point(
                self._world.men.board_from_man(man).translation[:2]
            )
            if away_m < BESIDE_M and point not in found:
                found[point] = [man]
        return found

    def correct(self, corrections: tuple[BoardCorrection, ...], *, strays_first: bool = False) -> None:
        """Move men from point to point, off the board and onto it, in this order.

        A man from no point comes out of its tray, or (`strays_first`) is one that stands on the table but on
        no point; from nowhere to nowhere, such a man is put away. Whoever stands where a man is put is lifted
        off before.
        """
        standing, spare = self.standing(), self.spare_men()
        lifted: dict[int, list[int]] = {}  # men by the points from which they were lifted
        for step in corrections:
            colour = step.side.colour
            if step.origin is None:
                man = self._from_no_point(spare[colour], step.target, strays_first=strays_first)
            else:
                man = self._of_colour(standing.get(step.origin, []), colour)
                man = self._of_colour(lifted.get(step.origin, []), colour) if man is None else man
            if man is None:
                continue  # nobody can move what is not there
            spare[colour] = [one for one in spare[colour] if one != man]
            for numbers in standing.values():
                if man in numbers:
                    numbers.remove(man)
            if step.target is None:
                self.put_away(man)
                spare[colour].append(man)
            else:
                lifted[step.target] = standing.pop(step.target, [])
                for other in lifted[step.target]:
                    self.put_away(other)
                self._put(man, step.target)
                standing[step.target] = [man]

    def spare_men(self) -> dict[int, list[int]]:
        """Men that stand on no point, by colour; those in their trays first.

        Of two at a point the nearer one stands on it: the other is to be taken away like any stray.
        """
        on_points = {numbers[0] for numbers in self._at_points().values()}
        men = self._world.men
        free = [man for man in men.men if man.number not in on_points and not self._world.held_by(man.number)]
        free.sort(key=lambda man: men.is_on_table(man.number))
        return {colour: [man.number for man in free if man.colour == colour] for colour in (0, 1)}

    def put_away(self, man: int) -> None:
        """Put a man into its tray."""
        self._world.hand.carry(man, tray_place_m(self._world.men.men[man]))

    def hand_over(self, man: int, hand: Hand) -> None:
        """Hold a man between the fingers of the robot's hand, touching it, until they have closed."""
        world = self._world
        missed_m = self._random.normal(0.0, self._habits.grip_sigma_m, 3)
        roll_rad, pitch_rad, yaw_rad = self._turns.normal(0.0, self._habits.grip_turn_sigma_rad, 3).tolist()
        turned = Transform3.from_rpy(roll_rad=roll_rad, pitch_rad=pitch_rad, yaw_rad=yaw_rad)

        def place() -> Transform3:
            grip = world.ground_from_grip(hand, robot=self._robot)
            return Transform3(grip.rotation @ turned.rotation, grip.apply(missed_m))

        world.hand.give(
            man,
            place,
            until=lambda: world.held_by(man),
            patience_s=PATIENCE_S,
            otherwise_m=tray_place_m(world.men.men[man]),
            signal=lambda down: world.robots[self._robot].press(f"{hand} hand back", down=down),
        )

    def take(self, man: int, hand: Hand) -> None:
        """Touch the robot's hand and take the man out of it, once it lets go."""
        world = self._world
        world.hand.receive(
            man,
            tray_place_m(world.men.men[man]),
            until=lambda: not world.held_by(man),
            patience_s=PATIENCE_S,
            signal=lambda down: world.robots[self._robot].press(f"{hand} hand back", down=down),
        )

    def nudge(self) -> int | None:
        """Push some man on the board a little; return which."""
        standing = [man for numbers in self._world.men_on_points().values() for man in numbers]
        if not standing:
            return None
        man = standing[int(self._random.integers(len(standing)))]
        angle_rad = self._random.uniform(0.0, 2.0 * np.pi)
        shift_m = self._random.uniform(*NUDGE_M) * np.array([np.cos(angle_rad), np.sin(angle_rad)])
        self._world.hand.touch(
            lambda: self._world.men.ground_from_man(man).translation,
            lambda pressed: self._shift(man, shift_m) if pressed else None,
        )
        return man

    def press(self, button: str, *, robot: int | None = None) -> None:
        """Press a button of the robot, or of another one."""
        number = self._robot if robot is None else robot
        pressed = self._world.robots[number]
        self._world.hand.touch(
            lambda: self._world.ground_m_of_touch(button, robot=number),
            lambda down: pressed.press(button, down=down),
        )

    def linger(self, seconds: float) -> None:
        """Hold the hand over some point of the board."""
        points_m = self._world.measures.points_m()
        x_m, y_m = points_m[int(self._random.integers(len(points_m)))].tolist()
        self._world.hand.hover(np.array([x_m, y_m, self._world.measures.table_height_m]), seconds=seconds)

    def leave(self) -> None:
        """Take the hand away."""
        self._world.hand.leave()

    def _at_points(self) -> dict[int, list[int]]:
        """Men by the points at which they are, the nearest first."""
        points_m, men = self._world.measures.points_m(), self._world.men

        def away_m(man: int, point: int) -> float:
            return float(np.hypot(*(men.board_from_man(man).translation[:2] - points_m[point])))

        return {
            point: sorted(numbers, key=lambda man: away_m(man, point))
            for point, numbers in self._world.men_on_points().items()
        }

    def _from_no_point(self, spare: list[int], target: int | None, *, strays_first: bool) -> int | None:
        strays = [man for man in spare if self._world.men.is_on_table(man)]
        if target is None:
            return strays[0] if strays else None
        if strays and strays_first:
            point_m = self._world.measures.points_m()[target]
            places_m = {man: self._world.men.board_from_man(man).translation[:2] for man in strays}
            return min(strays, key=lambda man: float(np.hypot(*(places_m[man] - point_m))))
        return spare[0] if spare else None

    def _strays(self) -> list[int]:
        """Men of both colours that stand on the table but on no point."""
        spare = self.spare_men()
        return [man for numbers in spare.values() for man in numbers if self._world.men.is_on_table(man)]

    def _put(self, man: int, point: int) -> None:
        measures, made = self._world.measures, self._world.men.men[man]
        missed_m = self._random.normal(0.0, self._habits.place_sigma_m, 2)
        x_m, y_m = (measures.points_m()[point] + np.clip(missed_m, -FARTHEST_M, FARTHEST_M)).tolist()
        yaw_rad = float(self._random.normal(0.0, self._habits.turn_sigma_rad))
        x_m, y_m = beside_plate_m(measures, x_m, y_m, yaw_rad=yaw_rad, edge_m=made.edge_m)
        place_m = measures.ground_from_board().apply((x_m, y_m, 0.5 * made.edge_m))
        self._world.hand.carry(man, place_m, yaw_rad=yaw_rad)

    def _shift(self, man: int, by_m: FloatArray) -> None:
        if not self._world.men.is_on_table(man):
            return  # it was taken off the board before the hand came to it
        place = self._world.men.board_from_man(man)
        x_m, y_m = (place.translation[:2] + by_m).tolist()
        self._world.men.stand(man, x_m, y_m, yaw_rad=place.rpy()[2])

    def _of_colour(self, numbers: list[int], colour: int) -> int | None:
        man = next((man for man in numbers if self._world.men.men[man].colour == colour), None)
        if man is not None:
            numbers.remove(man)
        return man


def correction_of(step: tuple[int, int, int]) -> BoardCorrection:
    """Read a correction as robots ask for it: colour, from and to a point; -1 is off the board."""
    colour, origin, target = step
    return BoardCorrection(
        Side.of_colour(colour), None if origin < 0 else origin, None if target < 0 else target
    )
