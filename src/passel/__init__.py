"""Passel: play, score and study the Pig family of dice games, with exact odds.

The library is the game; the command line and the page are its twins. The usual way in:

>>> from passel.variants import rules
>>> from passel.game import Hold, Throw, apply, start
>>> state = start(rules("pig,target=50"), seats=2)
>>> state = apply(apply(state, Throw((6,))), Hold(1))
>>> state.scores, state.to_move
((6, 0), (2,))
"""

__version__ = "0.1.0"
