"""Things that break, for tests and for seeing what a robot does then."""

from ludens.drivers.faults.driver import FAULTS, FaultyDriver, SensorFault, parse_fault

__all__ = ["FAULTS", "FaultyDriver", "SensorFault", "parse_fault"]
