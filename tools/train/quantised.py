"""The network as the engine computes it: quantised to integers, written to a file, evaluated exactly.

The file is the one that nnue/network_file.ts reads; the arithmetic here must give what nnue/reference.ts gives, to the
last centipawn.
"""

import json
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from model import Network
from records import BUCKETS, FEATURES, MAX_PIECES, decode

MAGIC = b"HINDSNET"
VERSION = 1
FLAG_MIRROR = 1
QA = 255
QB = 64
SUMMARY_AT = 40
CHECKSUM_BYTES = 4
ALIGNMENT = 64
MAX_OUTPUT_WEIGHT = 127
INT32_MAX = 2**31 - 1


@dataclass
class Quantised:
    """A network in integers."""

    hidden: int
    mirror: bool
    scale: int
    summary: dict
    feature_weights: np.ndarray
    """int16 [768][hidden], in units of 1 / QA."""
    feature_bias: np.ndarray
    """int16 [hidden], in units of 1 / QA."""
    output_weights: np.ndarray
    """int16 [8][2 hidden], in units of 1 / QB."""
    output_bias: np.ndarray
    """int32 [8], in units of 1 / (QA QB)."""

    def check(self) -> None:
        """Raises ValueError if a computation with these weights could overflow: the bounds of nnue/bounds.ts."""
        columns = np.sort(self.feature_weights.astype(np.int64), axis=0)
        bias = self.feature_bias.astype(np.int64)
        least = bias + np.minimum(columns[:MAX_PIECES], 0).sum(axis=0)
        most = bias + np.maximum(columns[-MAX_PIECES:], 0).sum(axis=0)
        if least.min() < -32768 or most.max() > 32767:
            neuron = int(np.argmax(np.maximum(-32768 - least, most - 32767)))
            within, reach = f"int16 with {MAX_PIECES} pieces", f"{least[neuron]} to {most[neuron]}"
            raise ValueError(f"Expected neuron {neuron} to stay within {within}, but it can reach {reach}")
        largest = int(np.abs(self.output_weights.astype(np.int64)).max())
        if largest > MAX_OUTPUT_WEIGHT:
            raise ValueError(f"Expected output weights within ±{MAX_OUTPUT_WEIGHT}, but one is ±{largest}")
        total = 2 * self.hidden * QA * MAX_OUTPUT_WEIGHT + int(np.abs(self.output_bias.astype(np.int64)).max())
        result = -(-total * self.scale // (QA * QB))
        if result > INT32_MAX:
            raise ValueError(f"Expected results within int32, but they can reach {result} centipawns")

    def computes_like(self, other: "Quantised") -> bool:
        """Whether two networks are the same, however they were trained."""
        shapes = [(network.hidden, network.mirror, network.scale) for network in (self, other)]
        tables = ("feature_weights", "feature_bias", "output_weights", "output_bias")
        are_equal = (np.array_equal(getattr(self, name), getattr(other, name)) for name in tables)
        return shapes[0] == shapes[1] and all(are_equal)

    def evaluate(self, records: np.ndarray) -> np.ndarray:
        """Centipawns from the side to move for records, uint8 [positions, 32]; int64 [positions]."""
        batch = decode(torch.from_numpy(np.array(records)), self.mirror)
        ends = np.append(batch.offsets.numpy()[1:], len(batch.own))
        values = np.empty(len(records), np.int64)
        weights = self.feature_weights.astype(np.int64)
        for i, (begin, end) in enumerate(zip(batch.offsets.numpy(), ends)):
            neurons = [
                np.clip(self.feature_bias + weights[side[begin:end].numpy()].sum(axis=0), 0, QA)
                for side in (batch.own, batch.other)
            ]
            bucket = int(batch.bucket[i])
            total = int(np.dot(np.concatenate(neurons) ** 2, self.output_weights[bucket].astype(np.int64)))
            scaled = (truncated(total, QA) + int(self.output_bias[bucket])) * self.scale
            values[i] = truncated(scaled, QA * QB)
        return values

    def write(self, path: Path) -> None:
        """Writes the file, whole or not at all."""
        self.check()
        summary = json.dumps(self.summary, separators=(",", ":"), sort_keys=True).encode()
        flags = FLAG_MIRROR if self.mirror else 0
        head = MAGIC + struct.pack("<4I3iI", VERSION, self.hidden, BUCKETS, flags, QA, QB, self.scale, len(summary))
        head += summary
        head += bytes(-len(head) % ALIGNMENT)
        tables = (
            self.feature_weights.astype("<i2"),
            self.feature_bias.astype("<i2"),
            self.output_weights.astype("<i2"),
            self.output_bias.astype("<i4"),
        )
        content = head + b"".join(table.tobytes() for table in tables)
        part = path.with_name(path.name + ".part")
        part.write_bytes(content + struct.pack("<I", zlib.crc32(content)))
        part.replace(path)


def truncated(dividend: int, divisor: int) -> int:
    """Division of integers that rounds towards zero, as the engine's does; Python's rounds down."""
    return -(-dividend // divisor) if dividend < 0 else dividend // divisor


def rounded(tensor: torch.Tensor, unit: int, kind: type) -> np.ndarray:
    """Numbers in units of 1 / `unit`, as integers. Raises ValueError if one does not fit, or is none."""
    values = torch.round(tensor.detach().cpu().double() * unit).numpy()
    fits = np.abs(values) <= np.iinfo(kind).max
    if not fits.all():
        raise ValueError(f"Expected weights that fit {kind.__name__}, but got {values[~fits][0]}")
    return values.astype(kind)


def quantise(network: Network, scale: int, summary: dict) -> Quantised:
    """Rounds a trained network to integers. Raises ValueError if its weights are too large."""
    quantised = Quantised(
        hidden=network.hidden,
        mirror=network.mirror,
        scale=scale,
        summary=summary,
        feature_weights=rounded(network.feature_weights, QA, np.int16),
        feature_bias=rounded(network.feature_bias, QA, np.int16),
        output_weights=rounded(network.output_weights, QB, np.int16),
        output_bias=rounded(network.output_bias, QA * QB, np.int32),
    )
    quantised.check()
    return quantised


def read(path: Path) -> Quantised:
    """Reads a file that `write` wrote. Raises ValueError if it is damaged."""
    content = path.read_bytes()
    if content[:8] != MAGIC:
        raise ValueError(f"Expected {path} to begin with {MAGIC.decode()}, but it begins with {content[:8]!r}")
    if len(content) < SUMMARY_AT + CHECKSUM_BYTES:
        raise ValueError(f"Expected {path} to have a head of {SUMMARY_AT} bytes and more, but it has {len(content)}")
    version, hidden, buckets, flags, qa, qb, scale, length = struct.unpack_from("<4I3iI", content, 8)
    if (version, buckets, qa, qb) != (VERSION, BUCKETS, QA, QB):
        expected = f"version {VERSION}, {BUCKETS} buckets, QA {QA}, QB {QB}"
        raise ValueError(f"Expected {path} to have {expected}, but got {version}, {buckets}, {qa}, {qb}")
    if zlib.crc32(content[:-CHECKSUM_BYTES]) != struct.unpack("<I", content[-CHECKSUM_BYTES:])[0]:
        raise ValueError(f"Expected {path} to be whole, but its checksum is another one")
    at = -(-(SUMMARY_AT + length) // ALIGNMENT) * ALIGNMENT
    shapes = ((FEATURES, hidden), "<i2"), ((hidden,), "<i2"), ((BUCKETS, 2 * hidden), "<i2"), ((BUCKETS,), "<i4")
    tables = []
    for shape, kind in shapes:
        table = np.frombuffer(content, kind, int(np.prod(shape)), at).reshape(shape)
        at += table.nbytes
        tables.append(table)
    summary = json.loads(content[SUMMARY_AT : SUMMARY_AT + length])
    return Quantised(hidden, bool(flags & FLAG_MIRROR), scale, summary, *tables)
