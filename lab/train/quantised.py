"""The network as the engine uses it: quantised to integers, written to a file, and evaluated exactly.

A weight of 1 is QA steps in the hidden layer and QB in the output layer. nnue/network_file.ts reads the file. The
arithmetic here must give exactly the same centipawns as nnue/reference.ts.
"""

import json
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from king_buckets import LAYOUTS, bucket_table
from model import FIRST, PRODUCT_STEPS, QB, SECOND, Network, slice_size
from records import BUCKETS, FEATURES, MAX_PIECES, decode

MAGIC = b"HINDSNET"
VERSION_PLAIN = 1
"""The file has one table of feature weights, as int16."""
VERSION_BUCKETS = 2
"""The file has a table for each king bucket, stored as bytes."""
VERSION_LAYERS = 3
"""The network has pairwise products and two small layers. There is a table for each king bucket, stored as bytes."""
ONE = 4096
"""The integer that stands for 1 in the neurons of the small layers."""
WEIGHT_ONE = 1024
"""The integer that stands for a weight of 1 in the second small layer and in the output layer."""
FLAG_MIRROR = 1
FIRST_ONE = int(PRODUCT_STEPS * QB)
"""The integer that stands for 1 in the sums of the first small layer."""
FIRST_FACTOR = 33026
WIDE = -128
"""The byte that marks a number stored as int16."""
BUCKET_TABLE_BYTES = 64
NETWORK_SUFFIXES = (".hnet", ".net")
SUMMARY_AT = 40
CHECKSUM_BYTES = 4
ALIGNMENT = 64
MAX_OUTPUT_WEIGHT = 127
INT32_MAX = 2**31 - 1


@dataclass
class SmallLayers:
    """The small layers as integers; the first index is the bucket."""

    first_weights: np.ndarray
    """int8 [8][16][N], in units of 1 / QB."""
    first_bias: np.ndarray
    """int32 [8][16], in units of a product times 1 / QB."""
    second_weights: np.ndarray
    """int16 [8][32][32]: for each neuron, the weights of the 16 clipped inputs, then of the 16 squared inputs, in
    units of 1 / 1024."""
    second_bias: np.ndarray
    """int32 [8][32], in units of 1 / (4096 * 1024)."""

    def tables(self) -> list[np.ndarray]:
        """The tables in the order of the file."""
        return [
            self.first_weights.astype(np.int8),
            self.first_bias.astype("<i4"),
            self.second_weights.astype("<i2"),
            self.second_bias.astype("<i4"),
        ]

    def evaluate(self, neurons: list[np.ndarray], bucket: int) -> np.ndarray:
        """Computes the second layer's neurons (0 to 4096) from both sides' clipped neurons in the hidden layer."""
        half = len(neurons[0]) // 2
        products = np.concatenate([side[:half] * side[half:] >> 9 for side in neurons])
        first = self.first_weights[bucket].astype(np.int64) @ products + self.first_bias[bucket]
        # A sum of 8128 stands for 1. This factor turns it into 4096, a power of two.
        clipped = np.clip(first, 0, FIRST_ONE) * FIRST_FACTOR + (1 << 15) >> 16
        seen = np.concatenate((clipped, clipped * clipped >> 12))
        second = self.second_weights[bucket].astype(np.int64) @ seen + self.second_bias[bucket]
        limited = np.clip(second >> 10, 0, ONE)
        return limited * limited >> 12


