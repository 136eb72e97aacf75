"""How many situations there are: figures that any other program for the same game must find too."""
