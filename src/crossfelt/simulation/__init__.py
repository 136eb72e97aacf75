"""Many rounds of whole tables by chance: plans, seats that play by strategies, counts, and what they come to.

May not know a terminal or a page, and nothing that it counts may depend on who counts it: a round is given by the
seed and its number alone. Exact values stand beside an estimate, never in its place.
"""
