"""One suite for every storage, and what only a file can show: kills, full disks, edits."""
