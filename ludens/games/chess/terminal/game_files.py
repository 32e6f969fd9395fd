"""Games as PGN files, as a person names them: written without overwriting, read with every move checked."""

from collections.abc import Mapping
from pathlib import Path

from ludens.core.errors import LudensError
from ludens.games.chess.rules.errors import ChessError
from ludens.games.chess.rules.pgn import game_from_pgn, pgn_of
from ludens.games.chess.rules.record import ChessRecord


def write_game(record: ChessRecord, headers: Mapping[str, str], name: str) -> None:
    """Write a game to a new file."""
    try:
        with Path(name).expanduser().open("x", encoding="utf-8") as file:
            file.write(pgn_of(record, headers))
    except FileExistsError:
        raise LudensError(f"{name} exists already and is not overwritten.") from None
    except (OSError, RuntimeError) as error:
        raise LudensError(f"{name} cannot be written: {_why(error)}.") from error


def read_game(name: str) -> ChessRecord:
    """The first game in a file; what its players ended goes on."""
    try:
        record = game_from_pgn(Path(name).expanduser().read_text("utf-8")).record
    except (OSError, RuntimeError, UnicodeDecodeError) as error:
        raise LudensError(f"{name} cannot be read: {_why(error)}.") from error
    except ChessError as error:
        raise LudensError(f"{name} holds no game that can be played through. {error}") from error
    return ChessRecord(record.start, record.moves)


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
