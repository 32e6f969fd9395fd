"""Who writes down what people did at the table, and whether the robot noticed it and said so.

Cheats, men of the wrong colour and hands in the way are as the simulated person tells them. Men that stand
badly, whoever left them so, are found by the truth whenever a turn has been accepted. What leaves the robot
nothing to notice (a hand beside all that it had to see) is excluded, as is what nobody had to answer before
the game ended; both are shown, with the reason. An explanation is right if it names the cheat that was done,
and an accusation false if nobody has cheated since a turn was accepted last.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ludens.games.morris.judge.injector import Kinds
from ludens.games.morris.rules import POINT_NAMES
from ludens.games.morris.world import MorrisWorld
from ludens.games.morris.world.handling import Incident

BADLY_M = 0.010
"""A man so far off its point must be spoken about; 3 mm less may be."""
WELL_M = 0.005
"""A man so near to its point has been put right since it was spoken about."""
SETTLES_S = 0.5
"""After a turn was accepted the robot has said what it has to say."""
WORDS = {
    "wrong man": ("This is a",),
    "hand in the way": ("in the way", "could not see"),
    "stray": ("on no point", "and belongs"),
}
"""Of which one must be said."""


@dataclass(slots=True)
class Open:
    """Something that waits to be noticed."""

    kind: str
    what: str
    words: tuple[str, ...]
    right: tuple[Kinds, ...] = ()  # how a cheat may be explained
    noticed: bool = False


class IncidentBook:
    """Incidents of a game: `made`, `noticed` and `harmless` count by kind.

    `missed`, `excluded` and `wrong_words` (a cheat explained as another one, nobody's cheat) are sentences.
    """

    def __init__(self, world: MorrisWorld) -> None:
        self._world = world
        self._points_m = world.measures.points_m()
        self.made: Counter[str] = Counter()
        self.noticed: Counter[str] = Counter()
        self.harmless: Counter[str] = Counter()
        self.missed: list[str] = []
        self.excluded: list[str] = []
        self.wrong_words: list[str] = []
        self.explained = self.accused_falsely = 0
        self._open: list[Open] = []
        self._told = self._offences = self._turns = self._wrong_scans = 0
        self._settles_s: float | None = None
        self._said: list[str] = []  # since a turn was accepted last
        self._badly: set[int] = set()  # points whose men are known to stand badly
        self._named: set[int] = set()  # points whose men the robot has spoken about, until they stand well

    def words(self) -> str:
        """How many of each kind there were, and how many of them the robot noticed."""
        return ", ".join(
            f"{kind}: {self.noticed[kind]} of {count - self.harmless[kind]}"
            + (f" and {self.harmless[kind]} excluded" if self.harmless[kind] else "")
            for kind, count in sorted(self.made.items())
        )

    def end(self, time_s: float) -> None:
        """The game is over: what the robot has not come to judge is excluded."""
        for one in self._open:
            if not one.noticed:
                self._exclude(one, time_s, "the game ended before it was judged")
        self._open = []

    def hear(self, text: str) -> None:
        """Listen to what the robot says."""
        self._said.append(text)
        for one in self._open:
            if any(words in text for words in one.words):
                self._notice(one)

    def follow(
        self, time_s: float, *, turns: int, offences: Sequence[Sequence[str]], wrong_scans: int
    ) -> None:
        """Take in how the game stands now, the kinds of its offences, and how many scans were wrong."""
        self._write_down(time_s, offences)
        if turns > self._turns:
            self._turns, self._settles_s = turns, time_s + SETTLES_S
        if self._settles_s is not None and time_s >= self._settles_s:
            self._settles_s = None
            self._look_for_badly_placed()
            self._settle(time_s, board_was_right=wrong_scans == self._wrong_scans)
            self._wrong_scans = wrong_scans

    def note_strays(self) -> None:
        """Look whether men stand between points, as the robot does now."""
        if self.strays() and not any(one.kind == "stray" for one in self._open):
            self._begin("stray", "a man stands on no point", WORDS["stray"])

    def strays(self) -> list[int]:
        """The numbers of the men that stand between points, and in nobody's hand."""
        men = self._world.men
        on_points = {man for numbers in self._world.men_on_points().values() for man in numbers}
        return [
            man.number
            for man in men.men
            if man.number not in on_points and men.is_on_table(man.number) and not self._is_held(man.number)
        ]

    @property
    def has_cheat(self) -> bool:
        """Whether somebody has cheated since a turn was accepted last."""
        return any(one.kind == "cheat" for one in self._open)

    def _write_down(self, time_s: float, offences: Sequence[Sequence[str]]) -> None:
        incidents = [one for person in self._world.persons for one in person.incidents]
        for incident in sorted(incidents, key=_when)[self._told :]:
            self._begin(incident.kind, incident.what, WORDS.get(incident.kind, ()), right=incident.right)
        self._told = len(incidents)
        for kinds in offences[self._offences :]:
            cheat = next((one for one in self._open if one.kind == "cheat" and not one.noticed), None)
            if cheat is not None:
                self._notice(cheat)
                self._compare_words(cheat, frozenset(kinds), time_s)
            elif not self.has_cheat:
                self.accused_falsely += 1
                self.wrong_words.append(
                    f"{time_s:.0f} s: nobody has cheated, and it was said: {_named(kinds)}."
                )
        self._offences = len(offences)

    def _compare_words(self, cheat: Open, kinds: frozenset[str], time_s: float) -> None:
        if any(kinds == {kind.name for kind in right} for right in cheat.right):
            self.explained += 1
        else:
            self.wrong_words.append(f"{time_s:.0f} s: {cheat.what}; it was said: {_named(kinds)}.")

    def _begin(self, kind: str, what: str, words: tuple[str, ...], *, right: tuple[Kinds, ...] = ()) -> None:
        self.made[kind] += 1
        self._open.append(Open(kind, what, words, right))

    def _exclude(self, one: Open, time_s: float, why: str) -> None:
        self.harmless[one.kind] += 1
        self.excluded.append(f"{time_s:.0f} s: {one.what}: {why}.")

    def _notice(self, one: Open) -> None:
        self.noticed[one.kind] += not one.noticed
        one.noticed = True

    def _look_for_badly_placed(self) -> None:
        badly = set()
        standing = self._world.men_on_points()
        off_m = {point: self._off_m(numbers[0], point) for point, numbers in standing.items()}
        self._named = {
            point
            for point in standing
            if off_m[point] > WELL_M
            and (point in self._named or any(_is_about(text, point) for text in self._said))
        }
        for point in standing:
            if off_m[point] > BADLY_M:
                badly.add(point)
                if point not in self._badly:
                    what = f"the man on {POINT_NAMES[point]} stands {1000.0 * off_m[point]:.0f} mm off"
                    self._begin("badly placed", what, ())
                    if point in self._named:
                        self._notice(self._open[-1])
        self._badly = badly

    def _off_m(self, man: int, point: int) -> float:
        place_m = self._world.men.board_from_man(man).translation[:2]
        return float(np.hypot(*(place_m - self._points_m[point])))

    def _settle(self, time_s: float, *, board_was_right: bool) -> None:
        for one in self._open:
            if one.noticed:
                continue
            if any(words in text for words in one.words for text in self._said):
                self._notice(one)
            elif one.kind == "hand in the way" and board_was_right:
                self._exclude(one, time_s, "the board was seen right all the same")
            else:
                self.missed.append(f"{time_s:.0f} s: nobody spoke about this: {one.what}.")
        self._open, self._said = [], []

    def _is_held(self, man: int) -> bool:
        return self._world.held_by(man) or self._world.hand.holds == man


def _is_about(text: str, point: int) -> bool:
    """Whether a sentence is about the man of a point; one that stands far off may be said to be beside it."""
    name = POINT_NAMES[point]
    return f"on {name} stands" in text or f"and belongs on {name}." in text


def _named(kinds: Iterable[str]) -> str:
    return ", ".join(sorted(kind.lower().replace("_", " ") for kind in kinds)) or "nothing"


def _when(incident: Incident) -> float:
    return incident.time_s
