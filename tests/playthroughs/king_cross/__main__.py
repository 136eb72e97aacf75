"""Writes the transcripts."""

from tests.playthroughs.king_cross.scenarios import SCENARIOS, transcript

for scenario in SCENARIOS:
    scenario.path.write_text(transcript(scenario.play()), encoding="utf-8")
