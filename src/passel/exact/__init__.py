"""Exact play: win probabilities and best actions, solved and not sampled.

- `odds`, `kernel`: what a throw does, as numbers; the hot loops
- `ending`, `fixpoint`, `cells`, `solve`: two seats that play the best
- `ring`, `wheel`, `mixing`, `circle`: three seats or more that each play for themselves
- `table`, `match`: policies as tables, against each other, and the best response
- `exploit`, `memorable`: what a policy gives away; the best of simple policies
- `shared`: shared turns of two seats
- `solitaire`: one seat alone, and what one turn brings
- `advise`: what to do in a position
- `mass`: very many games between tabulated policies
- `shelf`: solutions that are kept
- `proof`: solutions held against the rules of the game
"""
