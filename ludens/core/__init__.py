"""The runtime every game stands on: modules, graph, cyclers, clocks, configuration, recording, debug streams, faults."""
