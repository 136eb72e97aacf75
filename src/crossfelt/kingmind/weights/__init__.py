"""Learned weights as files, one for each way to score. Holds no code: `crossfelt.kingmind.weights_file` reads them."""
