"""Paper and files: PDF, HTML and workbooks of par sheets, strategy cards, submissions, simulations and score sheets.

It may not compute a figure other than the stored result of a formula, and text from outside is data for a template,
never markup. Open `par_sheet.py` first.
"""
