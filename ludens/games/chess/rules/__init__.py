"""All of chess that needs no robot: physical pieces and their places, legality with reasons, what a person
did, and how a move is done with the hand. Squares, pieces and moves are python-chess's own.
"""
