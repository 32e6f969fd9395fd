"""The humanoid by itself: no game yet, only a body that walks and is measured while it does."""
