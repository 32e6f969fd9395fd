"""Whole numbers as people and other programs write them.

`str.isdigit` also takes `²` and `௫`, and `int` refuses more than some thousand digits: each ends in a
traceback where somebody only mistyped. Here everything that is no plain number is None.
"""

MOST_DIGITS = 18  # what fits into 64 bits


def whole_number(text: str, *, least: int = 0, most: int = 10**MOST_DIGITS - 1) -> int | None:
    """The number that a text writes in plain digits, with a minus perhaps; None outside its limits."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS):
        return None
    number = int(text)
    return number if least <= number <= most else None
