"""One module for each step; its name is the version that it leads to."""
