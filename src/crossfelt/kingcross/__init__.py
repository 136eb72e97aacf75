"""King Cross Poker, pure: the sheet, its scoring, matches, views, notation.

Nothing here knows a clock, a file outside its own packaged data, a network or a source of chance: rolls come in as
actions, and a policy that wants to draw is handed a generator. What a house may score or read otherwise is data in
`scorecards/`. Imports only the vocabulary (cards, chance, ranking, errors) and what any game promises.
"""
