"""Bonus Spin and Bonus Spin Xtreme: wheels and lists as the text prints them, what a house chooses, and their play."""
