"""Experiments of soccer: what the eyes see, what the robot knows, and whether it scores."""
