"""The web app: the page and, beside it, what serves it.

The page plays by itself: `static/engine/` holds the twins of the library's modules, and
`catalogue` makes the data of the rules that they read.
"""
