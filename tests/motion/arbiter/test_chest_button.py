from ludens.core.contract.module import CycleTime
from ludens.messages import FallReport, TouchState
from ludens.messages.balance import FallState
from ludens.motion.arbiter import ChestButton


def penalised(button: ChestButton, *pressed: str, state: FallState = "upright") -> bool:
    touch = TouchState(time_s=0.0, pressed=pressed)
    falls = FallReport(time_s=0.0, state=state, direction="forward", lean_rad=0.0)
    return button.cycle(CycleTime(time_s=0.0), touch, falls).penalised


def test_one_press_penalises_and_the_next_one_lets_go_on() -> None:
    button = ChestButton()
    assert not penalised(button)
    assert penalised(button, "chest button")
    assert penalised(button, "chest button")
    assert penalised(button)
    assert not penalised(button, "chest button")


def test_the_floor_that_presses_the_chest_penalises_nobody() -> None:
    button = ChestButton()
    assert not penalised(button, "chest button", state="fallen")
    assert not penalised(button, "chest button")
