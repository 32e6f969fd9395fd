"""Simulated sensors: each reads the physics, adds its imperfections and returns the real device's message."""
