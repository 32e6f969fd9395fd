"""Whether a kick that somebody asked for has begun and ended: the one place that knows how a kick tells."""

from ludens.messages import WantedJoints


class KickProgress:
    """Follows one kick, from the moment at which it is asked for."""

    def __init__(self) -> None:
        self._begun = False
        self.is_over = False

    def look(self, wanted: WantedJoints | None) -> bool:
        """Take in what the kick wants of the joints in this cycle, if anything; return whether it is over.

        A kick from before still says that it is finished until the new one has the body. One that has begun
        and falls silent was broken off: another motion has the body.
        """
        if wanted is not None and not wanted.finished:
            self._begun = True
        elif self._begun:
            self.is_over = True
        return self.is_over
