"""The published rule sets, one versioned TOML each; data only, never edited once released."""
