"""King buckets: the square of a side's own king selects one of several tables of feature weights.

A layout is a table of 64 numbers, by the king's square as its owner sees it (a1 = 0, the owner's first rank first). The
engine finds the table in the network's file (nnue/network_file.ts). Left and right share a bucket, so every layout
suits a mirrored network.

The buckets are small on the first rank, where most kings are, and large where few kings are.
"""

import numpy as np

LAYOUTS = {
    1: ["0000"] * 8,
    2: ["0000"] + ["1111"] * 7,
    4: ["0011"] + ["2222"] + ["3333"] * 6,
    8: ["0123", "4455"] + ["6666"] * 2 + ["7777"] * 4,
    16: ["0123", "4567", "8899", "aabb", "ccdd", "ccdd", "eeff", "eeff"],
}
"""Buckets of the files a to d, from the first rank up, as hexadecimal digits."""


def bucket_table(count: int) -> np.ndarray:
    """The layout of this many buckets: uint8 [64]."""
    rows = [[int(digit, 16) for digit in row] for row in LAYOUTS[count]]
    return np.array([row + row[::-1] for row in rows], np.uint8).reshape(64)
