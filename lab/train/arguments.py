"""The command line of a training run. It is checked completely at the start, so that no long run fails at its end."""

import argparse
import math
from pathlib import Path

import torch

from checkpoint import checkpoint_beside
from king_buckets import LAYOUTS
from quantised import NETWORK_SUFFIXES
from records import BLOCKS_PER_BATCH
from steps import KERNELS

STEP_FACTOR = 0.3
STEPS = 5
RANGES = {
    "hidden": (32, 1024),
    "epochs": (1, math.inf),
    "batch": (BLOCKS_PER_BATCH, math.inf),
    "decay": (0, math.inf),
    "wdl_start": (0, 1),
    "wdl_end": (0, 1),
    "scale": (1, 65535),
    "huber": (0.001, 1),
    "penalty": (0, math.inf),
    "average": (0, 1),
    "patience": (0, math.inf),
    "threads": (0, 1024),
    "seed": (0, 2**63 - 1),
    "qa": (1, 255),
}
"""The smallest and largest values of options."""
MULTIPLES = {"hidden": 32, "batch": BLOCKS_PER_BATCH}


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Trains a network from games or records.")
    parser.add_argument("--data", type=Path, required=True, help="folder of records, or of games")
    parser.add_argument("--out", type=Path, required=True, help="file of the network, *.hnet")
    parser.add_argument("--hidden", type=int, default=256, help="neurons for each side, a multiple of 32 (256)")
    layers = "pairwise products and layers of 16 and 32 neurons instead of squares; --hidden is then a multiple of 64"
    parser.add_argument("--layers", action="store_true", help=layers)
    parser.add_argument("--mirror", action="store_true", help="exchange left and right if the king is on files e to h")
    buckets = "tables of feature weights, chosen by the square of a side's own king: 1, 2, 4, 8 or 16 (1)"
    parser.add_argument("--king-buckets", type=int, choices=tuple(LAYOUTS), default=1, help=buckets)
    parser.add_argument("--qa", type=int, default=255, help="integer for a weight of 1 in the file, 1 to 255 (255)")
    rounding = "compute with weights as the file rounds them, to continue from a finished network"
    parser.add_argument("--qat", action="store_true", help=rounding)
    parser.add_argument("--epochs", type=int, default=20, help="passes over all records (20)")
    parser.add_argument("--batch", type=int, default=16384, help="positions per step, a multiple of 16 (16384)")
    parser.add_argument("--lr", type=float, default=0.001, help="learning rate at the start (0.001)")
    parser.add_argument("--lr-end", type=float, help="learning rate at the end (--lr times 0.3^5)")
    parser.add_argument("--schedule", choices=("cosine", "step"), default="cosine", help="how the rate falls (cosine)")
    mean = "share of the run, at its end, over which weights are averaged, 0 to 1 (0: only the last weights)"
    parser.add_argument("--average", type=float, default=0, help=mean)
    parser.add_argument("--decay", type=float, default=0.01, help="weight decay (0.01)")
    parser.add_argument("--wdl-start", type=float, default=0.2, help="weight of results at the start, 0 to 1 (0.2)")
    parser.add_argument("--wdl-end", type=float, default=0.4, help="weight of results at the end (0.4)")
    huber = "error beyond which the loss grows linearly instead of quadratically, 0.001 to 1 (1)"
    parser.add_argument("--huber", type=float, default=1, help=huber)
    penalty = "with --layers: weight of the mean product in the loss, which makes products rare (0)"
    parser.add_argument("--penalty", type=float, default=0, help=penalty)
    parser.add_argument("--scale", type=int, default=180, help="centipawns per unit of the network's output (180)")
    parser.add_argument("--patience", type=int, default=0, help="end after this many epochs without a gain (never)")
    parser.add_argument("--threads", type=int, default=0, help="processor threads (as many as there are cores)")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu", help="cpu or cuda")
    kernel = "what computes a step: PyTorch, or C code that is compiled first; auto uses C if possible (auto)"
    parser.add_argument("--kernel", choices=KERNELS, default="auto", help=kernel)
    parser.add_argument("--seed", type=int, default=1, help="seed of weights and order (1)")
    parser.add_argument("--start-from", type=Path, help="begin with this checkpoint or network, which may be narrower")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--resume", action="store_true", help="continue from the checkpoint beside --out")
    how.add_argument("--overwrite", action="store_true", help="start again even if --out or its checkpoint exists")
    parser.add_argument("--expand", action="store_true", help="expand games even if there are records")
    options = parser.parse_args(arguments)
    if options.lr_end is None:
        options.lr_end = options.lr * STEP_FACTOR**STEPS
    try:
        check_numbers(options)
        check_device(options.device)
        check_files(options)
    except ValueError as error:
        parser.error(str(error))
    return options


