"""The par sheet as a workbook: counts and pay entries are inputs, and every other number is a formula.

It may not write a result as a constant, nor a count that a cell can't hold exactly. Open `par_xlsx.py` first.
"""
