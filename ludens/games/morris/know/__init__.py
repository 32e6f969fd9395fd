"""What the humanoid believes about board and men, by everything seen so far."""
