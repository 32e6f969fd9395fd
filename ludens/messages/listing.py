"""A list with columns, as it is shown to people: who plays, what was said."""

from msgspec import Struct


class ListingRow(Struct, frozen=True, kw_only=True):
    """One line: a cell for each column, in plain words."""

    cells: tuple[str, ...]
    colour: str = ""  # of a mark before it; "" for none
    is_faded: bool = False
    robot: str = ""  # whom it is about


class Listing(Struct, frozen=True, kw_only=True):
    """Titles of the columns, and the lines below them; the last column is as wide as there is room."""

    columns: tuple[str, ...]
    rows: tuple[ListingRow, ...] = ()
