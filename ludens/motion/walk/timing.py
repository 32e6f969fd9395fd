"""Whether the swinging foot has landed before the clock says so, as its pressure tells.

A foot that meets the floor early (the body tips to its side) then takes the weight at once. It must have been
off the floor in the present step and carry for two readings: the pressure of a dead or frozen sensor does not
go and come, so it says nothing, and the clock counts.
"""

READINGS_TO_LAND = 2
"""One reading alone may be noise."""

Carrying = tuple[bool, bool]


class StepTiming:
    """Follows the left and the right foot through a step."""

    def __init__(self) -> None:
        self._was_free = [False, False]  # in the present step
        self._readings = [0, 0]  # in a row that carry

    def begin(self) -> None:
        """Take note that a step begins."""
        self._was_free = [False, False]

    def feel(self, carrying: Carrying | None) -> None:
        """Take in which feet carry, left and right; nothing when nobody knows."""
        for foot in (0, 1):
            carries = carrying is not None and carrying[foot]
            self._readings[foot] = self._readings[foot] + 1 if carries else 0
            self._was_free[foot] = carrying is not None and (self._was_free[foot] or not carries)

    def has_landed(self, *, left: bool) -> bool:
        """Whether this foot was off the floor in the present step and carries again."""
        foot = 0 if left else 1
        return self._was_free[foot] and self._readings[foot] >= READINGS_TO_LAND
