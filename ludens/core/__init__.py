"""The runtime every game stands on: modules, cyclers, clocks, configuration, recording, debug, faults."""
