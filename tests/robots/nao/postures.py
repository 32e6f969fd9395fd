"""Postures to try: any that the joints allow."""

import numpy as np
from hypothesis import strategies as st

from ludens.robots.nao import HIGHEST_RAD, LOWEST_RAD


def _posture(shares: list[float]) -> np.ndarray:
    return LOWEST_RAD + np.array(shares) * (HIGHEST_RAD - LOWEST_RAD)


postures = st.lists(st.floats(0.0, 1.0), min_size=25, max_size=25).map(_posture)
"""Every joint anywhere between its limits."""
