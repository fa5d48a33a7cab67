"""Training steps computed by step.c: several times as fast as PyTorch, with the same results except for rounding."""

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
FLAGS = ("-O3", "-march=native", "-fno-math-errno", "-shared", "-fPIC")
GROUP = 512


GRADIENTS = {
    "features": "feature_weights",
    "bias": "feature_bias",
    "output": "output_weights",
    "output_bias": "output_bias",
    "first": "first_weights",
    "first_bias": "first_bias",
    "second": "second_weights",
    "second_bias": "second_bias",
}
"""The tables with gradients: names in step.c, mapped to the names of the network's parameters."""


class Task(ctypes.Structure):
    """The same structure as `struct task` in step.c."""

    _fields_ = [
        ("records", ctypes.c_void_p),
        ("count", ctypes.c_int64),
        ("hidden", ctypes.c_int32),
        ("mirror", ctypes.c_int32),
        ("king_buckets", ctypes.c_int32),
        ("is_training", ctypes.c_int32),
        ("has_layers", ctypes.c_int32),
        ("is_rounded", ctypes.c_int32),
        ("unit", ctypes.c_float),
        ("wdl", ctypes.c_float),
        ("scale", ctypes.c_float),
        ("huber", ctypes.c_float),
        ("weight", ctypes.c_float),
        ("penalty", ctypes.c_float),
        ("bucket_of", ctypes.c_void_p),
        *((name, ctypes.c_void_p) for name in ("features", "bias", "output", "output_bias")),
        *((name, ctypes.c_void_p) for name in ("first", "first_turned", "first_bias", "second", "second_bias")),
        *((f"{name}_gradient", ctypes.c_void_p) for name in GRADIENTS),
        ("hidden_layer", ctypes.c_void_p),
        ("products", ctypes.c_void_p),
        ("outputs", ctypes.c_void_p),
        ("group", ctypes.c_void_p),
        ("loss", ctypes.c_double),
    ]


def find_compiler() -> str | None:
    """The system's C compiler, if there is one and step.c supports the system."""
    return shutil.which(os.environ.get("CC", "cc")) if platform.system() in ("Linux", "Darwin") else None


def compile_step(hidden: int) -> ctypes.CDLL:
    """Compiles step.c for networks with this many neurons. Raises OSError if that fails."""
    compiler = find_compiler()
    if compiler is None:
        raise OSError("expected a C compiler, but there is none")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "step.so"
        flags = (*FLAGS, f"-DSLICE={slice_size(hidden)}", f"-DGROUP={GROUP}")
        done = subprocess.run([compiler, *flags, "-o", library, SOURCE, "-lm"], capture_output=True, text=True)
        if done.returncode != 0:
            raise OSError(f"expected {compiler} to compile {SOURCE.name}, but got: {done.stderr.strip()}")
        # A loaded library stays usable after its file is removed.
        step = ctypes.CDLL(str(library))
    step.learn.argtypes = [ctypes.POINTER(Task)]
    step.learn.restype = None
    step.group_bytes.restype = ctypes.c_int64
    step.round_table.argtypes = [*[ctypes.c_void_p] * 3, *[ctypes.c_int64] * 2, ctypes.c_float]
    step.round_table.restype = None
    return step


class Worker:

    def __init__(self, network: Network, group_bytes: int):
        self.task = Task()
        self.gradients = {
            name: torch.zeros_like(getattr(network, parameter))
            for name, parameter in GRADIENTS.items()
            if hasattr(network, parameter)
        }
        self.hidden_layer = torch.empty(2 * GROUP * network.hidden, dtype=torch.int16)
        self.products = torch.empty(GROUP * network.hidden if network.layers else 0)
        self.group = torch.empty(group_bytes, dtype=torch.uint8)
        self.task.group = self.group.data_ptr()
        self.task.hidden_layer, self.task.products = self.hidden_layer.data_ptr(), self.products.data_ptr()
        for name, gradient in self.gradients.items():
            setattr(self.task, f"{name}_gradient", gradient.data_ptr())


