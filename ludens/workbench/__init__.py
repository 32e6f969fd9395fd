"""The workbench of one humanoid: drive it, pose it, calibrate it, measure it. No game is played here."""
