"""The steps from each version of the database to the next, run by alembic.

They may not import the rest of `storage`, so that a step always does the same. Open `env.py` first.
"""
