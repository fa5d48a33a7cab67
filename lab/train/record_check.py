"""Checks that records satisfy what training assumes.

step.c and records.py use counts, types and squares in a record as indices, so each file is checked when it is opened.
"""

import numpy as np

PIECES_MIN = 2
PIECES_MAX = 32
RECORDS_AT_A_TIME = 1 << 16
"""This many records fit into the cache, together with the data computed from them."""

# A record is four little-endian words of 64 bits: squares, two words of pieces, and a word with score, result and
# kings.
TYPE_6_OR_7 = 0x2222_2222_2222_2222
"""Selects the second bit of each piece. In `word & word >> 1`, it is set if the piece has the type 6 or 7."""
KINGS_ABOVE_63 = 0x0000_00C0_C000_0000
"""The bits of bytes 27 and 28 that squares do not use."""


def find_fault(records: np.ndarray) -> tuple[int, str] | None:
    """Returns the index and the fault of the first damaged record in uint8 [records, 32], or None if all are sound."""
    for begin in range(0, len(records), RECORDS_AT_A_TIME):
        words = np.ascontiguousarray(records[begin : begin + RECORDS_AT_A_TIME]).view("<u8")
        counts = count_bits(words[:, 0])
        is_wrong_count = (counts < PIECES_MIN) | (counts > PIECES_MAX)
        pieces = words[:, 1:3]
        last = words[:, 3]
        faults = {
            f"a number of pieces that is not {PIECES_MIN} to {PIECES_MAX}": is_wrong_count,
            "a piece of an unknown type": (pieces & pieces >> 1 & TYPE_6_OR_7).any(axis=1),
            "a king outside the board": (last & KINGS_ABOVE_63) != 0,
            "a result that is not 0, 1 or 2": (last >> 16 & 0xFF) > 2,
        }
        found = [(begin + int(bad.argmax()), what) for what, bad in faults.items() if bad.any()]
        if found:
            return min(found)
    return None


def count_bits(words: np.ndarray) -> np.ndarray:
    """The number of bits that are set in each word (uint64)."""
    pairs = words - (words >> 1 & 0x5555_5555_5555_5555)
    fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
    eights = fours + (fours >> 4) & 0x0F0F_0F0F_0F0F_0F0F
    return eights * 0x0101_0101_0101_0101 >> 56
