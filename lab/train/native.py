"""Training steps computed by step.c: the same numbers as PyTorch's, within rounding, several times as fast.

The C code is compiled when it is first needed, for the processor at hand. Where there is no C compiler, PyTorch does it
all (steps.py).
"""

import ctypes
import os
import platform
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch

from model import Network, slice_size

SOURCE = Path(__file__).with_name("step.c")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
GROUP = 1024
"""Positions that step.c takes at a time."""


class Task(ctypes.Structure):
    """`struct task` of step.c."""

    _fields_ = [
        ("records", ctypes.c_void_p),
        ("count", ctypes.c_int64),
        ("hidden", ctypes.c_int32),
        ("mirror", ctypes.c_int32),
        ("king_buckets", ctypes.c_int32),
        ("is_training", ctypes.c_int32),
        ("wdl", ctypes.c_float),
        ("scale", ctypes.c_float),
        ("huber", ctypes.c_float),
        ("weight", ctypes.c_float),
        ("bucket_of", ctypes.c_void_p),
        *((name, ctypes.c_void_p) for name in ("features", "bias", "output", "output_bias")),
        *((f"{name}_gradient", ctypes.c_void_p) for name in ("features", "bias", "output", "output_bias")),
        ("hidden_layer", ctypes.c_void_p),
        ("loss", ctypes.c_double),
    ]


def find_compiler() -> str | None:
    """The system's C compiler, if it has one and step.c knows it."""
    return shutil.which(os.environ.get("CC", "cc")) if platform.system() in ("Linux", "Darwin") else None


def compile_step(hidden: int) -> ctypes.CDLL:
    """Compiles step.c for networks of so many neurons. Raises OSError if that fails."""
    compiler = find_compiler()
    if compiler is None:
        raise OSError("expected a C compiler, but there is none")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "step.so"
        flags = (*FLAGS, f"-DSLICE={slice_size(hidden)}", f"-DGROUP={GROUP}")
        done = subprocess.run([compiler, *flags, "-o", library, SOURCE, "-lm"], capture_output=True, text=True)
        if done.returncode != 0:
            raise OSError(f"expected {compiler} to compile {SOURCE.name}, but got: {done.stderr.strip()}")
        # A library that is loaded stays, even when its file is gone.
        step = ctypes.CDLL(str(library))
    step.learn.argtypes = [ctypes.POINTER(Task)]
    step.learn.restype = None
    return step


class Worker:
    """What one thread needs: a task, gradients of its own, work space."""

    def __init__(self, network: Network):
        views = 2 * GROUP
        self.task = Task()
        self.gradients = {
            "features": torch.zeros_like(network.feature_weights),
            "bias": torch.zeros_like(network.feature_bias),
            "output": torch.zeros_like(network.output_weights),
            "output_bias": torch.zeros_like(network.output_bias),
        }
        self.hidden_layer = torch.empty(views * network.hidden)
        self.task.hidden_layer = self.hidden_layer.data_ptr()
        for name, gradient in self.gradients.items():
            setattr(self.task, f"{name}_gradient", gradient.data_ptr())


class NativeSteps:
    """Losses and gradients of a network, computed by step.c on several threads."""

    NAME = "native kernel"

    def __init__(self, network: Network, scale: float, huber: float, threads: int):
        self.network = network
        self.library = compile_step(network.hidden)
        self.bucket_of = np.ascontiguousarray(network.bucket_of.numpy())
        self.workers = [Worker(network) for _ in range(threads)]
        for worker in self.workers:
            task = worker.task
            task.hidden, task.mirror, task.king_buckets = network.hidden, network.mirror, network.king_buckets
            task.bucket_of, task.scale, task.huber = self.bucket_of.ctypes.data, scale, huber
        self.pool = ThreadPoolExecutor(threads)

    @torch.no_grad()
    def learn(self, records: np.ndarray, wdl: float) -> float:
        """The mean loss of a batch; its gradients are left in the parameters of the network."""
        for worker in self.workers:
            for gradient in worker.gradients.values():
                gradient.zero_()
        loss = self.run(records, wdl, is_training=True)
        total, *others = [worker.gradients for worker in self.workers]
        for gradients in others:
            for name, gradient in gradients.items():
                total[name] += gradient
        network = self.network
        network.feature_weights.grad = total["features"]
        if network.shared_weights is not None:
            network.shared_weights.grad = total["features"].sum(dim=1, keepdim=True)
        network.feature_bias.grad = total["bias"]
        network.output_weights.grad = total["output"]
        network.output_bias.grad = total["output_bias"]
        return loss

    @torch.no_grad()
    def loss(self, records: np.ndarray, wdl: float) -> float:
        """The mean loss of a batch."""
        return self.run(records, wdl, is_training=False)

    def run(self, records: np.ndarray, wdl: float, is_training: bool) -> float:
        """Shares a batch among the threads; its mean loss."""
        records = np.ascontiguousarray(records)
        network = self.network
        tables = {name: table.detach() for name, table in network.computed().items()}
        parts = np.array_split(records, len(self.workers))
        for worker, part in zip(self.workers, parts):
            task = worker.task
            task.records, task.count = part.ctypes.data, len(part)
            task.wdl, task.weight, task.is_training = wdl, 1 / len(records), is_training
            for name, table in tables.items():
                setattr(task, name, table.data_ptr())
        # A call of a C function lets Python's other threads run.
        list(self.pool.map(lambda worker: self.library.learn(ctypes.byref(worker.task)), self.workers))
        return sum(worker.task.loss for worker in self.workers) / len(records)
