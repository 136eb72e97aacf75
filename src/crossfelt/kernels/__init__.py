"""Compiled loops: arrays in, arrays out.

They may not read a rule book or a clock, print, or define a table that could change, and no other part imports numba.
Open `hands.py` first.

Numba freezes the first contents of a module-level table, such as points or odds, into the compiled code: pass it in as
an array instead.
"""

from crossfelt.kernels import compile_cache

compile_cache.choose_folder()
