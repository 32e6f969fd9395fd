"""How a body moves: poses, and a humanoid's walk. Knows no game and no simulation."""
