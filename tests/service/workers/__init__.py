"""Thinking in worker processes: real ones, asked, killed and outlived."""
