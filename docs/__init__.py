"""The documentation and the scripts for its tables and pictures. Not part of the installed package."""
