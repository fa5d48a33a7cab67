"""Computes the loss of a batch and its gradients: with PyTorch on any device, or with step.c on the CPU."""

import numpy as np
import torch

from model import Network
from native import NativeSteps, find_compiler
from records import Batch, decode

KERNELS = ("auto", "native", "torch")
CPU_SLICE = 512
"""How many positions PyTorch evaluates at a time on each processor thread, so that their data stay in the caches."""


class TorchSteps:

    NAME = "PyTorch"

    def __init__(self, network: Network, scale: float, huber: float, device: torch.device):
        self.network = network
        self.scale = scale
        self.huber = huber
        self.device = device

    def loss_of(self, batch: Batch, wdl: float) -> torch.Tensor:
        """The mean Huber loss: the squared error up to `huber`, and beyond that the tangent at `huber`."""
        target = wdl * batch.result + (1 - wdl) * torch.sigmoid(batch.score / self.scale)
        error = torch.sigmoid(self.network(batch)) - target
        bounded = error.clamp(-self.huber, self.huber)
        return (bounded * (2 * error - bounded)).mean()

    def learn(self, records: np.ndarray, wdl: float) -> torch.Tensor:
        """Returns the mean loss of a batch, and stores its gradients in the network's parameters."""
        self.network.zero_grad(set_to_none=True)
        size = len(records) if self.device.type == "cuda" else CPU_SLICE * torch.get_num_threads()
        total = torch.zeros((), device=self.device)
        for begin in range(0, len(records), size):
            part = records[begin : begin + size]
            share = len(part) / len(records)
            loss = self.loss_of(self.to_batch(part), wdl) * share
            penalty = 0 if self.network.products is None else self.network.penalty * self.network.products.mean()
            (loss + penalty * share).backward()
            total += loss.detach()
        return total

    @torch.no_grad()
    def loss(self, records: np.ndarray, wdl: float) -> float:
        return self.loss_of(self.to_batch(records), wdl).item()

    def to_batch(self, records: np.ndarray) -> Batch:
        on_device = torch.from_numpy(records).to(self.device)
        return decode(on_device, self.network.mirror, self.network.bucket_of.to(self.device))


def make_steps(
    network: Network, scale: float, huber: float, device: torch.device, kernel: str
) -> TorchSteps | NativeSteps:
    """`auto` selects step.c if it can be compiled."""
    if kernel == "torch" or device.type != "cpu" or (kernel == "auto" and find_compiler() is None):
        return TorchSteps(network, scale, huber, device)
    try:
        return NativeSteps(network, scale, huber, torch.get_num_threads())
    except OSError as error:
        if kernel == "native":
            raise SystemExit(f"No native kernel: {error}") from None
        print(f"No native kernel, so PyTorch is used instead: {error}", flush=True)
        return TorchSteps(network, scale, huber, device)
