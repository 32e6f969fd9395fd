"""Games in which tests cheat, and a look at a board by the names of its points."""

from ludens.games.morris.judge import SeenBoard, Verdict, judge
from ludens.games.morris.rules import GameRecord, new_game
from tests.games.morris.samples import men, position

MOVING = new_game(start=position("a1 d1 g4 b4 c3", "a7 d7 g7 b6 f4"))
FLYING = new_game(start=position("a1 d1 g4", "a7 d7 g7 b6"))
PLACING = new_game(start=position("a1 d1", "a7 d7 g7", hands=(7, 6)))
IN_MILLS = new_game(start=position("a1 d1 g4 b4", "a7 d7 g7"))
OVER = new_game(start=position("a1 d1", "a7 d7 g7"))


def look(record: GameRecord, white: str, black: str, unknown: str = "") -> Verdict:
    return judge(record, SeenBoard(men(white), men(black), men(unknown)))
