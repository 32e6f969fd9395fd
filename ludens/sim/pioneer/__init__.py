"""The simulated Pioneer: a robot with two driven wheels."""
