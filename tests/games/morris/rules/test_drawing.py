from ludens.games.morris.rules import Side
from ludens.games.morris.rules.notation import drawing
from tests.games.morris.samples import position


def test_every_man_stands_where_its_name_says():
    lines = drawing(position("a7 e4 d2", "g1 c5 d6")).splitlines()
    assert {line[0]: line[3:].replace("-", "").replace("|", "").split() for line in lines[:13:2]} == {
        "7": ["O··"],
        "6": ["·@·"],
        "5": ["@··"],
        "4": ["···", "O··"],
        "3": ["···"],
        "2": ["·O·"],
        "1": ["··@"],
    }


def test_lines_keep_their_length_whoever_stands_on_them():
    empty = drawing(position()).splitlines()[:14]
    full = drawing(
        position("a7 b6 c5 a4 b4 c4 a1 b2 c3 g7 f6 e5", "d7 d6 d5 d3 d2 d1 g1 f2 e3")
    ).splitlines()[:14]
    assert [len(line) for line in empty] == [len(line) for line in full]


def test_it_says_whose_turn_it_is():
    text = drawing(position("a7", hands=(8, 9), side=Side.BLACK))
    assert text.endswith("black to move; in hand: white 8, black 9")
