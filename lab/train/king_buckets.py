"""King buckets: the square of a side's own king selects one of several tables of feature weights.

A layout is a table of 64 numbers, indexed by the king's square as its owner sees it (a1 = 0, the owner's first rank
first). A square and its mirror image on the other wing share a bucket, so every layout suits a mirrored network.
"""

import numpy as np

LAYOUTS = {
    1: ["0000"] * 8,
    2: ["0000"] + ["1111"] * 7,
    4: ["0011"] + ["2222"] + ["3333"] * 6,
    8: ["0123", "4455"] + ["6666"] * 2 + ["7777"] * 4,
    16: ["0123", "4567", "8899", "aabb", "ccdd", "ccdd", "eeff", "eeff"],
}
"""Buckets of the squares on files a to d, as hexadecimal digits, from the first rank up."""


def bucket_table(count: int) -> np.ndarray:
    """The layout with this many buckets, as uint8 [64]."""
    rows = [[int(digit, 16) for digit in row] for row in LAYOUTS[count]]
    return np.array([row + row[::-1] for row in rows], np.uint8).reshape(64)
