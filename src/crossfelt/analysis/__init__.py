"""Analysis of both games: `crisscross/` solves Criss Cross Poker exactly, `king/` plays King Cross by learned values.

Most of it imports numpy and the kernels, so a server or command may import such a module only where it computes, and it
contains no rules of its own. Open `crisscross/solver.py` first.
"""
