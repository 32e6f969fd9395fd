"""Cheats and mistakes to try the judge with; what it must say about each stands in `injector`.

Every maker takes a position and gives the board after its cheat, as the men of the side to move and those of
the opponent, or None where the cheat cannot be done. Some are done instead of a turn and some on top of one.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludens.games.morris.rules import (
    GamePhase,
    GameRecord,
    Position,
    Turn,
    apply,
    capturable,
    may_fly,
    points_of,
)

Board = tuple[int, int]  # own men, opponent's men


@dataclass(frozen=True, slots=True)
class Scene:
    """The moment of a cheat: the game so far, chance, and a legal turn to build on."""

    record: GameRecord
    rng: np.random.Generator
    turn: Turn

    @property
    def position(self) -> Position:
        return self.record.position

    @property
    def placing(self) -> bool:
        return self.position.phase is GamePhase.PLACING

    @property
    def free(self) -> int:
        """Points nobody stands on, before the turn and after it."""
        after = apply(self.position, self.turn)
        return self.record.variant.layout.points & ~self.position.occupied & ~after.occupied

    def before(self) -> Board:
        return self.position.own, self.position.other

    def after(self, turn: Turn | None = None) -> Board:
        position = apply(self.position, turn or self.turn)
        return position.other, position.own

    def pick(self, mask: int) -> int | None:
        """One of these points by chance, as a set of one; None when there is none."""
        points = list(points_of(mask))
        return 1 << points[self.rng.integers(len(points))] if points else None


Maker = Callable[[Scene], Board | None]


def too_far(scene: Scene) -> Board | None:
    """Move a man farther than one step."""
    if scene.placing or may_fly(scene.position, scene.record.variant):
        return None
    man = scene.pick(scene.position.own)
    assert man is not None
    near = scene.record.variant.layout.neighbours[man.bit_length() - 1]
    return _moved(scene, man, scene.pick(scene.free & ~near))


def moved_while_in_hand(scene: Scene) -> Board | None:
    """Move a man instead of placing one."""
    man = scene.pick(scene.position.own) if scene.placing else None
    return None if man is None else _moved(scene, man, scene.pick(scene.free))


def _moved(scene: Scene, man: int, target: int | None) -> Board | None:
    own, other = scene.before()
    return None if target is None else (own & ~man | target, other)


def placed_two(scene: Scene) -> Board | None:
    """Place two men at once."""
    return _with_own(scene, scene.pick(scene.free)) if scene.placing else None


def moved_two(scene: Scene) -> Board | None:
    """Move two men, each one step."""
    turns = scene.record.legal_turns()
    second = turns[scene.rng.integers(len(turns))]
    first = scene.turn
    apart = len({first.origin, first.target, second.origin, second.target}) == 4
    if scene.placing or not apart or second.origin is None:
        return None
    own, other = scene.after()
    return own & ~(1 << second.origin) | 1 << second.target, other


def placed_with_empty_hand(scene: Scene) -> Board | None:
    """Put a man on the board instead of moving one."""
    target = None if scene.placing else scene.pick(scene.free)
    own, other = scene.before()
    return None if target is None else (own | target, other)


def added_own(scene: Scene) -> Board | None:
    """Move, and put a man on the board too."""
    return None if scene.placing else _with_own(scene, scene.pick(scene.free))


def _with_own(scene: Scene, target: int | None) -> Board | None:
    own, other = scene.after()
    return None if target is None else (own | target, other)


def took_own(scene: Scene) -> Board | None:
    """Move, and take another own man off the board."""
    own, other = scene.after()
    man = None if scene.placing else scene.pick(own & scene.position.own)
    return None if man is None else (own & ~man, other)


def only_took_own(scene: Scene) -> Board | None:
    """Take an own man off the board and make no turn."""
    own, other = scene.before()
    man = scene.pick(own)
    return None if man is None else (own & ~man, other)


def placed_and_took_own(scene: Scene) -> Board | None:
    """Place a man and take an own one off the board; looks like moving one."""
    own, other = scene.after()
    man = scene.pick(own & scene.position.own) if scene.placing else None
    return None if man is None else (own & ~man, other)


def moved_opponent(scene: Scene) -> Board | None:
    """Move a man of the opponent instead of an own one."""
    return _opponent_moved(scene, scene.before())


def moved_opponent_too(scene: Scene) -> Board | None:
    """Make a turn and move a man of the opponent as well."""
    return _opponent_moved(scene, scene.after())


def _opponent_moved(scene: Scene, board: Board) -> Board | None:
    man, target = scene.pick(board[1]), scene.pick(scene.free)
    return None if man is None or target is None else (board[0], board[1] & ~man | target)


def placed_wrong_colour(scene: Scene) -> Board | None:
    """Place a man of the opponent instead of an own one."""
    target = scene.pick(scene.free) if scene.placing else None
    own, other = scene.before()
    return None if target is None else (own, other | target)


def added_opponent(scene: Scene) -> Board | None:
    """Make a turn and put a man of the opponent on the board."""
    target = scene.pick(scene.free)
    own, other = scene.after()
    return None if target is None else (own, other | target)


def recoloured(scene: Scene) -> Board | None:
    """Exchange a man for one of the other colour, instead of a turn."""
    own, other = scene.before()
    man = scene.pick(own | other)
    return None if man is None else (own ^ man, other ^ man)


def recoloured_too(scene: Scene) -> Board | None:
    """Make a turn and exchange a man that had no part in it."""
    own, other = scene.after()
    man = scene.pick(own & scene.position.own | other)
    return None if man is None else (own ^ man, other ^ man)


def moved_onto_man(scene: Scene) -> Board | None:
    """Move as in chess, onto a man of the opponent."""
    own, other = scene.before()
    man, victim = scene.pick(own), scene.pick(other)
    if scene.placing or man is None or victim is None:
        return None
    return own & ~man | victim, other & ~victim


def forgot_capture(scene: Scene) -> Board | None:
    """Close a mill and take nothing."""
    turn = scene.turn
    return None if turn.captured is None else scene.after(Turn(turn.target, turn.origin))


def took_without_mill(scene: Scene) -> Board | None:
    """Take a man after a turn that closes no mill."""
    own, other = scene.after()
    victim = scene.pick(other) if scene.turn.captured is None else None
    return None if victim is None else (own, other & ~victim)


def only_took(scene: Scene) -> Board | None:
    """Take a man and make no turn."""
    own, other = scene.before()
    victim = scene.pick(other)
    return None if victim is None else (own, other & ~victim)


def took_safe(scene: Scene) -> Board | None:
    """Close a mill and take a man that is safe."""
    turn = scene.turn
    safe = scene.position.other & ~capturable(scene.position.other, scene.record.variant)
    victim = None if turn.captured is None else scene.pick(safe)
    if victim is None:
        return None
    return scene.after(Turn(turn.target, turn.origin, victim.bit_length() - 1))


def took_two(scene: Scene) -> Board | None:
    """Close a mill and take two men."""
    own, other = scene.after()
    victim = None if scene.turn.captured is None else scene.pick(other)
    return None if victim is None else (own, other & ~victim)


def upset(scene: Scene) -> Board | None:
    """Knock against the table: every man goes anywhere."""
    order = scene.rng.permutation(len(list(points_of(scene.record.variant.layout.points))))
    own, other = scene.before()
    shuffled = (_shuffled(own, order), _shuffled(other, order))
    changed = ((own ^ shuffled[0]) | (other ^ shuffled[1])).bit_count()
    return shuffled if changed > 8 else None


def _shuffled(mask: int, order: np.ndarray) -> int:
    return sum(1 << int(order[point]) for point in points_of(mask))
