"""The league's wire: packets of GameController and team messages, byte by byte, and how they travel.

Over UDP between real programs, through simulated air in simulated time: peers that carry the same bytes.
"""
