"""Exact play: win probabilities and best actions, solved and not sampled."""
