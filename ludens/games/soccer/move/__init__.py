"""From what a player wants to what legs and head are asked for."""