class NativeSteps:
    """Losses and gradients of a network, computed by step.c on several threads."""

    NAME = "native kernel"

    def __init__(self, network: Network, scale: float, huber: float, threads: int):
        self.network = network
        self.library = compile_step(network.hidden)
        self.features = torch.empty_like(network.feature_weights, dtype=torch.int16)
        self.bucket_of = np.ascontiguousarray(network.bucket_of.numpy())
        self.workers = [Worker(network, self.library.group_bytes()) for _ in range(threads)]
        for worker in self.workers:
            task = worker.task
            task.hidden, task.mirror, task.king_buckets = network.hidden, network.mirror, network.king_buckets
            task.bucket_of, task.scale, task.huber = self.bucket_of.ctypes.data, scale, huber
            task.has_layers, task.features = network.layers, self.features.data_ptr()
        self.pool = ThreadPoolExecutor(threads)

    @torch.no_grad()
    def learn(self, records: np.ndarray, wdl: float) -> float:
        """Returns the mean loss of a batch, and stores its gradients in the network's parameters."""
        for worker in self.workers:
            for gradient in worker.gradients.values():
                gradient.zero_()
        loss = self.run(records, wdl, is_training=True)
        total, *others = [worker.gradients for worker in self.workers]
        for gradients in others:
            for name, gradient in gradients.items():
                total[name] += gradient
        network = self.network
        for name, gradient in total.items():
            getattr(network, GRADIENTS[name]).grad = gradient
        if network.shared_weights is not None:
            network.shared_weights.grad = total["features"].sum(dim=1, keepdim=True)
        if network.layers:
            network.first_shared.grad = total["first"].sum(dim=0, keepdim=True)
        return loss

    @torch.no_grad()
    def loss(self, records: np.ndarray, wdl: float) -> float:
        return self.run(records, wdl, is_training=False)

    @torch.no_grad()
    def outputs(self, records: np.ndarray) -> np.ndarray:
        """The network's outputs for records, as float32 [positions] in units of the scale."""
        outputs = np.empty(len(records), np.float32)
        self.run(records, 0, is_training=False, outputs=outputs)
        return outputs

    def run(self, records: np.ndarray, wdl: float, is_training: bool, outputs: np.ndarray | None = None) -> float:
        """Divides a batch among the threads, and returns its mean loss."""
        records = np.ascontiguousarray(records)
        network = self.network
        tables = {name: table.detach() for name, table in network.small_tables().items()}
        if network.layers:
            tables["first_turned"] = tables["first"].transpose(1, 2).contiguous()
        tables["bias"] = torch.round(network.feature_bias.detach() * network.unit).to(torch.int16)
        shared = None if network.shared_weights is None else network.shared_weights.data_ptr()
        slices, unit = network.hidden // slice_size(network.hidden), network.unit
        own, rounded = network.feature_weights.data_ptr(), self.features.data_ptr()
        self.library.round_table(own, shared, rounded, slices, network.king_buckets, unit)
        parts = np.array_split(records, len(self.workers))
        views = [None] * len(parts) if outputs is None else np.array_split(outputs, len(parts))
        for worker, part, view in zip(self.workers, parts, views):
            task = worker.task
            task.records, task.count = part.ctypes.data, len(part)
            task.outputs = None if view is None else view.ctypes.data
            task.wdl, task.weight, task.is_training = wdl, 1 / len(records), is_training
            task.penalty = network.penalty
            task.is_rounded, task.unit = network.qa is not None, network.unit
            for name, table in tables.items():
                setattr(task, name, table.data_ptr())
        # Other Python threads can run while a C function is running.
        list(self.pool.map(lambda worker: self.library.learn(ctypes.byref(worker.task)), self.workers))
        return sum(worker.task.loss for worker in self.workers) / len(records)
