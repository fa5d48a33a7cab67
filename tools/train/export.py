"""Writes the network of a checkpoint as a file for the engine.

    python3 tools/train/export.py first.ckpt first.hnet            the best epoch
    python3 tools/train/export.py first.ckpt last.hnet --last      the newest weights

Training does so by itself after each epoch that is the best so far; this is for looking at another one.
"""

import argparse
from pathlib import Path

import torch

from model import Network
from quantised import quantise


def load_network(checkpoint: Path, last: bool) -> tuple[Network, dict]:
    """The network of a checkpoint, the best or the newest, and the whole checkpoint."""
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    weights = state["network"] if last or state["best"] is None else state["best"]
    network = Network(state["shape"]["hidden"], state["shape"]["mirror"])
    network.load_state_dict(weights)
    return network, state


def summary_of(state: dict, last: bool) -> dict:
    """How the network of a checkpoint was trained; old checkpoints say little of it."""
    summary = state.get("summary" if last or state["best"] is None else "best_summary")
    return summary or {**state["shape"], "epochs": state["epoch"]}


def main() -> None:
    """Runs the program."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("network", type=Path)
    parser.add_argument("--last", action="store_true", help="the newest weights rather than the best")
    options = parser.parse_args()
    network, state = load_network(options.checkpoint, options.last)
    quantised = quantise(network, state["shape"]["scale"], summary_of(state, options.last))
    quantised.write(options.network)
    print(f"{options.network}: {quantised.hidden} neurons, {options.network.stat().st_size} bytes")


if __name__ == "__main__":
    main()
