"""Algorithms that see: from pixels to regions, round objects, markers and a ball; no game in sight."""
