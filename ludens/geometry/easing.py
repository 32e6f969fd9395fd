"""A way from 0 to 1 that begins and ends at rest: the quintic of minimal jerk."""

PEAK_TO_MEAN = 1.875
"""Of the speed along `eased`: a quintic is fastest in its middle."""


def eased(share: float) -> float:
    """Return 0 to 1 for 0 to 1, with no speed and no acceleration at both ends."""
    x = min(max(share, 0.0), 1.0)
    return x * x * x * (10.0 + x * (6.0 * x - 15.0))
