"""Reads positions from 32-byte records in shuffled batches, and decodes them into the network's features.

lab/games/records.ts describes a record, and nnue/features.ts the features.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from record_check import find_fault

RECORD_BYTES = 32
POSITIONS_PATTERN = "positions-*.bin"
VALIDATION_NAME = "validation.bin"
ABOUT_NAME = "about.json"
"""This file is written last, so if it exists, the records are complete."""
FEATURES = 768
BUCKETS = 8
BLOCKS_PER_BATCH = 16
"""A batch consists of this many blocks of neighbouring records."""

PIECES = "pnbrqk"
MAX_PIECES = 32


@dataclass
class Batch:
    """Decoded positions. The features of all positions are in one list; a position's features begin at its offset."""

    own: torch.Tensor
    """The pieces as the side to move sees them: king bucket · 768 + feature, int32 [number of pieces]."""
    other: torch.Tensor
    """The same pieces, seen by the opponent."""
    offsets: torch.Tensor
    """Where the features of each position begin, int32 [positions]."""
    bucket: torch.Tensor
    """Which row of output weights to use, int64 [positions]."""
    score: torch.Tensor
    """Centipawns from the side to move's point of view, float32 [positions]."""
    result: torch.Tensor
    """0 lost, 0.5 drawn, 1 won, float32 [positions]."""


def decode(records: torch.Tensor, mirror: bool, bucket_of: torch.Tensor) -> Batch:
    """Decodes records (uint8 [positions, 32]). `bucket_of` is the layout of the king buckets (uint8 [64])."""
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
    own_start, other_start = (bucket_of[records[:, king].long()].to(torch.int32) * FEATURES for king in (27, 28))
    score = records[:, 24].to(torch.int32) | records[:, 25].view(torch.int8).to(torch.int32) << 8
    return Batch(
        own=own_start[row] + is_other * 384 + kind + own_square,
        other=other_start[row] + (1 - is_other) * 384 + kind + other_square,
        offsets=offsets,
        bucket=torch.clamp((counts.to(torch.int64) - 2) >> 2, max=BUCKETS - 1),
        score=score.to(torch.float32),
        result=records[:, 26].to(torch.float32) / 2,
    )


class RecordSet:
    """The records of a folder, mapped into memory rather than read."""

    def __init__(self, folder: Path):
        paths = sorted(folder.glob(POSITIONS_PATTERN))
        self.files = [file for file in map(map_records, paths) if len(file) > 0]
        self.count = sum(len(file) for file in self.files)
        if self.count == 0:
            raise SystemExit(f"Expected records ({POSITIONS_PATTERN}) in {folder}, but there are none")
        self.about = read_about(folder)
        validation = folder / VALIDATION_NAME
        self.validation = map_records(validation) if validation.exists() else np.zeros((0, RECORD_BYTES), np.uint8)
        expected = tuple(self.about.get(name) for name in ("training", "validation"))
        actual = self.count, len(self.validation)
        if expected != actual:
            said = "{} records to learn from and {} kept apart".format
            raise SystemExit(f"Expected {said(*expected)} in {folder}, but got {said(*actual)}; expand the games again")

    def sample(self, count: int) -> np.ndarray:
        """At most `count` training records: the first ones of each file, because the files are shuffled."""
        return np.concatenate([file[: count // len(self.files)] for file in self.files])

    def batches(self, size: int, seed: int):
        """Yields nearly all records, in batches of `size`, a multiple of 16. The seed decides which are left out.

        The files are shuffled, so a batch can consist of 16 blocks of neighbouring records. Blocks begin at a
        random offset, so that every record is used in some epoch.
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
        return sum(len(file) // (size // BLOCKS_PER_BATCH) for file in self.files)

    def batches_per_epoch(self, size: int) -> int:
        return self.count_blocks(size) // BLOCKS_PER_BATCH


def read_about(folder: Path) -> dict:
    path = folder / ABOUT_NAME
    if not path.is_file():
        missing = "but there is none, so records may be missing; expand the games again"
        raise SystemExit(f"Expected {ABOUT_NAME} beside the records in {folder}, {missing}")
    try:
        about = json.loads(path.read_text())
    except ValueError as error:
        raise SystemExit(f"Expected {path} to be JSON, but got: {error}") from None
    return about if isinstance(about, dict) else {}


def map_records(path: Path) -> np.ndarray:
    """The records of a file, as uint8 [records, 32]. Ends the program if one of them is damaged."""
    if not path.is_file():
        raise SystemExit(f"Expected {path} to be a file of records, but there is no such file")
    size = path.stat().st_size
    if size % RECORD_BYTES != 0:
        raise SystemExit(f"Expected {path} to hold records of {RECORD_BYTES} bytes, but it has {size} bytes")
    if size == 0:
        return np.zeros((0, RECORD_BYTES), np.uint8)
    records = np.memmap(path, dtype=np.uint8, mode="r", shape=(size // RECORD_BYTES, RECORD_BYTES))
    fault = find_fault(records)
    if fault is not None:
        index, what = fault
        where = f"record {index}, at byte {index * RECORD_BYTES},"
        raise SystemExit(f"Expected {path} to hold positions, but {where} has {what}; expand the games again")
    return records


def record_of_fen(fen: str) -> bytes:
    """The record of a position, without score and result. Raises ValueError if the FEN is bad."""
    fields = fen.split()
    if len(fields) < 2 or fields[1] not in ("w", "b"):
        raise ValueError(f'Expected a FEN with a board and the side to move, but got "{fen.strip()}"')
    is_black = fields[1] == "b"
    pieces: dict[int, int] = {}
    kings = {}
    for place, letter in enumerate(squares_of_board(fields[0])):
        if letter == ".":
            continue
        square = place ^ (0 if is_black else 56)
        is_other = letter.islower() != is_black
        kind = PIECES.index(letter.lower())
        pieces[square] = kind | (8 if is_other else 0)
        if kind == 5:
            kings[is_other] = square
    record = bytearray(RECORD_BYTES)
    for place, square in enumerate(sorted(pieces)):
        record[square >> 3] |= 1 << (square & 7)
        record[8 + place // 2] |= pieces[square] << 4 * (place & 1)
    record[26] = 1
    record[27] = kings[False]
    record[28] = kings[True] ^ 56
    return bytes(record)


def squares_of_board(board: str) -> str:
    """The 64 squares from a8 to h1, as piece letters and dots. Raises ValueError if the first field of a FEN is bad."""
    rows = re.sub("[1-8]", lambda digit: "." * int(digit[0]), board).split("/")
    squares = "".join(rows)
    if len(rows) != 8 or any(len(row) != 8 for row in rows) or re.search("[^.pnbrqkPNBRQK]", squares):
        raise ValueError(f'Expected a board of eight rows of eight squares, but got "{board}"')
    if squares.count("k") != 1 or squares.count("K") != 1:
        raise ValueError(f'Expected a board with one king of each side, but got "{board}"')
    if 64 - squares.count(".") > MAX_PIECES:
        raise ValueError(f'Expected a board with at most {MAX_PIECES} pieces, but got "{board}"')
    return squares
