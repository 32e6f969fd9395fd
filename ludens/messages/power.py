"""What a robot runs on."""

from ludens.messages.message import Message


class BatteryState(Message):
    """The battery as its own board reports it."""

    charge: float  # 0 empty to 1 full
    current_a: float  # negative while the robot draws, positive while it is charged
    temperature_c: float
    status: int  # the board's own flags, as they came
