"""What is asked before a game at a board: who plays, how well, in which language."""

from collections.abc import Mapping

from ludens.studio.questions import NOISE, OptionQuestion, Question, UnaskedOption

LEVELS: dict[int | None, str] = {
    None: "as usual",
    0: "0, a child",
    **{level: str(level) for level in range(1, 10)},
    10: "10, its best",
}
PERSONS = {
    "perfect": "plays fair and exactly",
    "average": "is a little careless",
    "clumsy": "is clumsy",
    "cheating": "cheats",
}


def board_questions(telling: Mapping[str, str]) -> tuple[Question, ...]:
    """The questions of one game; `telling` are the ways of telling the robot its turns, in words."""
    robot, person, human = "the robot", "a simulated person", {"human": "you, by clicks"}
    return (
        OptionQuestion("white", "White", {None: robot, "person": person, **human, **telling}),
        OptionQuestion("black", "Black", {**human, None: person, "engine": robot, **telling}),
        OptionQuestion("level", "The robot's strength", LEVELS),
        OptionQuestion("person", "The simulated person", PERSONS),
        OptionQuestion("language", "Language", {None: "English", "de": "Deutsch"}),
        NOISE,
        OptionQuestion(
            "fen",
            "Position",
            help="To begin from, written as FEN; empty: as every game begins.",
            is_rare=True,
        ),
        UnaskedOption("games"),  # the home page keeps games, and goes on with them
        UnaskedOption("resume", is_forgotten=True),
        UnaskedOption("kept", is_forgotten=True),
    )
