"""Orders to bodies from outside of a run, such as an environment's, delivered like readings of a sensor."""

from dataclasses import replace

from msgspec import structs

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Delivery, Driver, InterposingDriver, Source
from ludens.drivers.inbox import SELDOM_S
from ludens.messages.orders import BodyOrder

SOURCE = Source("orders", SELDOM_S, (Capability("orders", delivers=(BodyOrder,)),))


class OrderDriver(InterposingDriver):
    """Adds the source `orders` to all robots of another driver."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self.robots = tuple(replace(robot, sources=(*robot.sources, SOURCE)) for robot in driver.robots)
        self._coming: dict[str, BodyOrder] = {}

    def order(self, robot: str, order: BodyOrder) -> None:
        """Want this of a robot from its next delivery on."""
        self._coming[robot] = order

    def _due_before(self, delivery: Delivery) -> Delivery | None:
        order = self._coming.pop(delivery.robot, None)
        if order is None:
            return None
        told = structs.replace(order, time_s=delivery.time_ns * 1e-9)
        return Delivery(delivery.time_ns, delivery.robot, SOURCE.name, (told,))
