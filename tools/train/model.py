"""The network as it is trained: 768 features per side -> N neurons each -> 1, in floating point.

A neuron is `clamp(x, 0, 1)` squared (SCReLU); the neurons of the side to move come first, those of the other side
second; one of eight rows of output weights is chosen by the number of pieces. The output is in units of the scale:
times 180 (or whatever `--scale` says) it is centipawns.
"""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from records import BUCKETS, FEATURES, Batch

WEIGHT_MAX = 1.98
"""Bound of all weights: 127 / 64, rounded down, so that output weights fit int8 once they are quantised."""


class BagOnCpu(torch.autograd.Function):
    """The sum of rows of a table for each position, like `embedding_bag`, with a gradient ten times faster on CPUs.

    PyTorch's own gradient adds row after row into the table. But the gradient of a row is itself a sum, over the
    positions in which its feature is on: the same operation with the lists turned around, which PyTorch does fast.
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
        # NumPy sorts 16-bit numbers by radix, which PyTorch does not.
        order = torch.from_numpy(np.argsort(features.numpy().astype(np.uint16), kind="stable"))
        counts = torch.bincount(features, minlength=context.rows)
        begins = (torch.cumsum(counts, 0) - counts).to(torch.int32)
        return functional.embedding_bag(position[order], gradient.contiguous(), begins, mode="sum"), None, None


class Network(nn.Module):
    """The network."""

    def __init__(self, hidden: int, mirror: bool):
        super().__init__()
        self.hidden = hidden
        self.mirror = mirror
        self.feature_weights = nn.Parameter(torch.empty(FEATURES, hidden).uniform_(-0.1, 0.1))
        self.feature_bias = nn.Parameter(torch.zeros(hidden))
        bound = (2 * hidden) ** -0.5
        self.output_weights = nn.Parameter(torch.empty(BUCKETS, 2 * hidden).uniform_(-bound, bound))
        self.output_bias = nn.Parameter(torch.zeros(BUCKETS))

    def forward(self, batch: Batch) -> torch.Tensor:
        """The output for each position, float32 [positions]."""
        count = len(batch.offsets)
        # Both sides at once: the other side's positions follow those of the side to move.
        features = torch.cat((batch.own, batch.other))
        offsets = torch.cat((batch.offsets, batch.offsets + len(batch.own)))
        if features.is_cuda:
            sums = functional.embedding_bag(features, self.feature_weights, offsets, mode="sum")
        else:
            sums = BagOnCpu.apply(self.feature_weights, features, offsets)
        neurons = torch.clamp(sums + self.feature_bias, 0, 1).square()
        joined = torch.cat((neurons[:count], neurons[count:]), dim=1)
        outputs = functional.linear(joined, self.output_weights, self.output_bias)
        return outputs.gather(1, batch.bucket.unsqueeze(1)).squeeze(1)

    @torch.no_grad()
    def clip(self) -> None:
        """Keeps the weights where they can be quantised."""
        for parameter in (self.feature_weights, self.feature_bias, self.output_weights):
            parameter.clamp_(-WEIGHT_MAX, WEIGHT_MAX)

    @torch.no_grad()
    def take_over(self, other: "Network") -> None:
        """Computes from now on what `other` does, a network with as many neurons or fewer.

        Neurons that it lacks keep their feature weights, and weigh nothing in the output until they are trained.
        """
        width = other.hidden
        self.feature_weights[:, :width] = other.feature_weights
        self.feature_bias[:width] = other.feature_bias
        self.output_weights.zero_()
        self.output_weights[:, :width] = other.output_weights[:, :width]
        self.output_weights[:, self.hidden : self.hidden + width] = other.output_weights[:, width:]
        self.output_bias.copy_(other.output_bias)
