"""Games as text files, as a person names them: written without overwriting, read with every turn checked."""

from pathlib import Path

from ludens.core.errors import LudensError
from ludens.games.morris.rules import STANDARD, GameRecord, MorrisError, game_from_text, game_text


def write_game(record: GameRecord, name: str) -> None:
    """Write a game to a new file."""
    try:
        with Path(name).expanduser().open("x", encoding="utf-8") as file:
            file.write(game_text(record))
    except FileExistsError:
        raise LudensError(f"{name} exists already and is not overwritten.") from None
    except (OSError, RuntimeError) as error:
        raise LudensError(f"{name} cannot be written: {_why(error)}.") from error


def read_game(name: str) -> GameRecord:
    """The game in a file; only the standard rules are played at this table."""
    try:
        record = game_from_text(Path(name).expanduser().read_text("utf-8"))
    except (OSError, RuntimeError, UnicodeDecodeError) as error:
        raise LudensError(f"{name} cannot be read: {_why(error)}.") from error
    except MorrisError as error:
        raise LudensError(f"{name} holds no game that can be played through. {error}") from error
    if record.variant != STANDARD:
        raise LudensError(f"The game in {name} goes by other rules; here the standard ones are played.")
    return record


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
