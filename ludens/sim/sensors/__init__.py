"""Simulated sensors: each reads the physics, adds its own imperfections and returns the message of the real
device.
"""
