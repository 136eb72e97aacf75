"""Draw the environments for the documentation: `.venv/bin/python -m docs.make_environment_pictures`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
from PIL import Image

from crossfelt.envs import CRISS_CROSS, KING_CROSS, baseline

PICTURES = Path(__file__).parent / "pictures"
SCENES = {
    "environment-king.png": (KING_CROSS, "expert", 17, 1),
    "environment-criss-cross.png": (CRISS_CROSS, "optimal", 2, 7),
}
"""Picture -> environment, player, steps before the picture, seed."""


def main() -> None:
    """Play part of each game and save a picture of it."""
    for file, (name, level, steps, seed) in SCENES.items():
        env: Any = gymnasium.make(name, render_mode="rgb_array")
        player = baseline(env, level)
        observation, _ = env.reset(seed=seed)
        for _ in range(steps):
            observation, *_ = env.step(player.act(observation))
        Image.fromarray(env.render()).save(PICTURES / file, optimize=True)


if __name__ == "__main__":
    main()
