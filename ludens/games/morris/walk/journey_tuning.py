"""What can be set about a journey round the table."""

from dataclasses import dataclass

from ludens.games.morris.walk.way import Manner


@dataclass(frozen=True, slots=True, kw_only=True)
class JourneyTuning:
    """Distances are from the torso's shadow to the table's edge."""

    manner: Manner = "facing"
    clearance_m: float = 0.19  # on the way round, for a robot that knows exactly where it is
    aside_more_m: float = 0.08  # if it walks ahead: elbows are wide, and corners are cut
    sigmas: float = 2.5  # of its doubt, by which it keeps farther away
    closest_m: float = 0.12  # nearer on the way round it steps back
    rest_clearance_m: float = 0.45  # where it sits down to rest: its legs stretch forward
    carrot_m: float = 0.14  # how far ahead on its way it aims
    strayed_m: float = 0.12  # from its way, before it plans anew
    lost_m: float = 0.3  # σ from which on it may be anywhere
    sure_m: float = 0.008  # σ that allows to step up to the table
    looks_s: float = 0.6  # at rest, before a look counts
    patience_s: float = 2.5  # for the marker to be seen where it should be
    near_m: float = 0.04  # to a place on the way
    near_rad: float = 0.08
    short_m: float = 0.010  # of the station, where it aims: in stopping it comes a little farther
    good_m: float = 0.007  # to the station; worse is corrected
    good_rad: float = 0.0175
    fair_m: float = 0.015  # to the station, after all corrections
    fair_rad: float = 0.04
    corrections: int = 3
    hindrances: int = 3  # collisions before it gives up
    longest_s: float = 150.0  # without rests
