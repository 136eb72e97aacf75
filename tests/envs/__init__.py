"""Tests of the gymnasium environments."""
