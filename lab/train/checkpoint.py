"""The checkpoint of a training run: its state after some steps, from which the run can continue.

A checkpoint holds two networks: the newest, and the best so far. Paths come from the command line, so any fault in a
file ends the program with a message.
"""

from pathlib import Path

import torch

from model import Network

NETWORK_ENTRIES = ("shape", "network", "best")
"""The entries that are needed to read a network from any checkpoint, even an old one."""
NETWORK_SHAPE = ("hidden", "mirror", "scale")
"""The parts of the entry `shape` that are needed to read a network."""


def checkpoint_beside(out: Path) -> Path:
    """The path of a network's checkpoint."""
    return out.with_suffix(".ckpt")


def write_checkpoint(path: Path, state: dict) -> None:
    """Writes a checkpoint completely or not at all."""
    part = path.with_name(path.name + ".part")
    torch.save(state, part)
    part.replace(path)


def read_checkpoint(path: Path, device: torch.device | str = "cpu") -> dict:
    """Reads a checkpoint, and checks only that it holds a network."""
    if not path.is_file():
        raise SystemExit(f"Expected {path} to be a checkpoint of a training run, but there is no such file")
    try:
        state = torch.load(path, map_location=device, weights_only=True)
    # PyTorch may raise nearly any error for a file of another kind or a damaged file.
    except Exception:
        raise SystemExit(f"Expected {path} to be a checkpoint of a training run, but PyTorch cannot read it") from None
    if not isinstance(state, dict):
        raise SystemExit(f"Expected {path} to be a checkpoint of a training run, but it is something else")
    expect_entries(path, state, NETWORK_ENTRIES)
    expect_entries(path, state["shape"], NETWORK_SHAPE)
    return state


def expect_entries(path: Path, entries: dict, names: tuple[str, ...]) -> None:
    """Ends the program if a checkpoint, or a part of it, lacks entries."""
    missing = [name for name in names if name not in entries]
    if missing:
        raise SystemExit(f"Expected {path} to be a checkpoint of a training run, but it lacks {', '.join(missing)}")


def load_network(path: Path, last: bool) -> tuple[Network, dict]:
    """Returns the best or the newest network of a checkpoint, and the whole checkpoint."""
    state = read_checkpoint(path)
    shape = state["shape"]
    hidden = shape["hidden"]
    network = Network(hidden, shape["mirror"], shape.get("king_buckets", 1), shape.get("layers", False))
    try:
        network.load_state_dict(state["network"] if last or state["best"] is None else state["best"])
    except RuntimeError:
        raise SystemExit(f"Expected {path} to hold a network of {hidden} neurons, but its weights do not fit") from None
    return network, state
