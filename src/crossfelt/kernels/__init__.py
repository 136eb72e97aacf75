"""Compiled loops: arrays in, arrays out.

They may not know a rule book, read a clock, print, or hold a table that could change, and no other part imports numba.
Open `hands.py` first.

Numba freezes the first contents of a module-level table, such as points or odds, into the compiled code: hand it in as
an array instead.
"""

from crossfelt.kernels import compile_cache

compile_cache.choose_folder()
