"""Compiled loops: arrays in, arrays out. No other part of Crossfelt imports numba.

May not know a rule book, a game or a seat: whatever a loop needs to know is an array or a number handed in.
May not keep a table at module level that could ever change, such as points or odds: numba freezes its first contents
into the compiled code.
May not read the clock or print, and has no chance of its own: the state of a generator is handed in.
"""

from crossfelt.kernels import compiled

compiled.choose_folder()
