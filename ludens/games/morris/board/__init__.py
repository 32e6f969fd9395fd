"""The board as a thing: what scene, eyes, legs and hands know of its size."""
