"""The learned weights of King Cross, one file for each way to score.

There is no code here: `weights_file.py` in the folder above reads the files. Open `README.md` first.
"""
