"""Lays faults over any driver: simulation, real robot or recording."""

from collections.abc import Iterable

from msgspec import structs

from ludens.core.contract.driver import Delivery, Driver, DriverWrapper
from ludens.core.errors import LudensError, did_you_mean
from ludens.drivers.faults.effects import Effect
from ludens.drivers.faults.table import FAULTS, SensorFault
from ludens.messages import Message


class FaultyDriver(DriverWrapper):
    """Another driver, with sensors that fail. Everything else passes through.

    A fault strikes every robot whose model has it; one that no robot here has is refused.
    """

    def __init__(self, driver: Driver, faults: Iterable[SensorFault]) -> None:
        super().__init__(driver)
        self._faults = tuple(faults)
        self._models = {robot.name: robot.model for robot in driver.robots}
        known = {name for model in self._models.values() for name in FAULTS.get(model, {})}
        for fault in self._faults:
            if fault.name not in known:
                models = ", ".join(sorted(set(self._models.values()))) or "robot"
                raise LudensError(
                    f"'{fault.name}' is no fault of a {models}; {did_you_mean(fault.name, known)}"
                )
        self._effects: dict[tuple[str, str], tuple[tuple[Effect, float], ...]] = {}

    def next_delivery(self) -> Delivery | None:
        """Return what still arrives, as it arrives now."""
        while (delivery := self.driver.next_delivery()) is not None:
            effects = self._effects_on(delivery.robot, delivery.source)
            messages = tuple(
                left for message in delivery.messages if (left := _suffer(message, effects)) is not None
            )
            if messages:
                return structs.replace(delivery, messages=messages)
        return None

    def _effects_on(self, robot: str, source: str) -> tuple[tuple[Effect, float], ...]:
        place = robot, source
        if place not in self._effects:
            table = FAULTS.get(self._models.get(robot, ""), {})
            self._effects[place] = tuple(
                (table[fault.name](), fault.time_s) for fault in self._faults if fault.name in table
            )
        return self._effects[place]


def _suffer(message: Message, effects: tuple[tuple[Effect, float], ...]) -> Message | None:
    suffered: Message | None = message
    for effect, time_s in effects:
        if suffered is not None:
            suffered = effect(suffered, broken=suffered.time_s >= time_s)
    return suffered
