"""Positions as records of 32 bytes: found, read in shuffled batches, decoded into features of the network.

The layout of a record is documented in tools/records.ts, the features in nnue/features.ts. Decoding is done by PyTorch,
so that it runs wherever the training runs.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

RECORD_BYTES = 32
VALIDATION_NAME = "validation.bin"
FEATURES = 768
BUCKETS = 8
BLOCKS_PER_BATCH = 16
"""A batch is made of so many blocks of neighbouring records."""

PIECES = "pnbrqk"


@dataclass
class Batch:
    """Decoded positions. Features are one after the other, those of a position begin at its offset."""

    own: torch.Tensor
    """Features as the side to move sees them, int32 [number of pieces]."""
    other: torch.Tensor
    """The same pieces as the other side sees them."""
    offsets: torch.Tensor
    """Where the features of each position begin, int32 [positions]."""
    bucket: torch.Tensor
    """Row of output weights, int64 [positions]."""
    score: torch.Tensor
    """Centipawns from the side to move, float32 [positions]."""
    result: torch.Tensor
    """0 lost, 0.5 drawn, 1 won, float32 [positions]."""


def decode(records: torch.Tensor, mirror: bool) -> Batch:
    """Decodes records, uint8 [positions, 32].

    With `mirror`, a side whose king is on e to h sees left and right exchanged.
    """
    device = records.device
    bits = (records[:, :8].unsqueeze(2) >> torch.arange(8, dtype=torch.uint8, device=device)) & 1
    bits = bits.reshape(-1, 64)
    counts = bits.sum(dim=1, dtype=torch.int32)
    offsets = torch.cumsum(counts, 0, dtype=torch.int32) - counts
    row, square = bits.nonzero(as_tuple=True)
    square = square.to(torch.int32)
    place = torch.arange(len(row), dtype=torch.int32, device=device) - offsets[row]
    nibbles = torch.stack((records[:, 8:24] & 15, records[:, 8:24] >> 4), dim=2).reshape(-1, 32)
    code = nibbles.reshape(-1)[row * 32 + place].to(torch.int32)
    kind = (code & 7) * 64
    is_other = code >> 3
    own_square, other_square = square, square ^ 56
    if mirror:
        own_flip = ((records[:, 27] >> 2 & 1) * 7).to(torch.int32)
        other_flip = ((records[:, 28] >> 2 & 1) * 7).to(torch.int32)
        own_square = own_square ^ own_flip[row]
        other_square = other_square ^ other_flip[row]
    score = records[:, 24].to(torch.int32) | records[:, 25].view(torch.int8).to(torch.int32) << 8
    return Batch(
        own=is_other * 384 + kind + own_square,
        other=(1 - is_other) * 384 + kind + other_square,
        offsets=offsets,
        bucket=torch.clamp((counts.to(torch.int64) - 2) >> 2, max=BUCKETS - 1),
        score=score.to(torch.float32),
        result=records[:, 26].to(torch.float32) / 2,
    )


class RecordSet:
    """The records of a folder, mapped into memory rather than read."""

    def __init__(self, folder: Path):
        paths = sorted(path for path in folder.glob("positions-*.bin") if path.stat().st_size > 0)
        self.files = [map_records(path) for path in paths]
        self.count = sum(len(file) for file in self.files)
        if self.count == 0:
            raise SystemExit(f"Expected records (positions-*.bin) in {folder}, but there are none")
        validation = folder / VALIDATION_NAME
        has_validation = validation.exists() and validation.stat().st_size > 0
        self.validation = map_records(validation) if has_validation else np.zeros((0, RECORD_BYTES), np.uint8)
        about = folder / "about.json"
        self.about = json.loads(about.read_text()) if about.exists() else {}

    def batches(self, size: int, seed: int):
        """Nearly all records once, in batches of `size`, a multiple of 16; others are left out for each seed.

        The files are shuffled already, so it is enough to draw blocks of neighbours: 16 make a batch, and a disk likes
        them. What fills no block of its file, and what blocks fill no batch, is left out. The blocks of a file begin at
        a random offset and come in random order, so over the epochs every record is seen, except in a file that is
        shorter than a block. The number of batches is always the same.
        """
        block = size // BLOCKS_PER_BATCH
        random = np.random.default_rng(seed)
        blocks = []
        for file, records in enumerate(self.files):
            offset = int(random.integers(len(records) % block + 1))
            blocks += [(file, begin) for begin in range(offset, len(records) - block + 1, block)]
        order = random.permutation(len(blocks))
        for first in range(0, len(order) - BLOCKS_PER_BATCH + 1, BLOCKS_PER_BATCH):
            parts = [blocks[i] for i in order[first : first + BLOCKS_PER_BATCH]]
            yield np.concatenate([self.files[file][begin : begin + block] for file, begin in parts])

    def count_blocks(self, size: int) -> int:
        """How many blocks there are for batches of `size`."""
        return sum(len(file) // (size // BLOCKS_PER_BATCH) for file in self.files)

    def batches_per_epoch(self, size: int) -> int:
        """How many batches `batches` makes."""
        return self.count_blocks(size) // BLOCKS_PER_BATCH


def map_records(path: Path) -> np.ndarray:
    """The records of a file, uint8 [records, 32]."""
    size = path.stat().st_size
    if size % RECORD_BYTES != 0:
        raise SystemExit(f"Expected {path} to hold records of {RECORD_BYTES} bytes, but it has {size} bytes")
    return np.memmap(path, dtype=np.uint8, mode="r", shape=(size // RECORD_BYTES, RECORD_BYTES))


def record_of_fen(fen: str) -> bytes:
    """The record of a position, without score and result."""
    board, side = fen.split()[:2]
    is_black = side == "b"
    pieces: dict[int, int] = {}
    kings = {}
    for i, row in enumerate(board.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            square = ((7 - i) * 8 + file) ^ (56 if is_black else 0)
            is_other = letter.islower() != is_black
            kind = PIECES.index(letter.lower())
            pieces[square] = kind | (8 if is_other else 0)
            if kind == 5:
                kings[is_other] = square
            file += 1
    record = bytearray(RECORD_BYTES)
    for place, square in enumerate(sorted(pieces)):
        record[square >> 3] |= 1 << (square & 7)
        record[8 + place // 2] |= pieces[square] << 4 * (place & 1)
    record[26] = 1
    record[27] = kings[False]
    record[28] = kings[True] ^ 56
    return bytes(record)