@dataclass
class Quantised:

    hidden: int
    mirror: bool
    scale: int
    qa: int
    summary: dict
    king_buckets: int
    feature_weights: np.ndarray
    """int16 [king buckets * 768][hidden], in units of 1 / QA."""
    feature_bias: np.ndarray
    """int16 [hidden], in units of 1 / QA."""
    output_weights: np.ndarray
    """int16 [8][2 hidden], in units of 1 / QB."""
    output_bias: np.ndarray
    """int32 [8], in units of 1 / (QA QB)."""
    layers: SmallLayers | None = None
    """With layers, output weights are int16 [8][32] in units of 1 / 1024, and the output bias is in units of 1 / (4096
    * 1024)."""

    def check(self) -> None:
        """Raises ValueError if these weights could cause an overflow. The bounds are the same as in nnue/bounds.ts."""
        columns = np.sort(self.feature_weights.astype(np.int64).reshape(-1, FEATURES, self.hidden), axis=1)
        bias = self.feature_bias.astype(np.int64)
        least = bias + np.minimum(columns[:, :MAX_PIECES], 0).sum(axis=1).min(axis=0)
        most = bias + np.maximum(columns[:, -MAX_PIECES:], 0).sum(axis=1).max(axis=0)
        if least.min() < -32768 or most.max() > 32767:
            neuron = int(np.argmax(np.maximum(-32768 - least, most - 32767)))
            within, reach = f"int16 with {MAX_PIECES} pieces", f"{least[neuron]} to {most[neuron]}"
            raise ValueError(f"Expected neuron {neuron} to stay within {within}, but it can reach {reach}")
        if self.layers is not None:
            return
        largest = int(np.abs(self.output_weights.astype(np.int64)).max())
        if largest > MAX_OUTPUT_WEIGHT:
            raise ValueError(f"Expected output weights within ±{MAX_OUTPUT_WEIGHT}, but one is ±{largest}")
        total = 2 * self.hidden * self.qa * MAX_OUTPUT_WEIGHT + int(np.abs(self.output_bias.astype(np.int64)).max())
        result = -(-total * self.scale // (self.qa * QB))
        if result > INT32_MAX:
            raise ValueError(f"Expected results within int32, but they can reach {result} centipawns")

    def computes_like(self, other: "Quantised") -> bool:
        """Whether two networks are equal, regardless of how they were trained."""
        names = ("hidden", "mirror", "scale", "qa", "king_buckets")
        shapes = [[getattr(network, name) for name in names] for network in (self, other)]
        tables = ("feature_weights", "feature_bias", "output_weights", "output_bias")
        ours, theirs = ([getattr(network, name) for name in tables] for network in (self, other))
        for network, all_tables in ((self, ours), (other, theirs)):
            all_tables += network.layers.tables() if network.layers is not None else []
        return shapes[0] == shapes[1] and len(ours) == len(theirs) and all(map(np.array_equal, ours, theirs))

    def evaluate(self, records: np.ndarray) -> np.ndarray:
        """Evaluates records (uint8 [positions, 32]) in centipawns for the side to move. Returns int64 [positions]."""
        layout = torch.from_numpy(bucket_table(self.king_buckets))
        batch = decode(torch.from_numpy(np.array(records)), self.mirror, layout)
        ends = np.append(batch.offsets.numpy()[1:], len(batch.own))
        values = np.empty(len(records), np.int64)
        weights = self.feature_weights.astype(np.int64)
        for i, (begin, end) in enumerate(zip(batch.offsets.numpy(), ends)):
            neurons = [
                np.clip(self.feature_bias + weights[side[begin:end].numpy()].sum(axis=0), 0, self.qa)
                for side in (batch.own, batch.other)
            ]
            bucket = int(batch.bucket[i])
            if self.layers is not None:
                second = self.layers.evaluate(neurons, bucket)
                total = int(np.dot(second, self.output_weights[bucket].astype(np.int64))) + int(self.output_bias[bucket])
                values[i] = truncated(total * self.scale, ONE * WEIGHT_ONE)
                continue
            total = int(np.dot(np.concatenate(neurons) ** 2, self.output_weights[bucket].astype(np.int64)))
            scaled = (truncated(total, self.qa) + int(self.output_bias[bucket])) * self.scale
            values[i] = truncated(scaled, self.qa * QB)
        return values

    def write(self, path: Path) -> None:
        """Writes the file completely or not at all."""
        self.check()
        summary = json.dumps(self.summary, separators=(",", ":"), sort_keys=True).encode()
        flags = FLAG_MIRROR if self.mirror else 0
        version = VERSION_PLAIN if self.king_buckets == 1 else VERSION_BUCKETS
        if self.layers is not None:
            version = VERSION_LAYERS
        shape = (version, self.hidden, BUCKETS, flags, self.qa, QB, self.scale, len(summary))
        head = MAGIC + struct.pack("<4I3iI", *shape)
        head += summary
        head += bytes(-len(head) % ALIGNMENT)
        features = [self.feature_weights.astype("<i2")]
        if version != VERSION_PLAIN:
            features = [bucket_table(self.king_buckets), *pack_weights(self.feature_weights)]
        tables = (
            *features,
            self.feature_bias.astype("<i2"),
            *(self.layers.tables() if self.layers is not None else ()),
            self.output_weights.astype("<i2"),
            self.output_bias.astype("<i4"),
        )
        content = head + b"".join(table.tobytes() for table in tables)
        part = path.with_name(path.name + ".part")
        part.write_bytes(content + struct.pack("<I", zlib.crc32(content)))
        part.replace(path)


def pack_weights(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns feature weights as bytes (int8 [rows][hidden]), and the numbers that are too large for a byte (int16).

    Tables after the first are stored as differences from the first, modulo 2^16. nnue/packed_weights.ts explains why.
    """
    numbers = weights.astype(np.int16)
    numbers[FEATURES:] -= np.tile(numbers[:FEATURES], (len(numbers) // FEATURES - 1, 1))
    is_wide = np.abs(numbers.astype(np.int32)) >= -WIDE
    return np.where(is_wide, WIDE, numbers).astype(np.int8), numbers[is_wide].astype("<i2")


def unpack_weights(content: bytes, at: int, shape: tuple[int, int]) -> tuple[np.ndarray, int]:
    """Reads tables that `pack_weights` packed, from index `at`. Returns the tables and the index after them."""
    packed = np.frombuffer(content, np.int8, shape[0] * shape[1], at).reshape(shape)
    is_wide = packed == WIDE
    weights = packed.astype(np.int16)
    at += packed.nbytes
    wide = np.frombuffer(content, "<i2", int(is_wide.sum()), at)
    weights[is_wide] = wide
    weights[FEATURES:] += np.tile(weights[:FEATURES], (len(weights) // FEATURES - 1, 1))
    return weights, at + wide.nbytes


def truncated(dividend: int, divisor: int) -> int:
    """Integer division that rounds towards zero like the engine's; Python's division rounds down."""
    return -(-dividend // divisor) if dividend < 0 else dividend // divisor


def rounded(tensor: torch.Tensor, unit: int, kind: type) -> np.ndarray:
    """Rounds numbers to integers in units of 1 / `unit`. Raises ValueError if one does not fit, or is NaN."""
    values = torch.round(tensor.detach().cpu().double() * unit).numpy()
    fits = np.abs(values) <= np.iinfo(kind).max
    if not fits.all():
        raise ValueError(f"Expected weights that fit {kind.__name__}, but got {values[~fits][0]}")
    return values.astype(kind)


def pair_order(network: Network) -> np.ndarray:
    """The order of neurons in a file with layers: the first neuron of each pair, then the second of each."""
    size = slice_size(network.hidden)
    order = np.arange(network.hidden).reshape(-1, 2, size // 2)
    return order.transpose(1, 0, 2).reshape(-1)


def quantise(network: Network, scale: int, summary: dict, qa: int) -> Quantised:
    """Rounds a trained network to integers. Raises ValueError if its weights are too large."""
    weights, bias = network.tables().reshape(-1, network.hidden), network.feature_bias
    layers, output_steps, bias_steps = None, QB, qa * QB
    if network.layers:
        order = torch.from_numpy(pair_order(network))
        weights, bias = weights.cpu()[:, order], bias.cpu()[order]
        tables = network.small_tables()
        layers = SmallLayers(
            first_weights=rounded(tables["first"].transpose(1, 2), QB, np.int8),
            first_bias=rounded(tables["first_bias"], PRODUCT_STEPS * QB, np.int32),
            second_weights=rounded(tables["second"].transpose(1, 2), WEIGHT_ONE, np.int16),
            second_bias=rounded(tables["second_bias"], ONE * WEIGHT_ONE, np.int32),
        )
        output_steps, bias_steps = WEIGHT_ONE, ONE * WEIGHT_ONE
    quantised = Quantised(
        hidden=network.hidden,
        mirror=network.mirror,
        scale=scale,
        qa=qa,
        summary=summary,
        king_buckets=network.king_buckets,
        feature_weights=rounded(weights, qa, np.int16),
        feature_bias=rounded(bias, qa, np.int16),
        output_weights=rounded(network.output_weights, output_steps, np.int16),
        output_bias=rounded(network.output_bias, bias_steps, np.int32),
        layers=layers,
    )
    quantised.check()
    return quantised


@torch.no_grad()
def dequantise(quantised: Quantised) -> Network:
    """A floating-point network that computes the same as the integers, except for rounding."""
    layers = quantised.layers
    network = Network(quantised.hidden, quantised.mirror, quantised.king_buckets, layers is not None)
    network.qa = quantised.qa
    real = lambda table, unit: torch.from_numpy(table.astype(np.float32) / unit)
    weights, bias = quantised.feature_weights, quantised.feature_bias
    output_steps, bias_steps = QB, quantised.qa * QB
    if layers is not None:
        back = np.argsort(pair_order(network))
        weights, bias = weights[:, back], bias[back]
        output_steps, bias_steps = WEIGHT_ONE, ONE * WEIGHT_ONE
        network.first_shared.zero_()
        network.first_weights.copy_(real(layers.first_weights, QB).transpose(1, 2))
        network.first_bias.copy_(real(layers.first_bias, PRODUCT_STEPS * QB))
        network.second_weights.copy_(real(layers.second_weights, WEIGHT_ONE).transpose(1, 2))
        network.second_bias.copy_(real(layers.second_bias, ONE * WEIGHT_ONE))
    network.feature_weights.copy_(network.sliced(real(weights, quantised.qa).reshape(-1, FEATURES, quantised.hidden)))
    if network.shared_weights is not None:
        network.shared_weights.zero_()
    network.feature_bias.copy_(real(bias, quantised.qa))
    network.output_weights.copy_(real(quantised.output_weights, output_steps))
    network.output_bias.copy_(real(quantised.output_bias, bias_steps))
    return network


def read(path: Path) -> Quantised:
    """Reads a file that `write` wrote. Raises ValueError if it is damaged."""
    content = path.read_bytes()
    if content[:8] != MAGIC:
        raise ValueError(f"Expected {path} to begin with {MAGIC.decode()}, but it begins with {content[:8]!r}")
    if len(content) < SUMMARY_AT + CHECKSUM_BYTES:
        raise ValueError(f"Expected {path} to have more than {SUMMARY_AT} bytes, but it has {len(content)}")
    version, hidden, buckets, flags, qa, qb, scale, length = struct.unpack_from("<4I3iI", content, 8)
    if version not in (VERSION_PLAIN, VERSION_BUCKETS, VERSION_LAYERS) or (buckets, qb) != (BUCKETS, QB):
        expected = f"version {VERSION_PLAIN} to {VERSION_LAYERS}, {BUCKETS} buckets, QB {QB}"
        raise ValueError(f"Expected {path} to have {expected}, but got {version}, {buckets}, {qb}")
    if zlib.crc32(content[:-CHECKSUM_BYTES]) != struct.unpack("<I", content[-CHECKSUM_BYTES:])[0]:
        raise ValueError(f"Expected {path} to have the right checksum, but it is damaged")
    at = -(-(SUMMARY_AT + length) // ALIGNMENT) * ALIGNMENT
    king_buckets = 1
    if version != VERSION_PLAIN:
        layout = np.frombuffer(content, np.uint8, BUCKET_TABLE_BYTES, at)
        king_buckets = int(layout.max()) + 1
        if king_buckets not in LAYOUTS or not np.array_equal(layout, bucket_table(king_buckets)):
            raise ValueError(f"Expected {path} to have one of the layouts in king_buckets.py, but it has another")
        weights, at = unpack_weights(content, at + BUCKET_TABLE_BYTES, (king_buckets * FEATURES, hidden))
        tables, shapes = [weights], ()
    else:
        tables, shapes = [], (((FEATURES, hidden), "<i2"),)
    small = (((BUCKETS, FIRST, hidden), "i1"), ((BUCKETS, FIRST), "<i4"))
    small += (((BUCKETS, SECOND, 2 * FIRST), "<i2"), ((BUCKETS, SECOND), "<i4"))
    has_layers = version == VERSION_LAYERS
    width = SECOND if has_layers else 2 * hidden
    shapes = (*shapes, ((hidden,), "<i2"), *(small if has_layers else ()))
    shapes = (*shapes, ((BUCKETS, width), "<i2"), ((BUCKETS,), "<i4"))
    for shape, kind in shapes:
        table = np.frombuffer(content, kind, int(np.prod(shape)), at).reshape(shape)
        at += table.nbytes
        tables.append(table)
    layers = SmallLayers(*tables[2:6]) if has_layers else None
    features, bias, output, output_bias = tables[0], tables[1], *tables[-2:]
    summary = json.loads(content[SUMMARY_AT : SUMMARY_AT + length])
    shape = (hidden, bool(flags & FLAG_MIRROR), scale, qa, summary, king_buckets)
    return Quantised(*shape, features, bias, output, output_bias, layers)
