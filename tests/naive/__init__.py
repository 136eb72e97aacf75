"""A second opinion: the three rule texts once more, written slowly and plainly, sharing no code with the package.

Cards are their two-character names, amounts are whole cents, tables are plain dictionaries in the form of a settled
case. Nothing here is quick, general or configurable beyond what a test has to ask.
"""
