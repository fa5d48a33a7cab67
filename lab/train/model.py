"""The network as it is trained, in floating point: 768 features per side -> N neurons per side -> 1.

A neuron is `clamp(x, 0, 1)` squared: the squared clipped rectified linear unit, SCReLU. The neurons of the side to move
come first, the opponent's second. The number of pieces selects one of eight rows of output weights. The output is in
units of the scale: multiplied by `--scale`, it is in centipawns.

With layers, the clipped neurons of a side are multiplied in pairs instead of squared, so there are N products for both
sides together. Two small layers follow, N -> 16 -> 32 -> 1, and the number of pieces selects the weights of these
layers and of the output. The second layer sees each neuron of the first layer twice, clipped and squared. Each weight
of the first layer is the sum of a shared weight and a weight for the number of pieces.

With king buckets, each table of feature weights is the sum of a shared table and a table for the bucket, so that a rare
bucket learns from all positions. The engine computes with the sum.

The engine computes with integers. A training run that continues from a finished network changes most weights by less
than a step, so rounding at the end would undo much of it. Quantisation-aware training (Jacob and others, "Quantization
and training of neural networks", 2017) always computes with rounded weights. The gradient changes unrounded weights, in
which small changes add up.
"""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from king_buckets import bucket_table
from records import BUCKETS, FEATURES, Batch, decode

QB = 64
"""In the file, the integer for an output weight of 1 or, with layers, for a weight of 1 in the first small layer."""
STEPS = 512
"""The integer for a feature weight of 1 in training. The sum of 32 weights at their bound fits int16, and float32 holds
it exactly."""
PRODUCT_STEPS = 255 * 255 / 512
"""The integer that stands for a product of 1 in the engine, which rounds products down."""
FIRST, SECOND = 16, 32
"""Neurons of the small layers."""
FIRST_BOUND = 0.1
"""Maximum of the random weights in the first small layer, where most inputs are 0 and the others are small."""
WEIGHT_MAX = 1.98
"""Bound on all weights: 127 / 64, rounded down, so that quantised output weights fit int8."""
SLICE = 1024
"""The number of records that are evaluated together if no gradient is needed."""


class BagOnCpu(torch.autograd.Function):
    """Sums table rows for each position, like `embedding_bag`, but computes the gradient ten times as fast on CPUs.

    The gradient of a row is itself a sum over the positions in which its feature is on. So it is computed by the same
    operation, with the lists inverted.
    """

    @staticmethod
    def forward(context, table, features, offsets):
        context.save_for_backward(features, offsets)
        context.rows = len(table)
        return functional.embedding_bag(features, table, offsets, mode="sum")

    @staticmethod
    def backward(context, gradient):
        features, offsets = context.saved_tensors
        ends = torch.cat((offsets[1:], torch.tensor([len(features)], dtype=offsets.dtype)))
        position = torch.repeat_interleave(torch.arange(len(offsets), dtype=torch.int32), ends - offsets)
        # NumPy has a radix sort for 16-bit numbers, but PyTorch has none.
        order = torch.from_numpy(np.argsort(features.numpy().astype(np.uint16), kind="stable"))
        counts = torch.bincount(features, minlength=context.rows)
        begins = (torch.cumsum(counts, 0) - counts).to(torch.int32)
        return functional.embedding_bag(position[order], gradient.contiguous(), begins, mode="sum"), None, None


def stepped(weights: torch.Tensor, unit: int) -> torch.Tensor:
    """Weights rounded to steps of 1 / `unit`; their gradient is the gradient of the unrounded weights."""
    return weights + (torch.round(weights.detach() * unit) / unit - weights.detach())


def floored(products: torch.Tensor) -> torch.Tensor:
    """Products as the engine rounds them; their gradient is the gradient of the unrounded products."""
    whole = torch.floor(products.detach() * PRODUCT_STEPS + 1e-4) / PRODUCT_STEPS
    return products + (whole - products.detach())


def slice_size(hidden: int) -> int:
    """The number of neurons that are adjacent in memory (see step.c)."""
    return 64 if hidden % 64 == 0 else 32