def check_numbers(options: argparse.Namespace) -> None:
    for name in RANGES:
        check_range(name, getattr(options, name))
    for name, factor in MULTIPLES.items():
        value = getattr(options, name)
        if value % factor != 0:
            raise ValueError(f"expected {flag(name)} to be a multiple of {factor}, but got {value}")
    if options.layers and (options.hidden % 64 != 0 or options.qa != 255):
        got = f"{options.hidden} and {options.qa}"
        raise ValueError(f"expected --hidden to be a multiple of 64 and --qa to be 255 with --layers, but got {got}")
    if not 0 < options.lr < math.inf:
        raise ValueError(f"expected --lr to be above 0, but got {options.lr}")
    if not 0 < options.lr_end <= options.lr:
        raise ValueError(f"expected --lr-end to be above 0 and at most {options.lr}, but got {options.lr_end}")


def check_range(name: str, value: float) -> None:
    low, high = RANGES[name]
    if not low <= value <= high or value == math.inf:
        allowed = f"at least {low}" if high == math.inf else f"from {low} to {high}"
        raise ValueError(f"expected {flag(name)} to be {allowed}, but got {value}")


def check_device(name: str) -> None:
    graphics = ["cuda", *(f"cuda:{index}" for index in range(torch.cuda.device_count()))]
    known = ["cpu", *(graphics if torch.cuda.is_available() else [])]
    if name not in known:
        raise ValueError(f"expected --device to be a device that PyTorch finds ({', '.join(known)}), but got {name}")


def check_files(options: argparse.Namespace) -> None:
    """Raises ValueError if a file is missing or would be overwritten."""
    out, checkpoint = options.out, checkpoint_beside(options.out)
    if out.suffix != ".hnet":
        raise ValueError(f"expected --out to end in .hnet, but got {out}")
    if not out.parent.is_dir():
        raise ValueError(f"expected the folder of --out to exist, but got {out}")
    if options.resume and options.start_from is not None:
        raise ValueError("expected either --resume or --start-from, but got both")
    if options.resume and not checkpoint.is_file():
        raise ValueError(f"expected a checkpoint {checkpoint} for --resume, but there is none")
    if not (options.resume or options.overwrite):
        if checkpoint.exists():
            there = f"there is already a checkpoint {checkpoint}"
            raise ValueError(f"expected --resume or --overwrite, but got neither, and {there}")
        if out.exists():
            raise ValueError(f"expected --overwrite, because there is already a network {out}")
    if options.start_from is not None and not options.start_from.is_file():
        raise ValueError(f"expected --start-from to be a checkpoint or a network, but got {options.start_from}")


def check_new_network(path: Path, overwrite: bool) -> None:
    """Raises ValueError if a program should not write a network to this path."""
    if path.suffix not in NETWORK_SUFFIXES:
        raise ValueError(f"expected a file that ends in {' or '.join(NETWORK_SUFFIXES)}, but got {path}")
    if path.exists() and not overwrite:
        raise ValueError(f"expected a new file, but {path} exists; --overwrite replaces it")
    if not path.parent.is_dir():
        raise ValueError(f"expected the network's folder to exist, but got {path}")


def flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"
