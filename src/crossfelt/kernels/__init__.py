"""Compiled loops: arrays in, arrays out. No other part of Crossfelt imports numba.

May not know a rule book, a game or a seat: whatever a loop needs to know is an array or a number handed in.
May not keep a table at module level: numba would freeze its first contents into the compiled code.
May not draw random numbers, read the clock or print.
"""

from crossfelt.kernels import compiled

compiled.choose_folder()