class Network(nn.Module):
    """The tables of feature weights are `[slice of neurons][king bucket][feature][neuron of the slice]`, for step.c."""

    def __init__(self, hidden: int, mirror: bool, king_buckets: int = 1, layers: bool = False):
        super().__init__()
        self.hidden = hidden
        self.mirror = mirror
        self.king_buckets = king_buckets
        self.layers = layers
        self.qa: int | None = None
        """With quantisation-aware training, the integer that stands for a weight of 1 in the file's hidden layer."""
        self.penalty = 0.0
        """How much a position's mean product adds to the loss: the engine is faster if few products are above 0."""
        self.products: torch.Tensor | None = None
        """The products of the last batch, if there is a penalty."""
        self.bucket_of = torch.from_numpy(bucket_table(king_buckets))
        first = self.sliced(torch.empty(1, FEATURES, hidden).uniform_(-0.1, 0.1))
        if king_buckets == 1:
            self.register_parameter("shared_weights", None)
            self.feature_weights = nn.Parameter(first)
        else:
            self.shared_weights = nn.Parameter(first)
            size = (len(first), king_buckets, FEATURES, first.shape[-1])
            self.feature_weights = nn.Parameter(torch.zeros(size))
        self.feature_bias = nn.Parameter(torch.zeros(hidden))
        width = SECOND if layers else 2 * hidden
        bound = width**-0.5
        self.output_weights = nn.Parameter(torch.empty(BUCKETS, width).uniform_(-bound, bound))
        self.output_bias = nn.Parameter(torch.zeros(BUCKETS))
        if layers:
            self.add_layers()

    def add_layers(self) -> None:
        """Adds the small layers, indexed [bucket][input][neuron]. All buckets start with the same weights."""
        alike = lambda table: nn.Parameter(table.expand(BUCKETS, *table.shape[1:]).clone())
        first = torch.empty(1, self.hidden, FIRST).uniform_(-FIRST_BOUND, FIRST_BOUND)
        self.first_shared = nn.Parameter(first)
        self.first_weights = nn.Parameter(torch.zeros(BUCKETS, self.hidden, FIRST))
        self.first_bias = nn.Parameter(torch.full((BUCKETS, FIRST), 0.1))
        bound = (2 * FIRST) ** -0.5
        self.second_weights = alike(torch.empty(1, 2 * FIRST, SECOND).uniform_(-bound, bound))
        self.second_bias = nn.Parameter(torch.full((BUCKETS, SECOND), 0.1))
        self.output_weights = alike(self.output_weights.detach()[:1])

    def summed_weights(self) -> torch.Tensor:
        """The effective feature weights: shared weights plus the weights of each bucket, in the order of step.c."""
        return self.feature_weights if self.shared_weights is None else self.feature_weights + self.shared_weights

    @property
    def unit(self) -> int:
        """The integer that stands for a feature weight of 1. Quantisation-aware training uses the file's integer."""
        return self.qa or STEPS

    def small_tables(self) -> dict[str, torch.Tensor]:
        """All tables except the feature weights, under step.c's names. With `qa`, they are rounded as in the file."""
        tables = {"output": self.output_weights, "output_bias": self.output_bias}
        units = {"output": QB, "output_bias": QB * self.unit}
        if self.layers:
            tables |= {"first": self.first_weights + self.first_shared, "first_bias": self.first_bias}
            tables |= {"second": self.second_weights, "second_bias": self.second_bias}
            # The other layers have such small steps that rounding their weights changes nothing.
            units = {"first": QB}
        if self.qa is None:
            return tables
        return {name: stepped(table, units[name]) if name in units else table for name, table in tables.items()}

    def tables(self, weights: torch.Tensor | None = None) -> torch.Tensor:
        """Rearranges feature weights, by default the effective ones, into [king bucket][feature][neuron]."""
        if weights is None:
            weights = self.summed_weights()
        return weights.permute(1, 2, 0, 3).reshape(self.king_buckets, FEATURES, self.hidden)

    def sliced(self, tables: torch.Tensor) -> torch.Tensor:
        """Rearranges tables [king bucket][feature][neuron] into step.c's order."""
        size = slice_size(self.hidden)
        return tables.reshape(len(tables), FEATURES, -1, size).permute(2, 0, 1, 3).contiguous()

    def forward(self, batch: Batch) -> torch.Tensor:
        """The output for each position, as float32 [positions]."""
        count = len(batch.offsets)
        # Both sides are computed together: the opponent's view of all positions follows the view of the side to move.
        features = torch.cat((batch.own, batch.other))
        offsets = torch.cat((batch.offsets, batch.offsets + len(batch.own)))
        tables = self.small_tables()
        table = self.tables(stepped(self.summed_weights(), self.unit)).reshape(-1, self.hidden)
        if features.is_cuda:
            sums = functional.embedding_bag(features, table, offsets, mode="sum")
        else:
            sums = BagOnCpu.apply(table, features, offsets)
        clipped = torch.clamp(sums + stepped(self.feature_bias, self.unit), 0, 1)
        row = batch.bucket
        if not self.layers:
            neurons = clipped.square()
            joined = torch.cat((neurons[:count], neurons[count:]), dim=1)
            outputs = functional.linear(joined, tables["output"], tables["output_bias"])
            return outputs.gather(1, row.unsqueeze(1)).squeeze(1)
        pairs = clipped.reshape(2 * count, -1, 2, slice_size(self.hidden) // 2)
        products = (pairs[:, :, 0] * pairs[:, :, 1]).reshape(2 * count, -1)
        if self.qa is not None:
            products = floored(products)
        joined = torch.cat((products[:count], products[count:]), dim=1)
        self.products = joined if self.penalty > 0 else None
        # Computing the layer for every bucket is fast enough here.
        every = torch.einsum("pk,bkn->bpn", joined, tables["first"])
        first = every[row, torch.arange(count, device=row.device)] + tables["first_bias"][row]
        first = torch.clamp(first, 0, 1)
        seen = torch.cat((first, first.square()), dim=1)
        second = torch.einsum("pk,pkn->pn", seen, tables["second"][row]) + tables["second_bias"][row]
        second = torch.clamp(second, 0, 1).square()
        return (second * tables["output"][row]).sum(dim=1) + tables["output_bias"][row]

    @torch.no_grad()
    def outputs_of(self, records: np.ndarray) -> np.ndarray:
        """The outputs for records (uint8 [positions, 32]) on the CPU, as float32 [positions] in units of the scale."""
        outputs = []
        for begin in range(0, len(records), SLICE):
            part = torch.from_numpy(np.array(records[begin : begin + SLICE]))
            outputs.append(self(decode(part, self.mirror, self.bucket_of)).numpy())
        return np.concatenate(outputs)

    @torch.no_grad()
    def clip(self) -> None:
        """Limits the weights to the range that can be quantised."""
        for name, parameter in self.named_parameters():
            if name != "output_bias":
                parameter.clamp_(-WEIGHT_MAX, WEIGHT_MAX)
        # Limit the sums, not their parts, because the sums will be quantised.
        sums = [(self.feature_weights, self.shared_weights)] if self.shared_weights is not None else []
        if self.layers:
            sums.append((self.first_weights, self.first_shared))
        for own, shared in sums:
            own.copy_(torch.clamp(own, -WEIGHT_MAX - shared, WEIGHT_MAX - shared))

    @torch.no_grad()
    def take_over(self, other: "Network") -> None:
        """Makes this network compute the same as `other`. Without layers, `other` may have fewer neurons; additional
        neurons have no effect until they are trained. `other` may also have one king bucket instead of several.
        """
        width = other.hidden
        tables = self.tables()
        tables[:, :, :width] = other.tables()
        if self.shared_weights is None:
            self.feature_weights.copy_(self.sliced(tables))
        else:
            shared = tables.mean(dim=0, keepdim=True)
            self.shared_weights.copy_(self.sliced(shared))
            self.feature_weights.copy_(self.sliced(tables - shared))
        self.feature_bias[:width] = other.feature_bias
        if self.layers:
            names = ("first_shared", "first_weights", "first_bias", "second_weights", "second_bias", "output_weights")
            for name in (*names, "output_bias"):
                getattr(self, name).copy_(getattr(other, name))
            return
        self.output_weights.zero_()
        self.output_weights[:, :width] = other.output_weights[:, :width]
        self.output_weights[:, self.hidden : self.hidden + width] = other.output_weights[:, width:]
        self.output_bias.copy_(other.output_bias)
