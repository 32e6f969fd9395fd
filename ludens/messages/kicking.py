"""What a kick says about itself."""

from ludens.messages.message import Message


class KickReport(Message):
    """What the kick is doing, as commanded: joints follow some hundredths of a second later."""

    phase: (
        str  # "get ready", "shift", "draw back", "swing", "follow through", "retract", "put down", "return"
    )
    share: float  # of the phase, 0 to 1
    with_left: bool
    refused: str = (
        ""  # why the ball was not kicked: it lay out of reach, a shove came, another motion was wanted
    )
