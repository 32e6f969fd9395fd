"""Runs a checked setup: clocks, cyclers, threads, watchdog, profiling."""
