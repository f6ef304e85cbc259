"""Exact play: win probabilities and best actions, solved and not sampled.

- `odds`, `kernel`: what a throw does, as numbers; the hot loops
- `ending`, `fixpoint`, `cells`, `solve`: two seats that play the best
- `table`, `match`: policies as tables, against each other, and the best response
- `solitaire`: one seat alone, and what one turn brings
- `advise`: what to do in a position
- `mass`: very many games between tabulated policies
- `shelf`: solutions that are kept
- `proof`: solutions held against the rules of the game
"""
