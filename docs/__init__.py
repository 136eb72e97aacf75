"""The documentation, and what makes its tables and pictures. No part of the installed package."""
