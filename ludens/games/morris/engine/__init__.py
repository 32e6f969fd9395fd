"""Talking with other programs, by the text protocol that engines of this game speak, in both directions."""
